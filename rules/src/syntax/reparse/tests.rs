//! The tree of an edited text equals the tree of the whole text, for every edit.

use super::reparse;
use crate::syntax::reparse::tree_diff::Alike;
use crate::syntax::tests::shown;
use crate::syntax::{NodeId, Tree, parse, parse_edited};

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

/// Reparses `text`, and compares the result to the tree of the whole text.
fn edited(before: &Tree, text: &str, lines: &[u32]) -> Option<(Tree, Alike)> {
    let (tree, alike) = reparse(before, &text.into(), lines)?;
    assert_eq!(shown(&tree), shown(&parse_edited(text, lines)), "{text}");
    for node in tree.nodes().filter(|node| node.children().next().is_none()) {
        let end = NodeId(node.id().0 + 1);
        if let Some(old) = alike.before_edit(node.id(), end) {
            assert_eq!(before.node(old).text(), node.text(), "{text}");
        }
    }
    Some((tree, alike))
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
    let mut count = |found: Option<(Tree, Alike)>| match found {
        Some(_) => alone += 1,
        None => whole += 1,
    };
    let places: Vec<usize> = TEXT.char_indices().map(|(at, _)| at).collect();
    for (at, &place) in places.iter().enumerate() {
        for inserted in INSERTED {
            let (start, end) = TEXT.split_at(place);
            let line = u32::try_from(start.matches('\n').count()).unwrap();
            let last = line + u32::try_from(inserted.matches('\n').count()).unwrap();
            let lines: Vec<u32> = (line..=last).collect();
            count(edited(&before, &format!("{start}{inserted}{end}"), &lines));
        }
        for length in [1, 2, 7, 30] {
            let end = places.get(at + length).copied().unwrap_or(TEXT.len());
            let line = u32::try_from(TEXT[..place].matches('\n').count()).unwrap();
            let text = format!("{}{}", &TEXT[..place], &TEXT[end..]);
            count(edited(&before, &text, &[line]));
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
        let Some((_, alike)) = edited(&tree, &text, &[]) else {
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

/// Types letter by letter: most intermediate texts are not YAML.
#[test]
fn what_is_written_is_repaired_where_it_is() {
    for (behind, written) in [
        (
            "two:",
            "\n    component: ./a.yml\n    inputs:\n      x: [1, {a: 2}]\n      y: 'z'",
        ),
        ("type: uri_file", "\n    description: \"a b\"\n    - x"),
        ("--x 'é'", "\n    env\n    tags: {a: b}"),
    ] {
        let at = TEXT.find(behind).unwrap() + behind.len();
        let mut tree = parse(TEXT);
        let (mut lines, mut whole) = (Vec::new(), 0);
        let places = written.char_indices().map(|(at, c)| at + c.len_utf8());
        for end in places {
            let text = format!("{}{}{}", &TEXT[..at], &written[..end], &TEXT[at..]);
            let line = TEXT[..at].matches('\n').count() + written[..end].matches('\n').count();
            lines.retain(|before| *before != line as u32);
            lines.push(u32::try_from(line).unwrap());
            tree = match edited(&tree, &text, &lines) {
                Some((tree, _)) => tree,
                None => {
                    whole += 1;
                    parse_edited(text.as_str(), &lines)
                }
            };
            if tree.errors().is_empty() {
                lines.clear();
            }
        }
        assert!(whole * 2 < written.len(), "{whole} times whole: {written}");
    }
}

#[test]
fn many_edits_one_after_another_give_the_tree_of_the_whole_text() {
    const PIECES: [&str; 16] = [
        "a",
        "k: v",
        ": ",
        "\n",
        "\n    ",
        "\n  k:",
        "\n      - x",
        "[",
        "]",
        "{",
        "\"",
        "'",
        " # c",
        "|\n        t",
        "  ",
        "-",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % limit
    };
    let (mut alone, mut broken) = (0, 0);
    for _ in 0..700 {
        let (mut text, mut tree, mut lines) = (TEXT.to_owned(), parse(TEXT), Vec::<u32>::new());
        for _ in 0..5 {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = below(places.len());
            let end = (at + [0, 0, 0, 1, 3][below(5)]).min(places.len() - 1);
            let piece = PIECES[below(PIECES.len())];
            // Edited lines are numbered as in an editor: lines after the edit move with it.
            let line_of = |text: &str| u32::try_from(text.matches('\n').count()).unwrap();
            let first = line_of(&text[..places[at]]);
            let (old_last, new_last) = (line_of(&text[..places[end]]), first + line_of(piece));
            text.replace_range(places[at]..places[end], piece);
            let above = lines.iter().copied().filter(|line| *line < first);
            let below_it = lines.iter().filter(|line| **line > old_last);
            let below_it = below_it.map(|line| line - old_last + new_last);
            lines = above.chain(first..=new_last).chain(below_it).collect();
            tree = match edited(&tree, &text, &lines) {
                Some((tree, _)) => {
                    alone += 1;
                    broken += usize::from(!tree.errors().is_empty());
                    tree
                }
                None => parse_edited(text.as_str(), &lines),
            };
            if tree.errors().is_empty() {
                lines.clear();
            }
        }
    }
    assert!(
        alone > 100 && broken > 20,
        "{alone} alone, {broken} of them broken"
    );
}

#[test]
fn a_mapping_that_becomes_long_is_searched_as_one() {
    let keys = |count: usize| -> String { (0..count).map(|n| format!("  k{n}: {n}\n")).collect() };
    let padding: String = (0..40).map(|n| format!("p{n}: text\n")).collect();
    let text = |keys: &str| format!("m:\n{keys}{padding}");
    let mut tree = parse(text(&keys(31)));
    for count in [32, 33, 34, 33, 32, 31] {
        let now = text(&keys(count));
        tree = match edited(&tree, &now, &[]) {
            Some((tree, _)) => tree,
            None => parse(now),
        };
        for key in ["k0", "k30", "k31", "k32", "k33"] {
            let found = tree.root().and_then(|root| root.get_path(&["m", key]));
            let n: usize = key[1..].parse().unwrap();
            assert_eq!(found.is_some(), n < count, "{key} of {count}");
        }
    }
}

#[test]
fn what_may_mean_something_elsewhere_is_parsed_whole() {
    let one = parse("a: &x 1\nb: *x\nc:\n  d: 1\n");
    assert!(edited(&one, "a: &x 1\nb: *x\nc:\n  d: 2\n", &[]).is_none());
    let two = parse("a: 1\n---\nc:\n  d: 1\n");
    assert!(edited(&two, "a: 1\n---\nc:\n  d: 2\n", &[]).is_none());
    let broken = parse("a: [1\nc:\n  d: 1\n");
    assert!(edited(&broken, "a: [1\nc:\n  d: 2\n", &[]).is_none());
}
