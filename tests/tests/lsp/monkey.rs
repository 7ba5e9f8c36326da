//! An editor that does everything at once and in any order: three documents are changed, asked
//! about, closed and opened again while files change on disk. Every request is answered, and in the
//! end the server says what `--check` says.
//!
//! `MONKEY_ROUNDS` and `MONKEY_SEED` make it run longer and begin elsewhere.

use std::collections::BTreeMap;

use azml_rules::syntax::parse;
use azml_rules::text::printable::printable;
use azml_rules::text::{Column, LineIndex};
use azml_tests::damage::{damaged, place};
use azml_tests::process::Project;
use azml_tests::properties::{AT_A_PLACE, OF_A_FILE};
use azml_tests::random::Random;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{CLUSTER, list, number, text};

const ROUNDS: u64 = 4;
const STEPS: u32 = 80;
const OPEN: [&str; 3] = [
    "wine.yml",
    "components/train.yml",
    "computes/cpu-cluster.yml",
];
/// Changes on disk only.
const ON_DISK: [&str; 3] = ["components/clean.yml", "computes/other.yml", "azml.yaml"];
#[test]
fn a_hasty_editor_ends_where_the_command_line_is() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (first, rounds) = (
        setting("MONKEY_SEED").unwrap_or(1),
        setting("MONKEY_ROUNDS").unwrap_or(ROUNDS),
    );
    for seed in first..first + rounds {
        let project = Project::copy_of("pipelines").with("computes/cpu-cluster.yml", CLUSTER);
        let pulls = seed % 2 == 0;
        let client = if pulls {
            Client::default().pulling()
        } else {
            Client::default()
        };
        let client = match seed % 3 {
            0 => client.utf8(),
            1 => client.with("/general/positionEncodings", json!(["utf-32", "utf-16"])),
            _ => client,
        };
        let mut monkey = Monkey::new(&project, &client, seed);
        for _ in 0..STEPS {
            monkey.step();
        }
        monkey.end(seed, pulls);
    }
}

struct Monkey<'p> {
    project: &'p Project,
    session: Session<'p>,
    random: Random,
    /// The newest texts, also of what is closed for a moment.
    texts: BTreeMap<&'static str, String>,
    unit: Column,
    version: i64,
    asked: Vec<i64>,
}

impl<'p> Monkey<'p> {
    fn new(project: &'p Project, client: &Client, seed: u64) -> Self {
        let mut session = Session::of(project, client);
        let texts: BTreeMap<&str, String> = OPEN
            .iter()
            .map(|path| (*path, session.open_file(path)))
            .collect();
        let unit = match text(&session.server["capabilities"]["positionEncoding"]) {
            "utf-8" => Column::Utf8,
            "utf-32" => Column::Utf32,
            _ => Column::Utf16,
        };
        Self {
            project,
            session,
            random: Random::new(seed),
            texts,
            unit,
            version: 1,
            asked: Vec::new(),
        }
    }

    fn step(&mut self) {
        let path = self.random.word(&OPEN);
        match self.random.below(12) {
            0..=3 => self.change(path),
            4 => {
                let text = without_nul(&damaged(&self.texts[path], 3, &mut self.random));
                self.version += 1;
                self.session.set(path, self.version, &text);
                self.texts.insert(path, text);
            }
            5 => {
                self.session.close(path);
                if self.random.below(2) == 0 {
                    let _ = self.ask("textDocument/hover", path);
                }
                self.session.open(path, &self.texts[path]);
            }
            6 => self.change_on_disk(),
            7 => {
                let id = self.asked.last().copied().unwrap_or_default();
                self.session.notify("$/cancelRequest", json!({"id": id}));
            }
            8 => {
                let on = self.random.below(2) == 0;
                let settings = json!({"azml-ls": {"inlayHints": on}});
                self.session.notify(
                    "workspace/didChangeConfiguration",
                    json!({"settings": settings}),
                );
                let query = self.session.ask("workspace/symbol", json!({"query": "c"}));
                self.asked.push(query);
            }
            _ => {
                for _ in 0..=self.random.below(4) {
                    let methods: &[&str] = if self.random.below(2) == 0 {
                        &AT_A_PLACE
                    } else {
                        &OF_A_FILE
                    };
                    let method = self.random.word(methods);
                    let _ = self.ask(method, path);
                }
            }
        }
    }

    /// One notification with up to three changes, each in the text after the one before.
    fn change(&mut self, path: &'static str) {
        let mut changes = Vec::new();
        for _ in 0..=self.random.below(3) {
            let text = self.texts[path].clone();
            let (a, b) = (
                place(&text, &mut self.random),
                place(&text, &mut self.random),
            );
            let from = a.min(b);
            let to = if self.random.below(4) == 0 {
                a.max(b)
            } else {
                from
            };
            let new = [
                "x",
                ": ",
                "\n",
                "\r\n",
                "  ",
                "${{parent.",
                "é",
                "😀",
                "",
                "[",
                "\n  compute: ",
                "'",
                "a",
            ];
            let new = self.random.word(&new);
            let range =
                json!({"start": self.position(&text, from), "end": self.position(&text, to)});
            changes.push(json!({"range": range, "text": new}));
            self.texts
                .insert(path, format!("{}{new}{}", &text[..from], &text[to..]));
        }
        self.version += 1;
        self.session.change(path, self.version, changes.into());
    }

    fn position(&self, text: &str, at: usize) -> Value {
        let at = u32::try_from(at).expect("a small file");
        let at = LineIndex::new(text).position(text, at, self.unit);
        json!({"line": at.line, "character": at.column})
    }

    fn change_on_disk(&mut self) {
        let path = self.random.word(&ON_DISK);
        let file = self.project.root().join(path);
        let new = match self.random.below(4) {
            0 => None,
            _ if path == "azml.yaml" => Some("computes:\n  other: {type: amlcompute}\n".to_owned()),
            _ => Some(without_nul(&damaged(CLUSTER, 2, &mut self.random))),
        };
        match new {
            Some(text) => std::fs::write(file, text).expect("a file can be written"),
            None => drop(std::fs::remove_file(file)),
        }
        let changes = json!([{"uri": self.session.uri(path), "type": 2}]);
        self.session.notify(
            "workspace/didChangeWatchedFiles",
            json!({"changes": changes}),
        );
    }

    /// Asks somewhere: mostly in the text, sometimes far behind it.
    fn ask(&mut self, method: &str, path: &'static str) -> i64 {
        let text = &self.texts[path];
        let at = place(text, &mut self.random);
        let mut at = self.position(text, at);
        if self.random.below(8) == 0 {
            at["character"] = json!(100_000);
        }
        let params = json!({
            "textDocument": {"uri": self.session.uri(path)},
            "position": at,
            "positions": [at, at],
            "range": {"start": at, "end": {"line": 9, "character": 3}},
            "context": {"includeDeclaration": true, "diagnostics": []},
            "newName": "other",
        });
        let id = self.session.ask(method, params);
        self.asked.push(id);
        id
    }

    fn end(mut self, seed: u64, pulls: bool) {
        // Which of two mistakes is meant depends on what was typed last; a file that is opened has
        // no last edit.
        for (path, text) in &self.texts {
            std::fs::write(self.project.root().join(path), text).expect("a file can be written");
            // What is saved is reported, also where something is only half written.
            let params = json!({"textDocument": {"uri": self.session.uri(path)}});
            self.session.notify("textDocument/didSave", params);
            if !parse(text.as_str()).errors().is_empty() {
                self.session.close(path);
                self.session.open(path, text);
            }
        }
        for id in std::mem::take(&mut self.asked) {
            let answer = self.session.answer(id);
            assert!(
                answer.get("result").is_some() || answer.get("error").is_some(),
                "seed {seed}: {answer}"
            );
            assert_ne!(answer["error"]["code"], -32603, "seed {seed}: {answer}");
        }
        let expected = self.checked();
        let news = if pulls {
            "workspace/diagnostic/refresh"
        } else {
            "textDocument/publishDiagnostics"
        };
        let mut told = BTreeMap::new();
        loop {
            if pulls {
                self.session.unread(news);
            }
            self.told(pulls, &mut told);
            if told == expected {
                break;
            }
            assert!(
                self.session.awaits(news),
                "seed {seed}\nthe server: {told:#?}\n--check: {expected:#?}\n{:?}",
                self.texts
            );
        }
        assert!(
            self.session.unread("window/logMessage").is_empty(),
            "seed {seed}: something went wrong inside"
        );
        assert_eq!(self.session.exit(), Some(0), "seed {seed}");
    }

    /// What the server says of each document, as far as it came.
    fn told(&mut self, pulls: bool, told: &mut BTreeMap<String, Vec<Finding>>) {
        if pulls {
            for path in OPEN {
                let params = json!({"textDocument": {"uri": self.session.uri(path)}});
                let report = self
                    .session
                    .request_again("textDocument/diagnostic", &params);
                told.insert(path.to_owned(), findings(&report["items"]));
            }
            return;
        }
        for path in OPEN {
            told.entry(path.to_owned()).or_default();
        }
        for published in self.session.unread("textDocument/publishDiagnostics") {
            let path = OPEN
                .iter()
                .find(|path| published["uri"] == self.session.uri(path).as_str());
            if let Some(path) = path {
                told.insert((*path).to_owned(), findings(&published["diagnostics"]));
            }
        }
    }

    /// What the command line says of them.
    fn checked(&self) -> BTreeMap<String, Vec<Finding>> {
        let run = self.project.run("--check --format json --min-level hint .");
        let report: Value =
            serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"));
        let mut found: BTreeMap<String, Vec<Finding>> =
            OPEN.map(|path| (path.to_owned(), Vec::new())).into();
        for one in list(&report["diagnostics"]) {
            if let Some(of_file) = found.get_mut(text(&one["path"])) {
                let line = number(&one["start"]["line"]) - 1;
                of_file.push((
                    line,
                    text(&one["rule"]).to_owned(),
                    // JSON is data: it has the characters of the file, which an editor shows escaped.
                    printable(text(&one["message"])).into_owned(),
                ));
            }
        }
        found.values_mut().for_each(|of_file| of_file.sort());
        found
    }
}

/// The line, the rule and the message.
type Finding = (usize, String, String);

fn findings(diagnostics: &Value) -> Vec<Finding> {
    let finding = |found: &Value| {
        let message = text(&found["message"])
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
        (
            number(&found["range"]["start"]["line"]),
            text(&found["code"]).to_owned(),
            message,
        )
    };
    let mut found: Vec<Finding> = list(diagnostics).iter().map(finding).collect();
    found.sort();
    found
}

/// A file with such characters could be UTF-16; a text in an editor never is.
fn without_nul(text: &str) -> String {
    text.replace('\0', "0")
}
