//! What holds for every tree, of whatever text: sound, broken or hostile.
#![allow(clippy::unwrap_used)] // Helpers of tests.

use azml_rules::fix::{Edit, Fix, apply};
use azml_rules::syntax::{Node, Tree, parse, parse_edited};
use azml_rules::text::{Column, LineIndex, TextRange};
use azml_tests::sources::{fixtures, sources, yaml_files};
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, TestRunner};

fn check(tree: &Tree) {
    let text = tree.text();
    let whole = TextRange::new(0, u32::try_from(text.len()).unwrap());
    let sound = |range: TextRange| {
        assert!(whole.contains_range(range), "{range:?} outside {text:?}");
        assert!(
            text.get(std::ops::Range::from(range)).is_some(),
            "{range:?} splits a character of {text:?}"
        );
    };
    let mut start = 0;
    for node in tree.nodes() {
        sound(node.range());
        assert!(
            node.range().start >= start,
            "{node:?} is not in the order of {text:?}"
        );
        start = node.range().start;
        check_children(node);
    }
    for error in tree.errors() {
        sound(error.range);
        assert!(
            text.is_empty() || !error.range.is_empty(),
            "{error:?} marks nothing in {text:?}"
        );
        assert!(
            !error.message.contains('\n') && !error.message.ends_with('.'),
            "{error:?}"
        );
        error.opened.iter().for_each(|(range, _)| sound(*range));
    }
    assert!(
        tree.errors().is_sorted_by_key(|error| error.range),
        "{:?}",
        tree.errors()
    );
    for pair in tree.comments().windows(2) {
        assert!(pair[0].end <= pair[1].start, "{pair:?} in {text:?}");
    }
    for comment in tree.comments() {
        sound(*comment);
        assert!(
            comment.slice(text).starts_with('#'),
            "{comment:?} in {text:?}"
        );
    }
    for (first, second) in tree.duplicate_keys() {
        assert_eq!(first.text(), second.text());
    }
}

fn check_children(node: Node<'_>) {
    let text = node.tree().text();
    let mut end = node.range().start;
    for child in node.children() {
        assert_eq!(child.parent(), Some(node));
        assert!(child.id() > node.id());
        assert!(
            node.range().contains_range(child.range()),
            "{child:?} outside {node:?} of {text:?}"
        );
        assert!(
            child.range().start >= end,
            "{child:?} overlaps its neighbour in {text:?}"
        );
        end = child.range().end;
        if let Some(dash) = child.item_dash() {
            assert_eq!(dash.slice(text), "-");
        }
    }
    assert_eq!(
        node.entries().count() * 2,
        if node.entries().count() == 0 {
            0
        } else {
            node.children().count()
        }
    );
}

/// The definition that the fast search stands for.
fn naive_node_at(tree: &Tree, offset: u32) -> Option<Node<'_>> {
    let mut found = tree
        .documents()
        .filter(|root| root.range().touches(offset))
        .last()?;
    while let Some(deeper) = found
        .children()
        .filter(|child| child.range().touches(offset))
        .last()
    {
        found = deeper;
    }
    Some(found)
}

fn seeds() -> Vec<String> {
    let mut texts: Vec<String> = sources(12).into_iter().map(|(_, text)| text).collect();
    let own = yaml_files(&fixtures())
        .into_iter()
        .map(|path| std::fs::read_to_string(path).unwrap());
    texts.extend(own);
    let cases = parse(std::fs::read_to_string(fixtures().join("yaml/cases.yaml")).unwrap());
    let yaml = cases
        .nodes()
        .filter(|node| node.is_key() && node.text() == Some("yaml"));
    texts.extend(yaml.filter_map(|key| key.value_of_key()?.text().map(str::to_owned)));
    texts
}

const BITS: [&str; 40] = [
    " ",
    "  ",
    "\n",
    "\r",
    "\r\n",
    "\t",
    ":",
    ": ",
    "- ",
    "-",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "#",
    " #",
    "|",
    ">",
    "&a",
    "*a",
    "!t",
    "? ",
    "---\n",
    "...\n",
    "%",
    "@",
    "`",
    "${{",
    "}}",
    "{{",
    "é",
    "😀",
    "\u{feff}",
    "\0",
    "\\",
    "key: value\n",
    "\u{2028}",
];

/// One change of a text, as shares of its length so that it fits any text.
#[derive(Clone, Debug)]
struct Change {
    at: prop::sample::Index,
    longest: usize,
    bit: &'static str,
    sort: Sort,
}

#[derive(Clone, Copy, Debug)]
enum Sort {
    Cut,
    Remove,
    Replace,
    Insert,
}

prop_compose! {
    fn change()(
        at in any::<prop::sample::Index>(),
        longest in 0..6_usize,
        bit in prop::sample::select(&BITS[..]),
        // What comes first is what a failure shrinks to.
        sort in prop::sample::select(&[Sort::Insert, Sort::Insert, Sort::Replace, Sort::Remove,
            Sort::Cut][..]),
    ) -> Change {
        Change { at, longest, bit, sort }
    }
}

fn mutated(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    for change in changes {
        let mut at = change.at.index(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let mut end = (at + change.longest).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        match change.sort {
            Sort::Cut => text.truncate(at),
            Sort::Remove => text.replace_range(at..end, ""),
            Sort::Replace => text.replace_range(at..end, change.bit),
            Sort::Insert => text.insert_str(at, change.bit),
        }
    }
    text
}

/// Real texts with up to four changes, or nothing but bits one after the other.
fn texts() -> impl Strategy<Value = String> {
    let broken = (
        prop::sample::select(seeds()),
        prop::collection::vec(change(), 1..5),
    );
    prop_oneof![
        9 => broken.prop_map(|(seed, changes)| mutated(&seed, &changes)),
        1 => prop::collection::vec(prop::sample::select(&BITS[..]), 0..12).prop_map(|bits|
            bits.concat()),
    ]
}

/// As many cases as `PROPTEST_CASES` says, else so many.
fn cases(count: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|count| count.parse().ok());
    ProptestConfig {
        cases: asked.unwrap_or(count),
        // What once failed is tried first: the seeds are committed.
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(SEEDS))),
        ..ProptestConfig::default()
    }
}

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/yaml/failed.seeds");

#[test]
fn sound_files_give_sound_trees() {
    for text in seeds() {
        check(&parse(text));
    }
}

#[test]
fn mutated_files_give_sound_trees() {
    let run = |(text, line): (String, prop::sample::Index)| {
        let tree = parse(text.as_str());
        check(&tree);
        if !tree.errors().is_empty() {
            let line = u32::try_from(line.index(text.lines().count().max(1))).unwrap();
            check(&parse_edited(text.as_str(), &[line, line + 1]));
        }
        Ok(())
    };
    TestRunner::new(cases(5_000))
        .run(&(texts(), any::<prop::sample::Index>()), run)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn node_at_finds_the_deepest_node() {
    let run = |text: String| {
        let tree = parse(text.as_str());
        for offset in (0..u32::try_from(text.len()).unwrap() + 2).step_by(7) {
            prop_assert_eq!(
                tree.node_at(offset),
                naive_node_at(&tree, offset),
                "{}",
                offset
            );
        }
        Ok(())
    };
    TestRunner::new(cases(200))
        .run(&texts(), run)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// From an offset to a line and a column and back, in whatever unit the client counts.
#[test]
fn positions_lead_back_to_their_offsets() {
    let run = |(text, at): (String, prop::sample::Index)| {
        let index = LineIndex::new(&text);
        let mut at = at.index(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let offset = u32::try_from(at).unwrap();
        for unit in [Column::Utf8, Column::Utf16, Column::Utf32] {
            let position = index.position(&text, offset, unit);
            // No column is between the two characters of a line break.
            let there = offset.min(index.line(&text, position.line).end);
            prop_assert_eq!(index.offset(&text, position, unit), there, "{:?}", unit);
        }
        Ok(())
    };
    TestRunner::new(cases(2_000))
        .run(&(texts(), any::<prop::sample::Index>()), run)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Fixes that do not touch one another are all applied, and every byte outside of them stays.
#[test]
fn what_fixes_do_not_name_stays() {
    let run = |(text, cuts): (String, Vec<(prop::sample::Index, usize, &'static str)>)| {
        let mut edits = Vec::new();
        let mut wanted = String::new();
        let mut last = 0;
        let mut starts: Vec<_> = cuts
            .iter()
            .map(|cut| (cut.0.index(text.len() + 1), cut.1, cut.2))
            .collect();
        starts.sort_unstable();
        for (start, length, with) in starts {
            let end = (start + length).min(text.len());
            let touches = start < last || (start == last && !edits.is_empty());
            if touches || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
                continue;
            }
            wanted.push_str(&text[last..start]);
            wanted.push_str(with);
            last = end;
            edits.push(Edit {
                path: None,
                range: TextRange::new(u32::try_from(start).unwrap(), u32::try_from(end).unwrap()),
                text: with.to_owned(),
            });
        }
        wanted.push_str(&text[last..]);
        let fixes: Vec<Fix> = edits
            .into_iter()
            .map(|edit| Fix::safe("one", vec![edit]))
            .collect();
        prop_assert_eq!(apply(&text, &fixes).0, wanted);
        Ok(())
    };
    let cut = (
        any::<prop::sample::Index>(),
        0..9_usize,
        prop::sample::select(&BITS[..]),
    );
    TestRunner::new(cases(2_000))
        .run(&(texts(), prop::collection::vec(cut, 0..6)), run)
        .unwrap_or_else(|failure| panic!("{failure}"));
}
