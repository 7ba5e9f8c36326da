//! While someone types, the rest of the file keeps its keys: exact ranges, right paths.
//!
//! Forty files are broken at fifty places each: a line cut at the cursor, or a half-typed line put in. Of the texts that
//! a strict parser rejects, the keys outside the damaged line are counted that keep their range and their chain of keys.
#![allow(clippy::print_stdout)] // The figures are the point of the test.

use std::collections::HashMap;

use azml_rules::syntax::{Node, Segment, Tree, parse, parse_edited};
use azml_rules::text::{LineIndex, TextRange};
use azml_tests::{random::Random, sources::sources};

const FILES: usize = 40;
const POSITIONS: u32 = 50;
const TYPED: [&str; 10] = [
    "compute: [",
    "foo: \"abc",
    "foo: {a: 1",
    "'abc",
    "- ",
    "${{",
    "comp",
    "foo: bar: baz",
    "\tfoo: 1",
    "foo: ${{ inputs.",
];

/// A text with one damaged line.
struct Damaged {
    text: String,
    line: u32,
    /// Keys as they should still be; the path only where the damage leaves no doubt about it.
    keys: Vec<(TextRange, Option<Vec<String>>)>,
}

#[derive(Default)]
struct Count {
    texts: u32,
    ranges: f64,
    paths: f64,
    whole: u32,
    poor: u32,
}

impl Count {
    fn add(&mut self, tree: &Tree, damaged: &Damaged) -> f64 {
        let found: HashMap<TextRange, Vec<String>> =
            tree.nodes().filter(|node| node.is_key()).map(|node| (node.range(), key_path(node))).collect();
        let share = |good: usize, all: usize| if all == 0 { 1.0 } else { good as f64 / all as f64 };
        let kept = damaged.keys.iter().filter(|(range, _)| found.contains_key(range)).count();
        let sure: Vec<_> = damaged.keys.iter().filter_map(|(range, path)| Some((range, path.as_ref()?))).collect();
        let right = sure.iter().filter(|(range, path)| found.get(range) == Some(path)).count();
        let paths = share(right, sure.len());
        self.texts += 1;
        self.ranges += share(kept, damaged.keys.len());
        self.paths += paths;
        self.whole += u32::from(right == sure.len());
        self.poor += u32::from(paths < 0.5);
        paths
    }

    fn percent(&self, sum: f64) -> f64 {
        sum * 100.0 / f64::from(self.texts.max(1))
    }

    fn report(&self) -> String {
        format!(
            "{:.2} % key ranges, {:.2} % key paths ({:.1} % of texts complete, {:.1} % under half)",
            self.percent(self.ranges),
            self.percent(self.paths),
            self.percent(f64::from(self.whole)),
            self.percent(f64::from(self.poor)),
        )
    }
}

fn key_path(node: Node<'_>) -> Vec<String> {
    node.path()
        .into_iter()
        .filter_map(|segment| match segment {
            Segment::Key(key) => Some(key),
            Segment::Index(_) => None,
        })
        .collect()
}

fn cut(text: &str, tree: &Tree, line: TextRange, at: u32, number: u32) -> Damaged {
    let (start, end) = (at as usize, line.end as usize);
    let removed = line.end - at;
    let keys = tree.nodes().filter(|node| node.is_key() && !line.touches(node.range().start));
    let moved = |range: TextRange| {
        if range.start < line.start { range } else { TextRange::new(range.start - removed, range.end - removed) }
    };
    let keys = keys.map(|key| {
        let mut parents = std::iter::successors(key.parent(), |node| node.parent());
        let lost = parents.any(|node| node.key().is_some_and(|key| line.touches(key.range().start)));
        (moved(key.range()), (!lost).then(|| key_path(key)))
    });
    Damaged { keys: keys.collect(), text: format!("{}{}", &text[..start], &text[end..]), line: number }
}

fn insert(text: &str, tree: &Tree, at: u32, typed: &str, number: u32) -> Damaged {
    let line = format!("{typed}\n");
    let moved = |range: TextRange| {
        let by = if range.start < at { 0 } else { u32::try_from(line.len()).unwrap() };
        TextRange::new(range.start + by, range.end + by)
    };
    let keys = tree.nodes().filter(|node| node.is_key());
    let keys = keys.map(|key| (moved(key.range()), Some(key_path(key)))).collect();
    let (before, behind) = text.split_at(at as usize);
    Damaged { keys, text: format!("{before}{line}{behind}"), line: number }
}

fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches(' ').len()]
}

fn damage(text: &str, tree: &Tree, turn: u32, random: &mut Random) -> Damaged {
    let index = LineIndex::new(text);
    let number = random.below(index.line_count().saturating_sub(1).max(1));
    let line = index.line(text, number);
    if turn.is_multiple_of(2) {
        let mut at = line.start + random.below(line.len().max(1));
        while !text.is_char_boundary(at as usize) {
            at -= 1;
        }
        return cut(text, tree, line, at, number);
    }
    // Editors indent a new line like the one above; people often move it to the one below.
    let neighbour = if turn % 4 == 1 && number > 0 { index.line(text, number - 1) } else { line };
    let typed = TYPED[(turn / 2) as usize % TYPED.len()];
    insert(text, tree, line.start, &format!("{}{typed}", indentation(neighbour.slice(text))), number)
}

#[test]
fn typing_leaves_the_other_keys_in_place() {
    let mut random = Random::new(7);
    let (mut known, mut unknown) = (Count::default(), Count::default());
    for (name, text) in sources(FILES) {
        let tree = parse(text.as_str());
        for turn in 0..POSITIONS {
            let damaged = damage(&text, &tree, turn, &mut random);
            let blind = parse(damaged.text.as_str());
            if blind.errors().is_empty() {
                continue;
            }
            let edited = parse_edited(damaged.text.as_str(), &[damaged.line]);
            let worst = known.add(&edited, &damaged).min(unknown.add(&blind, &damaged));
            if std::env::var_os("AZML_TYPING_SHOW").is_some() && worst < 1.0 {
                println!("--- {worst:.2} {name}:{}\n{}", damaged.line + 1, around(&damaged));
            }
        }
    }
    println!("typing simulation: {} texts broken", known.texts);
    println!("edited line known: {}", known.report());
    println!("nothing known:     {}", unknown.report());
    assert!(known.texts > 100, "the simulation breaks too little to say anything");
    assert!(known.percent(known.paths) >= 99.0 && known.percent(known.ranges) >= 99.0);
    assert!(unknown.percent(unknown.paths) >= 98.0 && unknown.percent(unknown.ranges) >= 98.0);
}

fn around(damaged: &Damaged) -> String {
    let index = LineIndex::new(&damaged.text);
    let lines = damaged.line.saturating_sub(4)..damaged.line + 5;
    let shown = lines.map(|line| {
        let mark = if line == damaged.line { '>' } else { ' ' };
        format!("{mark} {}\n", index.line(&damaged.text, line).slice(&damaged.text))
    });
    shown.collect()
}
