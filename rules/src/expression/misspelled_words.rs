//! Spelling mistakes in the fixed words of an expression: `parents`, `input`, `jbos`.

use std::ops::Range;

use super::target::MACROS;
use crate::similar::closest;

/// First words of template languages that are expanded before Azure ML reads the file.
const TEMPLATES: &[&str] = &[
    "parameters",
    "variables",
    "secrets",
    "github",
    "env",
    "matrix",
    "vars",
    "needs",
    "runner",
    "steps",
    "values",
];

/// Returns the misspelled word of the path `inner`, which is at offset `at`, and its correction.
pub(super) fn misspelled_word(inner: &str, at: usize) -> Option<(Range<usize>, &'static str)> {
    let mut words: Vec<(&str, Range<usize>)> = Vec::new();
    let mut start = at;
    for word in inner.split('.') {
        words.push((word, start..start + word.len()));
        start += word.len() + 1;
    }
    let (first, rest) = words.split_first()?;
    if rest.is_empty() {
        let known = closest_word(first, MACROS).filter(|(_, expected)| expected.len() > 5);
        return known;
    }
    if TEMPLATES.contains(&first.0) {
        return None;
    }
    if let Some(found) = closest_word(
        first,
        &["inputs", "outputs", "search_space", "parent", "jobs"],
    ) {
        // `job.x` alone is as likely another name.
        return (found.1 != "jobs").then_some(found);
    }
    if first.0 != "parent" {
        return None;
    }
    if let Some(found) = closest_word(&rest[0], &["inputs", "outputs", "jobs"]) {
        return Some(found);
    }
    if rest[0].0 != "jobs" {
        return None;
    }
    closest_word(rest.get(2)?, &["outputs", "inputs"])
}

fn closest_word(
    word: &(&str, Range<usize>),
    known: &[&'static str],
) -> Option<(Range<usize>, &'static str)> {
    if known.contains(&word.0) {
        return None;
    }
    let expected = closest(word.0, known.iter().copied())?;
    Some((
        word.1.clone(),
        known.iter().copied().find(|known| *known == expected)?,
    ))
}
