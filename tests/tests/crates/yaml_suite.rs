//! Whether we read YAML as its test suite says, and as we say ourselves in
//! `fixtures/yaml/cases.yaml`.
#![allow(clippy::print_stdout)] // The figures are the point of the test.

use azml_rules::syntax::{Node, Tree, parse};
use azml_tests::events::event_lines;
use azml_tests::sources::{fixtures, yaml_files, yaml_suite};

/// A case of the suite: fields that a later case leaves out are those of the case before it.
#[derive(Clone, Default)]
struct Case {
    name: String,
    yaml: String,
    tree: String,
    fails: bool,
}

#[test]
fn reads_the_yaml_test_suite() {
    let Some(folder) = yaml_suite() else {
        return;
    };
    let (mut valid, mut accepted, mut right, mut invalid, mut rejected) = (0, 0, 0, 0, 0);
    for case in yaml_files(&folder)
        .iter()
        .flat_map(|path| cases(&parse(std::fs::read_to_string(path).unwrap())))
    {
        let tree = parse(case.yaml.as_str());
        if case.fails {
            invalid += 1;
            rejected += u32::from(!tree.errors().is_empty());
            continue;
        }
        valid += 1;
        accepted += u32::from(tree.errors().is_empty());
        if event_lines(&tree) == case.tree {
            right += 1;
        } else {
            println!(
                "--- {}\n{}\n{}\nexpected\n{}",
                case.name,
                case.yaml,
                event_lines(&tree),
                case.tree
            );
        }
    }
    println!(
        "valid accepted {accepted}/{valid}, invalid rejected {rejected}/{invalid}, values right \
            {right}/{valid}"
    );
    assert_eq!((accepted, valid, right), (308, 308, 308));
    // The three others have lines of a list or of a quoted text that are indented too little, or by
    // a tab. PyYAML, the parser of the client, accepts them, too.
    assert!(rejected >= 91 && invalid == 94);
}

fn cases(file: &Tree) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let skipped = |node: Node<'_>| node.get("skip").is_some();
    for node in file
        .root()
        .filter(|root| !root.items().any(skipped))
        .into_iter()
        .flat_map(Node::items)
    {
        let text = |key: &str| node.get(key).and_then(Node::text).map(str::to_owned);
        let last = cases.last().cloned().unwrap_or_default();
        cases.push(Case {
            name: text("name").unwrap_or(last.name),
            yaml: text("yaml").map_or(last.yaml, |yaml| decoded(&yaml)),
            tree: text("tree").map_or(last.tree, |tree| normal(&decoded(&tree))),
            fails: node.get("fail").and_then(Node::bool) == Some(true),
        });
    }
    cases
}

/// The suite draws what cannot be seen.
fn decoded(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '␣' => out.push(' '),
            // Dashes only show how wide the tab is.
            '—' if out_of_dashes(chars.clone()) => {}
            '»' => out.push('\t'),
            '↵' => {}
            '←' => out.push('\r'),
            '⇔' => out.push('\u{feff}'),
            '∎' => {
                chars.next();
            }
            c => out.push(c),
        }
    }
    out
}

fn out_of_dashes(mut rest: impl Iterator<Item = char>) -> bool {
    rest.find(|c| *c != '—') == Some('»')
}

/// Event lines without indentation and without what a tree does not keep: how a document is
/// delimited.
fn normal(tree: &str) -> String {
    let line = |line: &str| match line.trim_start() {
        line if line.starts_with("+DOC") => "+DOC\n".to_owned(),
        line if line.starts_with("-DOC") => "-DOC\n".to_owned(),
        line => format!("{line}\n"),
    };
    tree.lines().map(line).collect()
}

/// Our own expectations; these need nothing from outside.
#[test]
fn reads_our_own_cases() {
    let path = fixtures().join("yaml/cases.yaml");
    let file = parse(std::fs::read_to_string(path).unwrap());
    assert!(file.errors().is_empty(), "{:?}", file.errors());
    let mut count = 0;
    for group in file.root().unwrap().entries() {
        for case in group.value.items() {
            let text = |key: &str| case.get(key).and_then(Node::text);
            let yaml = text("yaml")
                .unwrap()
                .replace("<tab>", "\t")
                .replace("<cr>", "\r")
                .replace("<bom>", "\u{feff}");
            let yaml = yaml.strip_suffix("<end>\n").unwrap_or(&yaml);
            let tree = parse(yaml);
            let at = format!("{}: {yaml:?}", group.key.text().unwrap());
            match text("tree") {
                Some(expected) => {
                    assert!(tree.errors().is_empty(), "{at}\n{:?}", tree.errors());
                    assert_eq!(short_events(&tree), expected, "{at}");
                }
                None => {
                    let marked: Vec<_> = tree
                        .errors()
                        .iter()
                        .map(|error| error.range.slice(yaml))
                        .collect();
                    assert_eq!(
                        marked,
                        [text("wrong").unwrap()],
                        "{at}\n{:?}",
                        tree.errors()
                    );
                }
            }
            count += 1;
        }
    }
    println!("{count} cases of our own");
    assert!(count >= 60);
}

/// The events of all documents on one line, shorter than the suite's: `{ :a :b }`, `[ :x 'y ]`.
fn short_events(tree: &Tree) -> String {
    let lines = event_lines(tree);
    let words = lines.lines().filter_map(|line| match line {
        "+STR" | "-STR" | "-DOC" => None,
        "+DOC" => Some("---".to_owned()),
        line if line.starts_with("+MAP") => {
            Some(line.replacen("+MAP", "{", 1).replace(" {}", "flow"))
        }
        line if line.starts_with("+SEQ") => {
            Some(line.replacen("+SEQ", "[", 1).replace(" []", "flow"))
        }
        line if line.starts_with("-MAP") => Some("}".to_owned()),
        line if line.starts_with("-SEQ") => Some("]".to_owned()),
        line => Some(
            line.trim_start_matches("=VAL ")
                .trim_start_matches("=ALI ")
                .to_owned(),
        ),
    });
    let words: Vec<_> = words.collect();
    let all = words.join(" ");
    all.strip_prefix("--- ").unwrap_or(&all).to_owned()
}
