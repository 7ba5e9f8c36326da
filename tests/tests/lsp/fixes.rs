//! Every fix of every spec, and of every example on the page of every rule, made as an editor
//! makes it: the finding is gone, nothing new is a warning or worse, and nothing is said about the
//! text that was written, except that something in it must be filled in.
//!
//! `crates: fix_traces` holds the same without an editor, for all of them; here the edits go through
//! code actions and changes of the text, and the files are on a disk. It takes the first of each rule and
//! every third after it; `FIX_SCENES=all` takes all.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use azml_rules::analyze_whole;
use azml_rules::checks::RULES;
use azml_rules::rule::{Rule, RuleMark};
use azml_tests::fixes::may_leave;
use azml_tests::markdown::Block;
use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use azml_tests::spec;
use serde_json::{Value, json};

use crate::{list, number, text};

/// As many sessions at a time; each has its share of the folders.
const SESSIONS: usize = 4;

/// A document that is no file: who writes there has left the others.
const ELSEWHERE: &str = "untitled:elsewhere";

/// A folder with the files of an example or of a test of a spec.
struct Scene {
    rule: &'static Rule,
    heading: String,
    folder: String,
    blocks: Vec<Block>,
    /// By their paths in the project.
    files: BTreeMap<String, String>,
}

impl Scene {
    fn new(rule: &'static Rule, number: usize, heading: String, blocks: Vec<Block>) -> Self {
        let folder = format!("{}-{number}", rule.name);
        let mut files = BTreeMap::new();
        files.insert(format!("{folder}/azml.yaml"), String::new());
        for block in &blocks {
            let path = format!("{folder}/{}", spec::path_of(block));
            files.insert(path, block.text.clone());
        }
        let in_preview = rule.is(RuleMark::Preview);
        for (path, text) in &mut files {
            if path.ends_with("/azml.yaml") {
                turn_on(rule, in_preview, text);
            }
        }
        Self {
            rule,
            heading,
            folder,
            blocks,
            files,
        }
    }

    /// The files that an editor shows with findings.
    fn documents(&self) -> impl Iterator<Item = &str> {
        let files = self.files.keys().map(String::as_str);
        files.filter(|path| !path.ends_with(".json") && !path.ends_with("azml.yaml"))
    }

    /// What is not told in the file at `path` because something else stands for it, as a rule and a
    /// message.
    fn hidden(&self, path: &str) -> BTreeSet<(&'static str, String)> {
        let workspace = spec::workspace(self.rule.name, &self.blocks);
        let path = path.strip_prefix(&format!("{}/", self.folder));
        let analysis = analyze_whole(&workspace, path.unwrap_or_default());
        let hidden = analysis.hidden.into_iter();
        hidden.map(|it| (it.rule.name, it.message)).collect()
    }
}

/// Adds to the text of an `azml.yaml` what lets `rule` speak, as [`spec::workspace`] does.
fn turn_on(rule: &Rule, in_preview: bool, text: &mut String) {
    if in_preview && !text.contains("preview:") {
        *text += "preview: true\n";
    }
    if rule.off && !text.contains(rule.name) {
        assert!(!text.contains("rules:"), "{}: {text}", rule.name);
        *text += &format!("rules: {{{}: {}}}\n", rule.name, rule.level.name());
    }
}

fn scenes() -> Vec<Scene> {
    let step = if std::env::var_os("FIX_SCENES").is_some() {
        1
    } else {
        3
    };
    let mut scenes = Vec::new();
    for &rule in RULES {
        let all = spec::scenes(rule).into_iter().enumerate();
        for (number, (heading, blocks)) in all.step_by(step) {
            scenes.push(Scene::new(rule, number, heading, blocks));
        }
    }
    scenes
}

/// A scene in an editor.
struct Editor<'e, 'p> {
    session: &'e mut Session<'p>,
    scene: &'e Scene,
    versions: BTreeMap<&'e str, i64>,
}

impl<'e, 'p> Editor<'e, 'p> {
    fn new(session: &'e mut Session<'p>, scene: &'e Scene) -> Self {
        let folder = json!({"uri": session.uri(&scene.folder), "name": scene.folder});
        let event = json!({"event": {"added": [folder], "removed": []}});
        session.notify("workspace/didChangeWorkspaceFolders", event);
        session.wait_for_folders();
        let mut versions = BTreeMap::new();
        for path in scene.documents() {
            session.open(path, &scene.files[path]);
            versions.insert(path, 1);
        }
        Self {
            session,
            scene,
            versions,
        }
    }

    fn close(self) {
        for path in self.versions.keys() {
            self.session.close(path);
        }
        let (uri, name) = (self.session.uri(&self.scene.folder), &self.scene.folder);
        let event = json!({"event": {"added": [], "removed": [{"uri": uri, "name": name}]}});
        self.session
            .notify("workspace/didChangeWorkspaceFolders", event);
        self.session.pass_over();
    }

    /// What is found in each file.
    fn findings(&mut self) -> BTreeMap<&'e str, Vec<Value>> {
        let mut found = BTreeMap::new();
        for path in self.scene.documents() {
            found.insert(path, self.pull(path));
        }
        found
    }

    fn pull(&mut self, path: &str) -> Vec<Value> {
        let params = json!({"textDocument": {"uri": self.session.uri(path)}});
        let report = self
            .session
            .request_again("textDocument/diagnostic", &params);
        list(&report["items"]).to_vec()
    }

    fn next_version(&mut self, path: &'e str) -> i64 {
        let version = self.versions.get_mut(path).expect("an open file");
        *version += 1;
        *version
    }

    /// Makes the edits of `action` in all files that it changes.
    fn make(&mut self, action: &Value) -> BTreeMap<&'e str, Edited> {
        let mut after = BTreeMap::new();
        for file in list(&action["edit"]["documentChanges"]) {
            let uri = text(&file["textDocument"]["uri"]);
            let mut paths = self.scene.documents();
            let path = paths.find(|path| self.session.uri(path) == uri);
            let path = path.unwrap_or_else(|| panic!("{uri} is not open: {action:#}"));
            // From the last to the first: each is in the positions of the text before.
            let mut edits = list(&file["edits"]).to_vec();
            edits.sort_by_key(|edit| position(&edit["range"]["start"]));
            let edited = Edited::new(&self.scene.files[path], &edits);
            let changes = edits.iter().rev();
            let changes: Value = changes
                .map(|edit| json!({"range": edit["range"], "text": edit["newText"]}))
                .collect();
            let version = self.next_version(path);
            self.session.change(path, version, changes);
            after.insert(path, edited);
        }
        let other = json!({"textDocument": {"uri": ELSEWHERE, "version": 2},
            "contentChanges": [{"text": ""}]});
        self.session.notify("textDocument/didChange", other);
        // What is found elsewhere is told anew once this file was looked at.
        for path in after.keys() {
            let _ = self.pull(path);
        }
        after
    }

    fn undo(&mut self) {
        for (path, text) in &self.scene.files {
            if self.versions.get(path.as_str()).is_some_and(|it| *it > 1) {
                let version = self.next_version(path);
                self.session.set(path, version, text);
            }
        }
    }

    /// Makes every fix of what is found, each alone.
    fn try_fixes(&mut self, results: &mut Results) {
        let old = self.findings();
        for (path, found) in &old {
            for finding in found {
                let only = Some("quickfix");
                let actions = self
                    .session
                    .actions(path, std::slice::from_ref(finding), only);
                results.actions += actions.len();
                for action in actions.iter().filter(|action| is_fix(action)) {
                    results.made += 1;
                    let edited = self.make(action);
                    let new = self.findings();
                    let faults = self.faults(&old, &new, &edited, (path, finding));
                    if !faults.is_empty() {
                        let (rule, heading) = (self.scene.rule.name, &self.scene.heading);
                        let text = edited.values().map(|it| it.text.as_str());
                        results.failures.push(format!(
                            "{rule}: {heading}\n{path}: {} of {}\n  {}\n{}",
                            action["title"],
                            finding["code"],
                            faults.join("\n  "),
                            text.collect::<Vec<_>>().join("\n")
                        ));
                    }
                    self.undo();
                }
            }
        }
    }

    /// What is wrong after a fix of a finding.
    fn faults(
        &self,
        old: &BTreeMap<&str, Vec<Value>>,
        new: &BTreeMap<&str, Vec<Value>>,
        edited: &BTreeMap<&str, Edited>,
        (path, fixed): (&str, &Value),
    ) -> Vec<String> {
        let mut faults = Vec::new();
        if count(&new[path], fixed) >= count(&old[path], fixed) {
            faults.push("its finding is still there".to_owned());
        }
        for (path, found) in new {
            let before = &old[path];
            for finding in found {
                let is_new = of_code(found, finding) > of_code(before, finding);
                let is_own = edited.get(path).is_some_and(|it| it.wrote(finding));
                let counts = number(&finding["severity"]) <= 2 || is_own;
                let rules = (text(&fixed["code"]), text(&finding["code"]));
                let was_known = count(before, finding) > 0;
                if is_new && counts && !was_known && !may_leave(rules.0, rules.1) {
                    let message = first_line(finding);
                    let hidden = self.scene.hidden(path);
                    if !hidden.iter().any(|it| it.0 == rules.1 && it.1 == message) {
                        faults.push(format!("{path}: new is {}: {message}", rules.1));
                    }
                }
            }
        }
        faults
    }
}

/// A text after edits, and what they wrote.
struct Edited {
    text: String,
    /// Without the blanks around them.
    written: Vec<Range<usize>>,
}

impl Edited {
    /// `edits` by their places.
    fn new(before: &str, edits: &[Value]) -> Self {
        let (mut text, mut written, mut at) = (String::new(), Vec::new(), 0);
        for edit in edits {
            let [start, end] = ["start", "end"].map(|end| offset(before, &edit["range"][end]));
            text += &before[at..start];
            let new = crate::text(&edit["newText"]);
            let blanks = new.len() - new.trim_start().len();
            if !new.trim().is_empty() {
                let start = text.len() + blanks;
                written.push(start..start + new.trim().len());
            }
            text += new;
            at = end;
        }
        text += &before[at..];
        Self { text, written }
    }

    /// Whether `finding` is about what was written.
    fn wrote(&self, finding: &Value) -> bool {
        let [start, end] = ["start", "end"].map(|end| offset(&self.text, &finding["range"][end]));
        let mut written = self.written.iter();
        written.any(|range| range.start < end && start < range.end)
    }
}

fn position(position: &Value) -> (usize, usize) {
    (number(&position["line"]), number(&position["character"]))
}

/// Where `at` is in `text`, of a client that counts bytes.
fn offset(text: &str, at: &Value) -> usize {
    let (line, character) = position(at);
    let lines = text.split_inclusive('\n').take(line);
    lines.map(str::len).sum::<usize>() + character
}

/// Whether it fixes something. What is done about a rule as a whole has tests of its own.
fn is_fix(action: &Value) -> bool {
    let title = text(&action["title"]);
    let others = ["Silence ", "Turn off ", "Explain ", "Fix all "];
    !others.iter().any(|other| title.starts_with(other))
}

fn first_line(finding: &Value) -> &str {
    text(&finding["message"]).lines().next().unwrap_or_default()
}

/// How often `one` is said in these words.
fn count(found: &[Value], one: &Value) -> usize {
    let same =
        |other: &&Value| other["code"] == one["code"] && first_line(other) == first_line(one);
    found.iter().filter(same).count()
}

/// How often the rule of `one` speaks.
fn of_code(found: &[Value], one: &Value) -> usize {
    let same = found.iter().filter(|other| other["code"] == one["code"]);
    same.count()
}

#[derive(Default)]
struct Results {
    scenes: usize,
    actions: usize,
    made: usize,
    failures: Vec<String>,
}

/// Tries the fixes of `scenes` in a session of their own.
fn in_one_session(scenes: &[&Scene]) -> Results {
    let mut project = Project::default().with("empty/azml.yaml", "");
    for (path, text) in scenes.iter().flat_map(|scene| &scene.files) {
        project = project.with(path, text);
    }
    let client = Client {
        folders: vec!["empty"],
        ..Client::default().pulling().utf8()
    };
    let mut session = Session::of(&project, &client);
    let other = json!({"textDocument": {"uri": ELSEWHERE, "languageId": "yaml", "version": 1,
        "text": ""}});
    session.notify("textDocument/didOpen", other);
    let mut results = Results::default();
    for scene in scenes {
        let mut editor = Editor::new(&mut session, scene);
        editor.try_fixes(&mut results);
        editor.close();
        results.scenes += 1;
    }
    assert_eq!(session.exit(), Some(0));
    results
}

#[test]
fn every_fix_takes_its_finding_away_and_brings_no_other() {
    let scenes = scenes();
    let share = |at: usize| {
        let own = scenes.iter().skip(at).step_by(SESSIONS);
        own.collect::<Vec<_>>()
    };
    let results: Vec<Results> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..SESSIONS)
            .map(|at| scope.spawn(move || in_one_session(&share(at))))
            .collect();
        let joined = threads.into_iter().map(|it| it.join().expect("a result"));
        joined.collect()
    });
    let sum = |of: fn(&Results) -> usize| results.iter().map(of).sum::<usize>();
    let (count, made) = (sum(|it| it.scenes), sum(|it| it.made));
    let failures: Vec<&String> = results.iter().flat_map(|it| &it.failures).collect();
    println!(
        "{made} fixes of {count} folders made, among {} actions: {} failed",
        sum(|it| it.actions),
        failures.len()
    );
    let failures: Vec<&str> = failures.into_iter().map(String::as_str).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(made > 700, "{made} fixes");
}
