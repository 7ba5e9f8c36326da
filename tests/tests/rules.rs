//! Every rule against its spec and against the examples of its own page.

use std::collections::BTreeMap;

use azml_rules::checks::RULES;
use azml_rules::diagnostic::{Diagnostic, Tag};
use azml_rules::document::Document;
use azml_rules::fix::{Applicability, apply};
use azml_rules::rule::Rule;
use azml_tests::markdown::{Block, blocks};
use azml_tests::process::root;
use azml_tests::spec;

#[test]
fn every_rule_keeps_its_spec() {
    let mut failures = Vec::new();
    for rule in RULES {
        let path = format!("tests/specs/{}/{}.md", rule.group.name(), rule.name);
        match std::fs::read_to_string(root().join(&path)) {
            Ok(markdown) => failures.extend(spec::run(rule.name, &markdown)),
            Err(_) => failures.push(format!("{}: no spec at {path}", rule.name)),
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n\n"));
}

#[test]
fn every_page_has_examples_that_do_what_it_says() {
    let mut failures = Vec::new();
    for rule in RULES {
        let (mut bad, mut good) = (0, 0);
        for group in examples(rule) {
            let is_bad = group[0].words.contains(&"bad".to_owned());
            let found = spec::findings(&spec::workspace(rule.name, &group), rule.name).len();
            bad += usize::from(is_bad);
            good += usize::from(!is_bad);
            if found != usize::from(is_bad) {
                failures.push(format!(
                    "{}: {found} findings in the example\n{}",
                    rule.name, group[0].text
                ));
            }
        }
        if bad == 0 || good == 0 {
            failures.push(format!(
                "{}: the page needs a bad and a good example",
                rule.name
            ));
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n\n"));
}

/// Rules about text that does nothing, and about what is retired: editors show such text in another way.
const UNNECESSARY: [&str; 9] = [
    "inline-asset-name-ignored",
    "instance-type-ignored",
    "queue-settings-ignored",
    "read-only-key",
    "redundant-step-compute",
    "unused-input",
    "unused-output",
    "unused-pipeline-input",
    "unused-search-space",
];
const DEPRECATED: [&str; 2] = ["retired-vm-series", "spark-runtime-retired"];

#[test]
fn text_that_does_nothing_is_marked_so() {
    for rule in RULES {
        for page in examples(rule) {
            for (_, found) in spec::findings(&spec::workspace(rule.name, &page), rule.name) {
                let allowed = match rule.name {
                    name if UNNECESSARY.contains(&name) => {
                        [Some(Tag::Unnecessary), Some(Tag::Unnecessary)]
                    }
                    name if DEPRECATED.contains(&name) => {
                        [Some(Tag::Deprecated), Some(Tag::Deprecated)]
                    }
                    // Of two equal ones either can go; of two that differ one was meant, as was a key close to another.
                    "duplicate-key" | "unknown-key" => [Some(Tag::Unnecessary), None],
                    _ => [None, None],
                };
                assert!(
                    allowed.contains(&found.tag),
                    "{}: {:?}\n{}",
                    rule.name,
                    found.tag,
                    page[0].text
                );
            }
        }
    }
}

/// Files of Windows: the same findings, and fixes that keep its line ends.
#[test]
fn line_ends_change_nothing() {
    for rule in RULES {
        let path = root().join(format!(
            "tests/specs/{}/{}.md",
            rule.group.name(),
            rule.name
        ));
        let mut sections: BTreeMap<String, Vec<Block>> = BTreeMap::new();
        for block in blocks(&std::fs::read_to_string(path).expect("every rule has a spec")) {
            if !block.words.iter().any(|word| word.starts_with("fixed")) {
                sections
                    .entry(block.heading.clone())
                    .or_default()
                    .push(block);
            }
        }
        for (heading, unix) in sections
            .into_iter()
            .chain(examples(rule).into_iter().map(|page| (String::new(), page)))
        {
            let crlf = |block: &Block| Block {
                text: block.text.replace('\n', "\r\n"),
                ..block.clone()
            };
            let windows: Vec<Block> = unix.iter().map(crlf).collect();
            let (unix, windows) = (outcome(&unix, rule), outcome(&windows, rule));
            assert_eq!(
                windows.0, unix.0,
                "{} under \"{heading}\" with CRLF",
                rule.name
            );
            assert_eq!(
                windows.1,
                unix.1.replace('\n', "\r\n"),
                "fixes of {} under \"{heading}\" with CRLF",
                rule.name
            );
        }
    }
}

/// The best fix of a finding, which `--fix` applies, leaves YAML that parses, and the finding is gone, or at least less
/// bad.
#[test]
fn a_fix_removes_its_finding() {
    for rule in RULES {
        for page in examples(rule) {
            let workspace = spec::workspace(rule.name, &page);
            let found = spec::findings(&workspace, rule.name);
            for (path, diagnostic) in &found {
                let best = diagnostic
                    .fixes
                    .first()
                    .filter(|fix| fix.applicability > Applicability::Display);
                let Some(fix) = best else { continue };
                let document = workspace.document(path).expect("a finding is in a file");
                let fixed = Document::new(path.as_str(), apply(document.text(), [fix]).0);
                let what = format!("{}: \"{}\" gives\n{}", rule.name, fix.title, fixed.text());
                assert_eq!(fixed.tree().errors(), document.tree().errors(), "{what}");
                let mut after = workspace.clone();
                after.insert(fixed);
                let as_bad = |found: &[(String, Diagnostic)]| {
                    found
                        .iter()
                        .filter(|(_, d)| d.level >= diagnostic.level)
                        .count()
                };
                assert!(
                    as_bad(&spec::findings(&after, rule.name)) < as_bad(&found),
                    "{what}"
                );
            }
        }
    }
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

/// The examples of a page: neighbouring blocks with `path=` and the same word are the files of one workspace.
fn examples(rule: &Rule) -> Vec<Vec<Block>> {
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

#[test]
fn a_rule_is_found_where_its_name_says() {
    let mut names = std::collections::BTreeSet::new();
    for rule in RULES {
        assert!(names.insert(rule.name), "{} is declared twice", rule.name);
        let file = format!(
            "rules/src/checks/{}/{}.rs",
            rule.group.name(),
            rule.name.replace('-', "_")
        );
        assert!(
            root().join(&file).is_file(),
            "{} should be in {file}",
            rule.name
        );
        let plain = rule
            .summary
            .ends_with(|c: char| c.is_alphanumeric() || "`)".contains(c));
        assert!(
            plain && !rule.summary.is_empty(),
            "{}: the summary is a phrase without a full stop",
            rule.name
        );
        assert!(
            rule.url.starts_with("https://"),
            "{}: the source of the knowledge is a link",
            rule.name
        );
    }
}
