//! Markdown specs of rules.
//!
//! A spec is `tests/specs/<group>/<rule>.md`. Its first heading names the rule; every heading is
//! one test. The blocks under a heading are the files of one workspace: ` ```yaml path=sweep.yml `
//! (the path may be left out for one file), `azml.yaml` is the configuration,
//! ` ```json path=.azml/computes.json ` an inventory, ` ```json path=.azml/snapshot.json ` and the files
//! beside it a snapshot of the workspace; all may be in folders, each with settings of its own. Where blocks name their files, these are all that is on the disk. A line of YAML says
//! what is found there:
//!
//! ```text
//! min_instances: 2   # expect: cluster-min-nodes warning "keeps 2 nodes"
//! ```
//!
//! The level and the text (a part of the message, notes or help) may be left out. Findings of the
//! rule that no line expects fail the test. A block ` ```yaml fixed path=... ` holds the file after
//! the safe fixes, ` ```yaml fixed-unsafe ` after all fixes,
//! ` ```yaml fixed title="part of a title" ` after the fix with that title.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_rules::az_ml::Mention;
use azml_rules::compute::Inventory;
use azml_rules::date::Date;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::fix::{Applicability, Fix, apply};
use azml_rules::path::PathStyle;
use azml_rules::rule::{Rule, RuleMark};
use azml_rules::settings::{RuleLevel, Settings};
use azml_rules::snapshot::{SNAPSHOT_FILE, SNAPSHOT_LISTS, Snapshot};
use azml_rules::workspace::{Disk, Listed, MemoryDisk, OnDisk, UploadSize, Workspace};
use azml_rules::{analyze, checks, config};

use crate::markdown::{Block, blocks};
use crate::process::root;

/// The day on which every spec is run.
pub const TODAY: Date = Date::new(2026, 11, 21);

/// The disk of a spec that names its files: nothing else is there.
#[derive(Debug)]
pub(crate) struct Files(MemoryDisk);

impl Files {
    pub(crate) fn new(files: BTreeMap<String, String>) -> Self {
        // Those of a fuzzed folder are only listed where they have no text.
        let text = |text: String| (!text.is_empty()).then(|| text.into());
        let files = files.into_iter().map(|(path, it)| (path, text(it)));
        Self(MemoryDisk {
            files: files.collect(),
            is_whole: true,
        })
    }
}

impl Disk for Files {
    fn at(&self, path: &str) -> Option<OnDisk> {
        self.0.at(path)
    }

    fn list(&self, path: &str) -> Vec<Listed> {
        self.0.list(path)
    }

    fn text(&self, folder: &str, path: &str) -> Option<Arc<str>> {
        self.0.text(folder, path)
    }

    fn other_case(&self, folder: &str, name: &str) -> Option<String> {
        self.0.other_case(folder, name)
    }

    fn files_below(&self, folder: &str, path: &str) -> Option<Arc<[String]>> {
        self.0.files_below(folder, path)
    }

    fn mentions(&self, folder: &str, path: &str, name: &str) -> Option<Vec<Mention>> {
        self.0.mentions(folder, path, name)
    }

    /// Made up, so that a spec can have much.
    fn upload_size(&self, path: &str) -> Option<UploadSize> {
        let is_in = |file: &&String| path.is_empty() || file.starts_with(&format!("{path}/"));
        let mut inside = self.0.files.keys().filter(is_in);
        let has_history = path.ends_with("large") || inside.any(|file| file.contains(".git/"));
        let (files, bytes) = match path {
            _ if path.ends_with(".git") => (1234, 56_789_000),
            _ if has_history => (1300, 60_000_000),
            _ => (1, 1000),
        };
        Some(UploadSize {
            files,
            bytes,
            is_cut: false,
        })
    }
}

/// A finding that a line of a spec asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Expectation {
    path: String,
    line: u32,
    rule: String,
    level: Option<String>,
    text: Option<String>,
}

/// Where the spec of `rule` stands below the top of the repository.
pub fn path(rule: &Rule) -> String {
    format!("tests/specs/{}/{}.md", rule.group.name(), rule.name)
}

/// Runs every test of the spec `markdown` of `rule`; returns what went wrong, a paragraph for each
/// test.
pub fn run(rule: &str, markdown: &str) -> Vec<String> {
    let by_heading = by_heading(markdown);
    let run = |(heading, blocks): (&String, &Vec<Block>)| {
        let problems = section(rule, blocks);
        (!problems.is_empty()).then(|| format!("{rule}: {heading}\n  {}", problems.join("\n  ")))
    };
    let mut failures: Vec<String> = by_heading.iter().filter_map(run).collect();
    if by_heading.is_empty() {
        failures.push(format!("{rule}: the spec has no code block"));
    }
    failures
}

/// The workspaces that the spec `markdown` of `rule` describes, each with its heading.
pub fn workspaces(rule: &str, markdown: &str) -> Vec<(String, Workspace)> {
    let scenes = scenes_of(markdown).into_iter();
    scenes
        .map(|(heading, files)| (heading, workspace(rule, &files)))
        .collect()
}

/// The files of every test of the spec of `rule`, and of every example on its page, each with its
/// heading.
///
/// # Panics
/// When the rule has no spec.
pub fn scenes(rule: &Rule) -> Vec<(String, Vec<Block>)> {
    let markdown = std::fs::read_to_string(root().join(path(rule))).expect("a rule has a spec");
    let mut scenes = scenes_of(&markdown);
    for (number, page) in examples(rule).into_iter().enumerate() {
        scenes.push((format!("example {} of the page", number + 1), page));
    }
    scenes
}

fn scenes_of(markdown: &str) -> Vec<(String, Vec<Block>)> {
    let found = by_heading(markdown).into_iter();
    found
        .map(|(heading, blocks)| {
            let files = blocks.iter().filter(|block| !is_fixed(block));
            (heading, without_expectations(files).0)
        })
        .collect()
}

/// The examples on the page of `rule`: neighboring blocks with `path=` and the same words are the
/// files of one workspace.
pub fn examples(rule: &Rule) -> Vec<Vec<Block>> {
    let mut groups: Vec<Vec<Block>> = Vec::new();
    for block in blocks(&rule.page()) {
        let same =
            |last: &Block| last.path.is_some() && block.path.is_some() && last.words == block.words;
        match groups.last_mut() {
            Some(group) if same(&group[group.len() - 1]) => group.push(block),
            _ => groups.push(vec![block]),
        }
    }
    groups
}

fn by_heading(markdown: &str) -> BTreeMap<String, Vec<Block>> {
    let mut found: BTreeMap<String, Vec<Block>> = BTreeMap::new();
    for block in blocks(markdown) {
        let heading = block.heading.clone();
        found.entry(heading).or_default().push(block);
    }
    found
}

/// Whether it holds a file after its fixes.
fn is_fixed(block: &Block) -> bool {
    block.words.iter().any(|word| word.starts_with("fixed"))
}

/// The files without the findings that their lines ask for, and these.
fn without_expectations<'b>(
    files: impl Iterator<Item = &'b Block>,
) -> (Vec<Block>, Vec<Expectation>) {
    let (mut clean, mut expected) = (Vec::new(), Vec::new());
    for block in files {
        let (text, found) = strip(&path_of(block), &block.text);
        expected.extend(found);
        clean.push(Block {
            text,
            ..block.clone()
        });
    }
    (clean, expected)
}

/// The workspace that `blocks` describe: documents, `azml.yaml`, inventories. A `rule` that is off
/// until the settings turn it on, or in preview, is turned on, unless the settings speak of it.
pub fn workspace<'b>(rule: &str, blocks: impl IntoIterator<Item = &'b Block>) -> Workspace {
    let mut workspace = Workspace::default();
    workspace.set_today(TODAY);
    let mut settings: BTreeMap<String, Settings> = BTreeMap::new();
    settings.insert(String::new(), Settings::default());
    let mut snapshots: BTreeMap<String, BTreeMap<String, Arc<str>>> = BTreeMap::new();
    let mut files = BTreeMap::new();
    for block in blocks {
        let path = path_of(block);
        files.extend(block.path.clone().map(|path| (path, block.text.clone())));
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", &path));
        if file == "azml.yaml" {
            let (read, _, problems) =
                config::read(&Arc::from(path.as_str()), &block.text, PathStyle::Unix);
            assert_eq!(problems, [], "azml.yaml of a spec");
            let own = settings.entry(folder.to_owned()).or_default();
            *own = Settings {
                inventories: std::mem::take(&mut own.inventories),
                ..read
            };
        } else if is_of_snapshot(folder, file) {
            let files = snapshots.entry(folder.to_owned()).or_default();
            files.insert(file.to_owned(), block.text.as_str().into());
        } else if block.language == "json" {
            let owner = folder.trim_end_matches(".azml").trim_end_matches('/');
            let own = settings.entry(owner.to_owned()).or_default();
            own.inventories.push(Inventory::read(path, &block.text).0);
        } else {
            workspace.insert(Document::new(path, block.text.clone()));
        }
    }
    for (folder, files) in snapshots {
        let owner = folder.trim_end_matches(".azml").trim_end_matches('/');
        let own = settings.entry(owner.to_owned()).or_default();
        let (snapshot, problems) = Snapshot::read(&folder, |name| files.get(name).cloned());
        assert_eq!(problems, [], "the snapshot of a spec");
        if let Some(snapshot) = snapshot {
            own.add_snapshot(Arc::new(snapshot));
        }
    }
    if !files.is_empty() {
        workspace.set_disk(Arc::new(Files::new(files)));
    }
    for (folder, mut settings) in settings {
        if let Some(rule) = checks::rule(rule).filter(|rule| rule.off) {
            let level = settings.rules.entry(rule.name.to_owned());
            level.or_insert(RuleLevel::Set(rule.level).into());
        }
        // With it, all rules in preview speak.
        let in_preview = checks::rule(rule).is_some_and(|rule| rule.is(RuleMark::Preview));
        settings.preview = settings.preview.or(in_preview.then_some(true));
        workspace.set_settings(&folder, settings);
    }
    workspace
}

/// Whether it is a file of a snapshot.
pub(crate) fn is_of_snapshot(folder: &str, file: &str) -> bool {
    let is_in_folder = folder == ".azml" || folder.ends_with("/.azml");
    is_in_folder && (file == SNAPSHOT_FILE || SNAPSHOT_LISTS.contains(&file))
}

/// The findings of `rule` in all documents of `workspace`, by path.
pub fn findings(workspace: &Workspace, rule: &str) -> Vec<(String, Diagnostic)> {
    let mut found = all_findings(workspace);
    found.retain(|(_, diagnostic)| diagnostic.rule.name == rule);
    found
}

/// The findings of every rule in all documents of `workspace`, by path.
pub fn all_findings(workspace: &Workspace) -> Vec<(String, Diagnostic)> {
    let of = |document: &Arc<Document>| {
        let path = document.path().to_owned();
        analyze(workspace, &path)
            .into_iter()
            .map(move |diagnostic| (path.clone(), diagnostic))
    };
    workspace.documents().flat_map(of).collect()
}

/// Where the file of `block` stands.
pub fn path_of(block: &Block) -> String {
    block.path.clone().unwrap_or_else(|| "file.yml".to_owned())
}

fn section(rule: &str, blocks: &[Block]) -> Vec<String> {
    let (fixed, files): (Vec<&Block>, Vec<&Block>) =
        blocks.iter().partition(|block| is_fixed(block));
    let (clean, expected) = without_expectations(files.into_iter());
    let workspace = workspace(rule, &clean);
    let found = findings(&workspace, rule);
    let mut problems = compare(&workspace, &found, expected);
    for block in fixed {
        problems.extend(check_fixed(&workspace, &found, block));
    }
    problems
}

/// Cuts the expectations out of a file.
fn strip(path: &str, text: &str) -> (String, Vec<Expectation>) {
    let mut expected = Vec::new();
    let mut clean = String::new();
    for (line, content) in (0..).zip(text.lines()) {
        let mut parts = content.split("# expect:");
        let kept = parts.next().unwrap_or_default();
        let marked: Vec<&str> = parts.collect();
        clean.push_str(if marked.is_empty() {
            kept
        } else {
            kept.trim_end()
        });
        clean.push('\n');
        expected.extend(marked.into_iter().map(|mark| expectation(path, line, mark)));
    }
    (clean, expected)
}

fn expectation(path: &str, line: u32, mark: &str) -> Expectation {
    let (head, text) = match mark.split_once('"') {
        Some((head, rest)) => (head, rest.rsplit_once('"').map(|(text, _)| text.to_owned())),
        None => (mark, None),
    };
    let mut words = head.split_whitespace();
    Expectation {
        path: path.to_owned(),
        line,
        rule: words.next().unwrap_or_default().to_owned(),
        level: words.next().map(str::to_owned),
        text,
    }
}

fn compare(
    workspace: &Workspace,
    found: &[(String, Diagnostic)],
    mut expected: Vec<Expectation>,
) -> Vec<String> {
    let mut problems = Vec::new();
    for (path, diagnostic) in found {
        let line = workspace.document(path).map_or(0, |document| {
            document.lines().line_of(diagnostic.range.start)
        });
        match expected
            .iter()
            .position(|wanted| fits(wanted, path, line, diagnostic))
        {
            Some(at) => {
                expected.remove(at);
            }
            None => problems.push(format!(
                "not expected: {path}:{} {}",
                line + 1,
                shown(diagnostic)
            )),
        }
    }
    let missing = |wanted: &Expectation| {
        let text = wanted.text.as_deref().unwrap_or_default();
        let level = wanted.level.as_deref().unwrap_or_default();
        format!(
            "not found: {}:{} {} {level} \"{text}\"",
            wanted.path,
            wanted.line + 1,
            wanted.rule
        )
    };
    problems.extend(expected.iter().map(missing));
    problems
}

fn shown(diagnostic: &Diagnostic) -> String {
    format!(
        "{} {} \"{}\" notes {:?} help {:?}",
        diagnostic.rule.name,
        diagnostic.level.name(),
        diagnostic.message,
        diagnostic.notes,
        diagnostic.help
    )
}

fn fits(wanted: &Expectation, path: &str, line: u32, diagnostic: &Diagnostic) -> bool {
    let texts = std::iter::once(&diagnostic.message)
        .chain(&diagnostic.notes)
        .chain(&diagnostic.help);
    wanted.path == path
        && wanted.line == line
        && wanted.rule == diagnostic.rule.name
        && wanted
            .level
            .as_deref()
            .is_none_or(|level| level == diagnostic.level.name())
        && wanted
            .text
            .as_deref()
            .is_none_or(|part| texts.into_iter().any(|text| text.contains(part)))
}

fn check_fixed(
    workspace: &Workspace,
    found: &[(String, Diagnostic)],
    block: &Block,
) -> Option<String> {
    let path = path_of(block);
    let unsafe_too = block.words.iter().any(|word| word == "fixed-unsafe");
    let lowest = if unsafe_too {
        Applicability::Unsafe
    } else {
        Applicability::Safe
    };
    let chosen = |diagnostic: &Diagnostic| -> Option<Fix> {
        match &block.title {
            Some(title) => diagnostic
                .fixes
                .iter()
                .find(|fix| fix.title.contains(title.as_str()))
                .cloned(),
            None => diagnostic
                .fixes
                .first()
                .filter(|fix| fix.applicability >= lowest)
                .cloned(),
        }
    };
    let fixes: Vec<Fix> = found
        .iter()
        .filter(|(at, _)| *at == path)
        .filter_map(|(_, d)| chosen(d))
        .collect();
    let Some(document) = workspace.document(&path) else {
        return Some(format!("no file {path} to fix"));
    };
    let (got, _) = apply(document.text(), &fixes);
    if got == block.text {
        return None;
    }
    let titles: Vec<String> = found
        .iter()
        .flat_map(|(_, d)| &d.fixes)
        .map(|fix| format!("{:?} {}", fix.applicability, fix.title))
        .collect();
    Some(format!(
        "{path} after the fixes is\n{got}---- expected\n{}---- fixes offered: {titles:#?}",
        block.text
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "cluster-min-nodes";
    const FILE: &str = "$schema: \
        https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\ntype: amlcompute\n\
        name: c\n";

    #[test]
    fn a_spec_that_is_right_passes() {
        let spec = format!(
            "# {RULE}\n```yaml\n{FILE}min_instances: 2  # expect: {RULE} warning \"keeps 2 \
                nodes\"\n```\n\
             ```yaml fixed-unsafe\n{FILE}min_instances: 0\n```\n"
        );
        assert_eq!(run(RULE, &spec), Vec::<String>::new());
    }

    #[test]
    fn specs_that_are_wrong_fail() {
        let block = |line: &str| format!("# {RULE}\n```yaml\n{FILE}{line}\n```\n");
        let wrong = [
            block("min_instances: 2"),
            block(&format!("min_instances: 0  # expect: {RULE}")),
            block(&format!("min_instances: 2  # expect: {RULE} error")),
            block(&format!(
                "min_instances: 2  # expect: {RULE} \"keeps 3 nodes\""
            )),
            block(&format!("min_instances: 2  # expect: {RULE}")) + "```yaml fixed\nother\n```\n",
            "# nothing\n".to_owned(),
        ];
        for spec in wrong {
            assert_eq!(run(RULE, &spec).len(), 1, "{spec}");
        }
    }
}
