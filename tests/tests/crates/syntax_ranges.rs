//! Where nodes are: exact ranges of everything a range is asked for.

use azml_rules::syntax::{Node, NodeKind, Tree, parse};
use azml_rules::text::TextRange;

/// Every node as `start..end kind text`, one per line.
fn listing(tree: &Tree) -> String {
    let line = |node: Node<'_>| {
        let kind = match node.kind() {
            NodeKind::Mapping => "map",
            NodeKind::Sequence => "seq",
            NodeKind::Scalar(_) => "text",
            NodeKind::Alias => "alias",
            NodeKind::Empty => "empty",
        };
        format!("{}..{} {kind}", node.range().start, node.range().end)
    };
    tree.nodes().map(line).collect::<Vec<_>>().join(", ")
}

#[test]
fn empty_nodes_stand_behind_what_announces_them() {
    for (text, expected) in [
        ("a:", "0..2 map, 0..1 text, 2..2 empty"),
        ("a:\n", "0..2 map, 0..1 text, 2..2 empty"),
        (
            "a:   # why\nb: 1\n",
            "0..15 map, 0..1 text, 2..2 empty, 11..12 text, 14..15 text",
        ),
        (
            "a:\n\n\nb:\n",
            "0..7 map, 0..1 text, 2..2 empty, 5..6 text, 7..7 empty",
        ),
        ("- ", "0..1 seq, 1..1 empty"),
        ("-\n- a\n-\n", "0..7 seq, 1..1 empty, 4..5 text, 7..7 empty"),
        (
            "a:\n- \n- b\n",
            "0..9 map, 0..1 text, 3..9 seq, 4..4 empty, 8..9 text",
        ),
        ("? a\n", "2..3 map, 2..3 text, 3..3 empty"),
        ("? \n: \n", "1..4 map, 1..1 empty, 4..4 empty"),
        (": a\n", "0..3 map, 0..0 empty, 2..3 text"),
        (
            "{a, b: }",
            "0..8 map, 1..2 text, 2..2 empty, 4..5 text, 6..6 empty",
        ),
        (
            "[a: , b]",
            "0..8 seq, 1..4 map, 1..2 text, 3..3 empty, 6..7 text",
        ),
        (
            "a: &x\nb: 1\n",
            "0..10 map, 0..1 text, 2..2 empty, 6..7 text, 9..10 text",
        ),
        (
            "a: !t\nb: 1\n",
            "0..10 map, 0..1 text, 5..5 empty, 6..7 text, 9..10 text",
        ),
        ("--- \n", "3..3 empty"),
    ] {
        let tree = parse(text);
        assert!(tree.errors().is_empty(), "{text:?} {:?}", tree.errors());
        assert_eq!(listing(&tree), expected, "{text:?}");
    }
}

#[test]
fn block_text_starts_at_its_header_and_ends_with_its_last_line() {
    for (text, expected) in [
        ("a: |\n  x\n\nb: 1\n", "|\n  x"),
        ("a: >-  # why\n  x\n  y\n\n\n", ">-  # why\n  x\n  y"),
        ("a: &t |+\n  x\n\n", "|+\n  x"),
        ("a: !t-x |2\n   x\n", "|2\n   x"),
        ("a: |\nb: 1\n", "|"),
        ("a: |\r\n  x\r\nb: 1\r\n", "|\r\n  x"),
        ("a: |\n  x \u{a0}\n", "|\n  x \u{a0}"),
        ("a: |\n  x", "|\n  x"),
    ] {
        let tree = parse(text);
        assert_eq!(
            tree.root().unwrap().get("a").map(Node::raw),
            Some(expected),
            "{text:?}"
        );
    }
}

#[test]
fn lists_start_at_their_first_dash() {
    for (text, expected) in [
        ("a:\n- b\n- c\n", vec!["- b\n- c"]),
        ("a: # - no\n# - no\n- b-c\n- d\n", vec!["- b-c\n- d"]),
        ("a: &x-y\n- b\n", vec!["- b"]),
        (
            "- - a\n  - b\n- - c\n",
            vec!["- - a\n  - b\n- - c", "- a\n  - b", "- c"],
        ),
        (
            "-\n  - a\n-\n  - b\n",
            vec!["-\n  - a\n-\n  - b", "- a", "- b"],
        ),
        (
            "- a: 1\n  b:\n  - c\n- d\n",
            vec!["- a: 1\n  b:\n  - c\n- d", "- c"],
        ),
        ("a:\n-\n  - b\n", vec!["-\n  - b", "- b"]),
        ("? - a\n: - b\n", vec!["- a", "- b"]),
    ] {
        let tree = parse(text);
        let found: Vec<_> = tree
            .nodes()
            .filter(|node| node.kind() == NodeKind::Sequence)
            .map(Node::raw)
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn items_know_their_dash() {
    let text = "a:\n- b # - x\n- - c\n  - d\n-\n  e: f\n";
    let tree = parse(text);
    let dashes = tree
        .nodes()
        .filter_map(Node::item_dash)
        .map(|dash| dash.start)
        .collect::<Vec<_>>();
    assert_eq!(dashes, [3, 13, 15, 21, 25]);
    let flow = parse("[a, b]");
    assert!(flow.nodes().all(|node| node.item_dash().is_none()));
}

#[test]
fn wide_characters_do_not_shift_ranges() {
    let text = "é: \"😀\" # 日本\nb: [ü, \u{1d11e}: 1]\n";
    let tree = parse(text);
    let texts: Vec<_> = tree
        .nodes()
        .filter(|node| node.text().is_some())
        .map(Node::raw)
        .collect();
    assert_eq!(texts, ["é", "\"😀\"", "b", "ü", "\u{1d11e}", "1"]);
    assert_eq!(tree.comments()[0].slice(text), "# 日本");
}

#[test]
fn anchors_tags_and_aliases_have_their_own_ranges() {
    let text = "a: &x !t {k: v}\nb: !u &y\n  k: v\nc: *x\n";
    let tree = parse(text);
    let a = tree.root().unwrap().get("a").unwrap();
    assert_eq!(a.anchor().map(|range| range.slice(text)), Some("&x"));
    assert_eq!(a.tag_range().map(|range| range.slice(text)), Some("!t"));
    assert_eq!(a.raw(), "{k: v}");
    let b = tree.root().unwrap().get("b").unwrap();
    assert_eq!(
        (b.anchor().map(|range| range.slice(text)), b.raw()),
        (Some("&y"), "k: v")
    );
    assert_eq!(tree.root().unwrap().get("c"), Some(a));
}

#[test]
fn finds_comments_by_line() {
    let text = "# one\na: b # two\n\nc: '#'\n";
    let tree = parse(text);
    let on = |offset: u32| tree.comment_on_line(offset).map(|range| range.slice(text));
    assert_eq!(
        [on(0), on(6), on(16), on(17), on(20)],
        [Some("# one"), Some("# two"), Some("# two"), None, None]
    );
}

#[test]
fn finds_repeated_keys_by_meaning() {
    let tree =
        parse("a: 1\n'a': 2\nb: {c: 1, c: 2}\n<<: {x: 1}\n<<: {y: 1}\n\"\\x61\": 3\nd: {a: 1}\n");
    let found: Vec<_> = tree
        .duplicate_keys()
        .into_iter()
        .map(|(first, again)| (first.raw(), again.raw()))
        .collect();
    assert_eq!(found, [("a", "'a'"), ("c", "c"), ("a", "\"\\x61\"")]);
}

#[test]
fn documents_keep_their_own_anchors() {
    let tree = parse("a: &x 1\n---\nb: *x\n");
    assert_eq!(tree.documents().len(), 2);
    assert_eq!(tree.errors().len(), 1);
}

#[test]
fn damage_is_flagged_where_it_is() {
    let text = "a: 1\njobs:\n  one:\n    compute: [\n    code: ./src\n  two:\n    code: ./src\n";
    let tree = parse(text);
    let root = tree.root().unwrap();
    let compute = root.get_path(&["jobs", "one", "compute"]).unwrap();
    assert!(compute.is_repaired() && !root.is_repaired());
    assert!(
        !root
            .get_path(&["jobs", "one", "code"])
            .unwrap()
            .is_repaired()
    );
    assert!(root.is_incomplete() && root.get_path(&["jobs", "one"]).unwrap().is_incomplete());
    assert!(!root.get_path(&["jobs", "two"]).unwrap().is_incomplete());
    let line = text.find("    compute: [").unwrap();
    let damaged = TextRange::from(line..line + "    compute: [".len());
    for node in tree.nodes() {
        // Of a collection it is the place where it starts that counts.
        let place = match node.kind() {
            NodeKind::Mapping | NodeKind::Sequence => TextRange::empty(node.range().start),
            _ => node.range(),
        };
        let is_damaged = damaged.intersects(place);
        assert_eq!(node.is_repaired(), is_damaged, "{node:?}");
    }
}
