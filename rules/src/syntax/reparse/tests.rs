//! The tree of an edited text is that of the whole text, whatever is edited.

use super::{Alike, reparse};
use crate::syntax::tree::NodeId;
use crate::syntax::{Node, Tree, parse};

const TEXT: &str = r#"# before
name: n
inputs:
  a: 1 # one
  b:
    type: uri_file
    path: |
      x
       y

  # about c
  c: [1,
    2]
jobs:
  # first
  one:
    command: >-
      python a.py
      --x 'é'

    args: {a: "1\t2", b: ''}
  two:
  'th ree':
    list:
    - a: 1
      b: 2
    -   c
    "q": x
      y
outputs:
  - z
last: end
"#;

/// Everything that a tree says.
fn shown(tree: &Tree) -> String {
    let nodes = tree.nodes().map(|node| {
        let around = [
            node.parent(),
            node.next_sibling(),
            node.key(),
            node.value_of_key(),
            node.children().next(),
        ];
        let around = around.map(|it| it.map(Node::id));
        let (is_flow, is_repaired) = (node.is_flow(), node.is_repaired());
        format!(
            "{node:?} {:?} {is_flow} {is_repaired} {around:?}\n",
            node.text()
        )
    });
    let nodes: String = nodes.collect();
    let long = tree.long.len();
    let (comments, errors) = (tree.comments(), tree.errors());
    format!("{nodes}{comments:?} {errors:?} {long} {}", tree.may_merge)
}

/// What `reparse` makes of `text`, once it is held against the tree of the whole text.
fn edited(before: &Tree, text: &str) -> Option<Alike> {
    let (tree, alike) = reparse(before, &text.into())?;
    assert_eq!(shown(&tree), shown(&parse(text)), "{text}");
    for node in tree.nodes().filter(|node| node.children().next().is_none()) {
        let end = NodeId(node.id().0 + 1);
        if let Some(old) = alike.before_edit(node.id(), end) {
            assert_eq!(before.node(old).text(), node.text(), "{text}");
        }
    }
    Some(alike)
}

#[test]
fn one_letter_anywhere() {
    const INSERTED: [&str; 24] = [
        "x",
        " ",
        "\n",
        "\r\n",
        "#",
        " #",
        "-",
        "- ",
        ": ",
        ":\n",
        "\"",
        "'",
        "[",
        "]",
        "{",
        "}, ",
        "&a ",
        "*a",
        "!t ",
        "|\n",
        "\n  k: v\n",
        "\n---\n",
        "\t",
        "é\u{2028}",
    ];
    let before = parse(TEXT);
    assert!(before.errors().is_empty());
    let (mut alone, mut whole) = (0, 0);
    let mut count = |found: Option<Alike>| match found {
        Some(_) => alone += 1,
        None => whole += 1,
    };
    let places: Vec<usize> = TEXT.char_indices().map(|(at, _)| at).collect();
    for (at, &place) in places.iter().enumerate() {
        for inserted in INSERTED {
            let (start, end) = TEXT.split_at(place);
            count(edited(&before, &format!("{start}{inserted}{end}")));
        }
        for length in [1, 2, 7, 30] {
            let end = places.get(at + length).copied().unwrap_or(TEXT.len());
            count(edited(
                &before,
                &format!("{}{}", &TEXT[..place], &TEXT[end..]),
            ));
        }
    }
    assert!(alone > whole / 2, "{alone} alone, {whole} whole");
}

#[test]
fn edits_one_after_another_share_what_none_of_them_touched() {
    let mut text = TEXT.to_owned();
    let first = parse(TEXT);
    let (mut tree, mut since_first) = (parse(TEXT), None::<Alike>);
    for (old, new) in [
        ("a: 1 #", "a: 17 #"),
        ("uri_file", "uri_folder"),
        ("--x 'é'", "--y\n      --x"),
        ("type: ", "tipe: "),
        ("      y", "      y z"),
    ] {
        text = text.replacen(old, new, 1);
        let Some(alike) = edited(&tree, &text) else {
            panic!("parsed whole: {new}");
        };
        since_first = Some(since_first.map_or(alike, |since| since.then(alike)));
        tree = parse(text.as_str());
    }
    let alike = since_first.unwrap();
    let same = tree.nodes().filter_map(|node| {
        let old = alike.before_edit(node.id(), NodeId(node.id().0 + 1))?;
        let is_leaf = node.children().next().is_none();
        is_leaf.then(|| assert_eq!(first.node(old).text(), node.text()))
    });
    assert!(same.count() > 5);
}

#[test]
fn what_may_mean_something_elsewhere_is_parsed_whole() {
    let one = parse("a: &x 1\nb: *x\nc:\n  d: 1\n");
    assert!(edited(&one, "a: &x 1\nb: *x\nc:\n  d: 2\n").is_none());
    let two = parse("a: 1\n---\nc:\n  d: 1\n");
    assert!(edited(&two, "a: 1\n---\nc:\n  d: 2\n").is_none());
    let broken = parse("a: [1\nc:\n  d: 1\n");
    assert!(edited(&broken, "a: [1\nc:\n  d: 2\n").is_none());
}
