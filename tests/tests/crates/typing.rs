//! While someone types, the rest of the file keeps its keys: exact ranges, right paths.
//!
//! Forty files are broken at fifty places each: a line cut at the cursor, or a half-typed line put
//! in. Of the texts that a strict parser rejects, the keys outside the damaged line are counted
//! that keep their range and their chain of keys.
#![allow(clippy::unwrap_used)] // Helpers of tests.
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
    /// Texts with one error.
    single: u32,
    /// Texts with an error that marks the damaged line.
    placed: u32,
}

impl Count {
    fn add(&mut self, tree: &Tree, damaged: &Damaged) -> f64 {
        let found: HashMap<TextRange, Vec<String>> = tree
            .nodes()
            .filter(|node| node.is_key())
            .map(|node| (node.range(), key_path(node)))
            .collect();
        let share = |good: usize, all: usize| {
            if all == 0 {
                1.0
            } else {
                good as f64 / all as f64
            }
        };
        let kept = damaged
            .keys
            .iter()
            .filter(|(range, _)| found.contains_key(range))
            .count();
        let sure: Vec<_> = damaged
            .keys
            .iter()
            .filter_map(|(range, path)| Some((range, path.as_ref()?)))
            .collect();
        let right = sure
            .iter()
            .filter(|(range, path)| found.get(range) == Some(path))
            .count();
        let paths = share(right, sure.len());
        self.texts += 1;
        self.ranges += share(kept, damaged.keys.len());
        self.paths += paths;
        self.whole += u32::from(right == sure.len());
        self.poor += u32::from(paths < 0.5);
        self.single += u32::from(tree.errors().len() == 1);
        let index = LineIndex::new(tree.text());
        self.placed += u32::from(
            tree.errors()
                .iter()
                .any(|error| index.line_of(error.range.start) == damaged.line),
        );
        paths
    }

    fn percent(&self, sum: f64) -> f64 {
        sum * 100.0 / f64::from(self.texts.max(1))
    }

    fn report(&self) -> String {
        format!(
            "{:.2} % key ranges, {:.2} % key paths ({:.1} % of texts complete, {:.1} % under \
                half); \
             one error in {:.1} %, an error on the line in {:.1} %",
            self.percent(self.ranges),
            self.percent(self.paths),
            self.percent(f64::from(self.whole)),
            self.percent(f64::from(self.poor)),
            self.percent(f64::from(self.single)),
            self.percent(f64::from(self.placed)),
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

/// Puts `with` in place of `range`; keys on `line` count as damaged, and so do the paths below
/// them.
fn edit(text: &str, tree: &Tree, range: TextRange, with: &str, line: TextRange) -> Damaged {
    let length = u32::try_from(with.len()).unwrap();
    let moved = |key: TextRange| {
        let to = |offset: u32| {
            if key.start < range.start {
                offset
            } else {
                offset + length - range.len()
            }
        };
        TextRange::new(to(key.start), to(key.end))
    };
    let on_line = |node: Node<'_>| !line.is_empty() && line.touches(node.range().start);
    let keys = tree
        .nodes()
        .filter(|node| node.is_key() && !on_line(*node))
        .map(|key| {
            let mut parents = std::iter::successors(key.parent(), |node| node.parent());
            let lost = parents.any(|node| node.key().is_some_and(on_line));
            (moved(key.range()), (!lost).then(|| key_path(key)))
        });
    let mut edited = text.to_owned();
    let keys = keys.collect();
    edited.replace_range(std::ops::Range::from(range), with);
    let at = range.start + length.saturating_sub(u32::from(with.ends_with('\n')));
    let number = LineIndex::new(&edited).line_of(at);
    Damaged {
        keys,
        line: number,
        text: edited,
    }
}

fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches(' ').len()]
}

/// A line with something on it, by number and place.
fn any_line(text: &str, random: &mut Random) -> (u32, TextRange) {
    let index = LineIndex::new(text);
    let number = random.below(index.line_count().saturating_sub(1).max(1));
    (number, index.line(text, number))
}

fn somewhere(text: &str, line: TextRange, random: &mut Random) -> u32 {
    let mut at = line.start + random.below(line.len().max(1));
    while !text.is_char_boundary(at as usize) {
        at -= 1;
    }
    at
}

/// A line cut at the cursor, or a half-typed line put in.
fn typing(text: &str, tree: &Tree, turn: u32, random: &mut Random) -> Damaged {
    let (number, line) = any_line(text, random);
    if turn.is_multiple_of(2) {
        let at = somewhere(text, line, random);
        return edit(text, tree, TextRange::new(at, line.end), "", line);
    }
    // Editors indent a new line like the one above; people often move it to the one below.
    let above = LineIndex::new(text).line(text, number.saturating_sub(1));
    let neighbour = if turn % 4 == 1 { above } else { line };
    let typed = format!(
        "{}{}\n",
        indentation(neighbour.slice(text)),
        TYPED[(turn / 2) as usize % TYPED.len()]
    );
    edit(
        text,
        tree,
        TextRange::empty(line.start),
        &typed,
        TextRange::empty(line.start),
    )
}

/// Something else that goes wrong on one line; not looked at while the recovery was written.
fn accident(text: &str, tree: &Tree, random: &mut Random) -> Damaged {
    let (_, line) = any_line(text, random);
    let at = somewhere(text, line, random);
    let next = text[at as usize..]
        .chars()
        .next()
        .map_or(0, |c| u32::try_from(c.len_utf8()).unwrap());
    let one = TextRange::new(at, (at + next).min(line.end).max(at));
    let indent = u32::try_from(indentation(line.slice(text)).len()).unwrap();
    let (range, with) = match random.below(6) {
        0 => (
            TextRange::empty(at),
            *random.pick::<&str>(&["\"", "'", "[", "{", "]", ": ", "#", "&", "*", "\t"]),
        ),
        1 => (one, ""),
        2 => (one, *random.pick::<&str>(&[":", "\"", "-", "{", " ", "x"])),
        3 => (
            TextRange::empty(line.start),
            *random.pick::<&str>(&[" ", "  ", "   "]),
        ),
        4 => (
            TextRange::new(line.start, line.start + indent.min(1 + random.below(2))),
            "",
        ),
        _ => (TextRange::empty(at), "\n"),
    };
    edit(text, tree, range, with, line)
}

/// Breaks every file many times and counts; the first count knows the edited line, the second does
/// not.
fn simulate(name: &str, mut damage: impl FnMut(&str, &Tree, u32) -> Damaged) -> (Count, Count) {
    let (mut known, mut unknown) = (Count::default(), Count::default());
    for (file, text) in sources(FILES) {
        let tree = parse(text.as_str());
        for turn in 0..POSITIONS {
            let damaged = damage(&text, &tree, turn);
            let blind = parse(damaged.text.as_str());
            if blind.errors().is_empty() {
                continue;
            }
            let edited = parse_edited(damaged.text.as_str(), &[damaged.line]);
            let worst = known
                .add(&edited, &damaged)
                .min(unknown.add(&blind, &damaged));
            let misplaced = blind.errors().len() != 1 || edited.errors().len() != 1;
            if std::env::var_os("AZML_TYPING_SHOW").is_some() && (worst < 1.0 || misplaced) {
                println!(
                    "--- {worst:.2} {file}:{}\n{}",
                    damaged.line + 1,
                    around(&damaged)
                );
                for error in blind.errors() {
                    println!(
                        "{}: {}",
                        LineIndex::new(&damaged.text).line_of(error.range.start) + 1,
                        error.message
                    );
                }
            }
        }
    }
    println!("{name}: {} texts broken", known.texts);
    println!("  edited line known: {}", known.report());
    println!("  nothing known:     {}", unknown.report());
    assert!(
        known.texts > 100,
        "the simulation breaks too little to say anything"
    );
    (known, unknown)
}

#[test]
fn typing_leaves_the_other_keys_in_place() {
    let mut random = Random::new(7);
    let (known, unknown) = simulate("typing simulation", |text, tree, turn| {
        typing(text, tree, turn, &mut random)
    });
    assert!(known.percent(known.paths) >= 99.0 && known.percent(known.ranges) >= 99.0);
    assert!(unknown.percent(unknown.paths) >= 98.0 && unknown.percent(unknown.ranges) >= 98.0);
}

#[test]
fn accidents_leave_most_keys_in_place() {
    let mut random = Random::new(8);
    let (known, unknown) = simulate("accidents", |text, tree, _| {
        accident(text, tree, &mut random)
    });
    assert!(known.percent(known.paths) >= 97.0 && known.percent(known.ranges) >= 99.0);
    assert!(unknown.percent(unknown.paths) >= 96.0 && unknown.percent(unknown.ranges) >= 99.0);
}

fn around(damaged: &Damaged) -> String {
    let index = LineIndex::new(&damaged.text);
    let lines = damaged.line.saturating_sub(4)..damaged.line + 5;
    let shown = lines.map(|line| {
        let mark = if line == damaged.line { '>' } else { ' ' };
        format!(
            "{mark} {}\n",
            index.line(&damaged.text, line).slice(&damaged.text)
        )
    });
    shown.collect()
}
