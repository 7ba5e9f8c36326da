//! Texts made to hurt a parser: each ends soon, without a crash, with errors where something is
//! wrong.

use azml_rules::syntax::{Node, NodeKind, Tree, parse, parse_edited};

/// Parses with and without a hint, walks the whole tree and asks for every line.
fn survive(text: &str) -> Tree {
    let tree = parse(text);
    let walked: usize = tree.documents().map(depth).max().unwrap_or(0);
    assert!(walked < 400, "{walked} levels");
    for node in tree.nodes().take(1000) {
        assert!(tree.node_at(node.range().start).is_some());
        let _ = (
            node.text(),
            node.get("a"),
            node.resolved(),
            node.is_incomplete(),
        );
    }
    let _ = tree.duplicate_keys();
    let _ = parse_edited(text, &[0]);
    tree
}

fn depth(node: Node<'_>) -> usize {
    1 + node.children().map(depth).max().unwrap_or(0)
}

#[test]
fn deep_nesting_is_an_error_and_nothing_worse() {
    for unit in ["[", "{a: ", "- ", "? ", "a: [{", "' ", "\" ", "&a ", "!a "] {
        let tree = survive(&unit.repeat(100_000));
        assert!(!tree.errors().is_empty(), "{unit:?}");
    }
    assert!(survive(&"*a ".repeat(100_000)).errors().len() <= 1);
}

#[test]
fn three_hundred_nested_mappings() {
    let text: String = (0..300)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect();
    let tree = survive(&text);
    assert!(
        tree.errors()[0].message.contains("255"),
        "{:?}",
        tree.errors()
    );
}

#[test]
fn aliases_are_not_copied() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let last = level - 1;
        let again = format!("*a{last}, ").repeat(9);
        text.push_str(&format!("a{level}: &a{level} [{again}]\n"));
    }
    let tree = survive(&text);
    assert!(tree.errors().is_empty());
    assert!(tree.nodes().count() < 200);
}

#[test]
fn merges_in_a_circle_end() {
    let tree = survive("a: &a\n  <<: *a\n  b: &b\n    <<: [*a, *b]\n");
    let root = tree.root().unwrap();
    assert_eq!(root.get("a").unwrap().get("missing"), None);
    assert_eq!(
        root.get("a").unwrap().get("b").unwrap().get("missing"),
        None
    );
}

#[test]
fn long_lines() {
    let plain = survive(&format!("a: {}\n", "x".repeat(2_000_000)));
    assert!(plain.errors().is_empty());
    survive(&format!("a: \"{}\n", "x ".repeat(250_000)));
    survive(&format!("a: [{}\n", "x, ".repeat(100_000)));
    survive(&"x".repeat(500_000));
}

#[test]
fn many_mistakes() {
    for line in [
        "a: b: c\n",
        "a: [\n",
        "a: \"x\n",
        "  - a: [\n",
        "\ta: b\n",
        "]\n",
        "a\n- b: c\n",
        "'\n",
        "a:\n  b: c: d\n",
    ] {
        let tree = survive(&line.repeat(3_000));
        assert!(!tree.errors().is_empty(), "{line:?}");
    }
    let staircase: String = (0..2_000)
        .map(|level| format!("{}a: b: c\n", " ".repeat(level % 200)))
        .collect();
    survive(&staircase);
}

#[test]
fn characters_that_are_not_allowed() {
    for c in ['\0', '\u{1}', '\u{8}', '\u{7f}', '\u{b}', '\u{c}'] {
        let text = format!("a: b{c}c\nd: e\n");
        let tree = survive(&text);
        assert_eq!(tree.errors().len(), 1, "{text:?}");
        assert_eq!(tree.errors()[0].range.slice(&text), c.to_string());
        assert!(tree.root().unwrap().get("d").is_some(), "{text:?}");
    }
}

#[test]
fn more_comments_than_a_parser_buffers() {
    let text = format!("a:\n{}  b: c\n", "  # why\n".repeat(20_000));
    let tree = survive(&text);
    assert!(tree.errors().is_empty());
    assert_eq!(tree.comments().len(), 20_000);
}

#[test]
fn a_byte_order_mark_belongs_to_no_key() {
    let text = "\u{feff}a: b\nc: d\n";
    let tree = survive(text);
    assert!(tree.errors().is_empty());
    let keys: Vec<_> = tree
        .nodes()
        .filter(|node| node.is_key())
        .map(Node::raw)
        .collect();
    assert_eq!(keys, ["a", "c"]);
    let broken = parse("\u{feff}a: [\nc: d\n");
    assert_eq!(
        broken.root().unwrap().get("c").and_then(Node::text),
        Some("d")
    );
    assert_eq!(broken.errors()[0].range.start, 6);
}

#[test]
fn carriage_returns_end_lines() {
    for end in ["\r", "\r\n", "\n"] {
        let text = ["a: |", "  x", "  y", "b: [", "c: d", ""].join(end);
        let tree = survive(&text);
        let root = tree.root().unwrap();
        assert_eq!(
            root.get("a").and_then(Node::text),
            Some("x\ny\n"),
            "{text:?}"
        );
        assert_eq!(
            root.get("a").map(Node::raw),
            Some(format!("|{end}  x{end}  y").as_str())
        );
        assert_eq!(root.get("c").and_then(Node::text), Some("d"));
        assert_eq!(tree.errors().len(), 1);
    }
}

#[test]
fn many_siblings() {
    let text: String = (0..20_000)
        .map(|key| format!("key_{key}: {key}\n"))
        .collect();
    let tree = parse(text.as_str());
    let found = (0..text.len())
        .filter(|at| tree.node_at(u32::try_from(*at).unwrap()).is_some())
        .count();
    assert_eq!(found, text.len());
    assert_eq!(tree.root().unwrap().kind(), NodeKind::Mapping);
}
