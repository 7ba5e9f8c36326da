//! The examples on the page of a rule, and what holds for every rule.

use std::collections::BTreeMap;

use azml_rules::checks::RULES;
use azml_rules::diagnostic::{Diagnostic, Tag};
use azml_rules::document::Document;
use azml_rules::fix::{Applicability, Edit, Fix, apply};
use azml_rules::rule::{Level, Rule};
use azml_tests::markdown::{Block, blocks};
use azml_tests::process::root;
use azml_tests::spec;
use libtest_mimic::Failed;

/// A check of one rule.
type PageCheck = fn(&'static Rule) -> Result<(), Failed>;

/// What is held against every rule, by the first part of the test's name.
pub(crate) const CHECKS: &[(&str, PageCheck)] = &[
    ("page", has_examples_that_do_what_it_says),
    ("help", says_what_to_write),
    ("good", shows_good_examples_that_no_rule_warns_about),
    ("tags", marks_text_that_does_nothing),
    ("line-ends", finds_the_same_in_files_of_windows),
    ("fixes", fixes_remove_their_findings),
    ("name", is_found_where_its_name_says),
];

fn has_examples_that_do_what_it_says(rule: &'static Rule) -> Result<(), Failed> {
    let (mut bad, mut good) = (0, 0);
    for group in spec::examples(rule) {
        let is_bad = group[0].words.contains(&"bad".to_owned());
        let found = spec::findings(&spec::workspace(rule.name, &group), rule.name).len();
        bad += usize::from(is_bad);
        good += usize::from(!is_bad);
        if found != usize::from(is_bad) {
            return Err(format!("{found} findings in the example\n{}", group[0].text).into());
        }
    }
    if bad == 0 || good == 0 {
        return Err("the page needs a bad and a good example".into());
    }
    Ok(())
}

/// Every finding says what to write instead, and its note is more than the headline once more.
fn says_what_to_write(rule: &'static Rule) -> Result<(), Failed> {
    let bad = |page: &Vec<Block>| page[0].words.contains(&"bad".to_owned());
    for page in spec::examples(rule).into_iter().filter(bad) {
        for (_, found) in spec::findings(&spec::workspace(rule.name, &page), rule.name) {
            let message = &found.message;
            if found.help.as_deref().is_none_or(str::is_empty) {
                return Err(format!("no help: {message}").into());
            }
            if found.notes.iter().any(|note| note == message) {
                return Err(format!("the note repeats the headline: {message}").into());
            }
        }
    }
    Ok(())
}

/// A reader copies a good example, so no rule at all reports an error or a warning in it.
fn shows_good_examples_that_no_rule_warns_about(rule: &'static Rule) -> Result<(), Failed> {
    let good = |page: &Vec<Block>| page[0].words.contains(&"good".to_owned());
    for page in spec::examples(rule).into_iter().filter(good) {
        let found = spec::all_findings(&spec::workspace(rule.name, &page));
        let mut bad = found
            .iter()
            .filter(|(_, found)| found.level >= Level::Warning);
        if let Some((path, found)) = bad.next() {
            let (name, message) = (found.rule.name, &found.message);
            return Err(format!("{path}: {name}: {message}\n{}", page[0].text).into());
        }
    }
    Ok(())
}

/// Rules about text that does nothing, and about what is retired: editors show such text in another
/// way.
const UNNECESSARY: [&str; 11] = [
    "inline-asset-name-ignored",
    "instance-type-ignored",
    "queue-settings-ignored",
    "read-only-key",
    "redundant-step-compute",
    "resource-id-ignored",
    "unused-input",
    "unused-output",
    "unused-pipeline-input",
    "unused-search-space",
    "unused-suppression",
];
const DEPRECATED: [&str; 13] = [
    "adls-gen1-datastore",
    "cli-v1-command",
    "data-import-retired",
    "deprecated-key",
    "prompt-flow-retired",
    "queue-wait-deprecated",
    "retired-base-image",
    "retired-curated-environment",
    "retired-package",
    "retired-python",
    "retired-size-in-command",
    "retired-vm-series",
    "spark-runtime-retired",
];

/// Rules about text that does nothing say so, and others do not.
fn marks_text_that_does_nothing(rule: &'static Rule) -> Result<(), Failed> {
    let allowed = match rule.name {
        name if UNNECESSARY.contains(&name) => [Some(Tag::Unnecessary), Some(Tag::Unnecessary)],
        name if DEPRECATED.contains(&name) => [Some(Tag::Deprecated), Some(Tag::Deprecated)],
        // Of two equal ones either can go; of two that differ one was meant, as was a key close to
        // another.
        "duplicate-key" | "unknown-key" => [Some(Tag::Unnecessary), None],
        _ => [None, None],
    };
    for page in spec::examples(rule) {
        for (_, found) in spec::findings(&spec::workspace(rule.name, &page), rule.name) {
            if !allowed.contains(&found.tag) {
                return Err(format!("{:?}\n{}", found.tag, page[0].text).into());
            }
        }
    }
    Ok(())
}

/// Files of Windows: the same findings, and fixes that keep its line ends.
fn finds_the_same_in_files_of_windows(rule: &'static Rule) -> Result<(), Failed> {
    let mut sections: BTreeMap<String, Vec<Block>> = BTreeMap::new();
    for block in blocks(&std::fs::read_to_string(root().join(spec::path(rule)))?) {
        if !block.words.iter().any(|word| word.starts_with("fixed")) {
            sections
                .entry(block.heading.clone())
                .or_default()
                .push(block);
        }
    }
    let pages = spec::examples(rule)
        .into_iter()
        .map(|page| (String::new(), page));
    for (heading, unix) in sections.into_iter().chain(pages) {
        let windows: Vec<Block> = unix.iter().map(with_crlf).collect();
        let (unix, windows) = (outcome(&unix, rule), outcome(&windows, rule));
        if windows.0 != unix.0 {
            let (now, before) = (windows.0, unix.0);
            return Err(format!("\"{heading}\" with CRLF: {now:#?}, not {before:#?}").into());
        }
        if windows.1 != unix.1.replace('\n', "\r\n") {
            return Err(format!("fixes under \"{heading}\" with CRLF: {}", windows.1).into());
        }
    }
    Ok(())
}

fn with_crlf(block: &Block) -> Block {
    Block {
        text: block.text.replace('\n', "\r\n"),
        ..block.clone()
    }
}

/// The best fix of a finding, which `--fix` applies, leaves YAML that parses, and the finding is
/// gone, or at least less bad.
fn fixes_remove_their_findings(rule: &'static Rule) -> Result<(), Failed> {
    for page in spec::examples(rule) {
        let workspace = spec::workspace(rule.name, &page);
        let found = spec::findings(&workspace, rule.name);
        for (path, diagnostic) in &found {
            let best = diagnostic
                .fixes
                .first()
                .filter(|fix| fix.applicability > Applicability::Display);
            let Some(fix) = best else { continue };
            let mut what = format!("\"{}\"", fix.title);
            let mut after = workspace.clone();
            for (path, fix) in by_file(path, fix) {
                let document = workspace.document(path).ok_or("a fix is of a file")?;
                let fixed = Document::new(path, apply(document.text(), [&fix]).0);
                what += &format!(" gives\n{}", fixed.text());
                if fixed.tree().errors() != document.tree().errors() {
                    return Err(format!("it does not parse: {what}").into());
                }
                after.insert(fixed);
            }
            let left = spec::findings(&after, rule.name);
            if as_bad(&left, diagnostic) >= as_bad(&found, diagnostic) {
                return Err(format!("the finding stays: {what}").into());
            }
        }
    }
    Ok(())
}

/// The parts of a fix of the file at `path`, each for its own file.
fn by_file<'f>(path: &'f str, fix: &'f Fix) -> BTreeMap<&'f str, Fix> {
    let mut files: BTreeMap<&str, Fix> = BTreeMap::new();
    for edit in &fix.edits {
        let file = edit.path.as_deref().unwrap_or(path);
        let own = files
            .entry(file)
            .or_insert_with(|| Fix::unsafe_(fix.title.as_str(), Vec::new()));
        own.edits.push(Edit {
            path: None,
            ..edit.clone()
        });
    }
    files
}

/// How many findings are at least as bad as this one.
fn as_bad(found: &[(String, Diagnostic)], diagnostic: &Diagnostic) -> usize {
    let levels = found.iter().map(|(_, found)| found.level);
    levels.filter(|level| *level >= diagnostic.level).count()
}

fn is_found_where_its_name_says(rule: &'static Rule) -> Result<(), Failed> {
    let same_name = RULES.iter().filter(|other| other.name == rule.name);
    if same_name.count() > 1 {
        return Err("it is declared twice".into());
    }
    let module = rule.name.replace('-', "_");
    let file = format!("rules/src/checks/{}/{module}.rs", rule.group.name());
    if !root().join(&file).is_file() {
        return Err(format!("it should be in {file}").into());
    }
    let plain = rule
        .summary
        .ends_with(|c: char| c.is_alphanumeric() || "`)".contains(c));
    if !plain || rule.summary.is_empty() {
        return Err("the summary is a phrase without a full stop".into());
    }
    if !rule.url.starts_with("https://") {
        return Err("the source of the knowledge is a link".into());
    }
    Ok(())
}

/// What is said of a workspace, and its files after the first fix of each finding.
fn outcome(files: &[Block], rule: &Rule) -> (Vec<(String, String)>, String) {
    let workspace = spec::workspace(rule.name, files);
    let found = spec::findings(&workspace, rule.name);
    let said = found
        .iter()
        .map(|(path, diagnostic)| (path.clone(), diagnostic.message.clone()))
        .collect();
    let fixed = workspace.documents().map(|document| {
        let own = found.iter().filter(|(path, _)| path == document.path());
        apply(
            document.text(),
            own.filter_map(|(_, diagnostic)| diagnostic.fixes.first()),
        )
        .0
    });
    (said, fixed.collect())
}
