//! What holds for every tree, of whatever text: sound, broken or hostile.
#![allow(clippy::unwrap_used)] // Helpers of tests.

use azml_rules::fix::{Edit, Fix, apply};
use azml_rules::syntax::{parse, parse_edited};
use azml_rules::text::TextRange;
use azml_tests::properties::check_tree;
use azml_tests::sources::{fixtures, sources, yaml_files};
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed, TestRunner};

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

/// As many cases as `PROPTEST_CASES` says, else so many, which are always the same: luck must not
/// hold up a change that has nothing to do with what is found.
fn cases(count: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|count| count.parse().ok());
    ProptestConfig {
        cases: asked.unwrap_or(count),
        rng_seed: asked.map_or(RngSeed::Fixed(1), |_| RngSeed::Random),
        // What once failed is tried first: the seeds are committed.
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(SEEDS))),
        ..ProptestConfig::default()
    }
}

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/yaml/failed.seeds");

#[test]
fn sound_files_give_sound_trees() {
    for text in seeds() {
        check_tree(&parse(text));
    }
}

#[test]
fn what_failed_once_gives_sound_trees() {
    for text in [
        "---\n\u{feff}- \n- \u{feff}",
        "\u{feff}\u{feff}-\r@\n- \u{feff}{{\u{feff} #",
    ] {
        check_tree(&parse(text));
        check_tree(&parse_edited(text, &[0, 1]));
    }
}

#[test]
fn mutated_files_give_sound_trees() {
    let run = |(text, line): (String, prop::sample::Index)| {
        let tree = parse(text.as_str());
        check_tree(&tree);
        if !tree.errors().is_empty() {
            let line = u32::try_from(line.index(text.lines().count().max(1))).unwrap();
            check_tree(&parse_edited(text.as_str(), &[line, line + 1]));
        }
        Ok(())
    };
    TestRunner::new(cases(5_000))
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
            edits.push(Edit::new(
                TextRange::new(u32::try_from(start).unwrap(), u32::try_from(end).unwrap()),
                with.to_owned(),
            ));
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
