//! Frequencies of words in a text, optionally without some of its places.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::text::TextRange;

/// Frequencies of the words of a text and of their parts, computed on first use.
pub(super) struct WordCounts<'a> {
    text: &'a str,
    counts: OnceLock<WordPartCounts<'a>>,
}

/// Frequencies of words, and of their parts separated by `_`.
#[derive(Default)]
struct WordPartCounts<'a> {
    words: HashMap<&'a str, usize>,
    parts: HashMap<&'a str, usize>,
}

impl<'a> WordPartCounts<'a> {
    fn add(&mut self, text: &'a str) {
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if word.is_empty() {
                continue;
            }
            *self.words.entry(word).or_default() += 1;
            for part in word.split('_') {
                *self.parts.entry(part).or_default() += 1;
            }
        }
    }
}

/// Frequencies of words outside of some places, which never split words.
pub(super) struct WordsOutside<'w, 'a> {
    all: &'w WordPartCounts<'a>,
    left_out: WordPartCounts<'a>,
}

impl<'a> WordCounts<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            counts: OnceLock::new(),
        }
    }

    pub(super) fn outside(&self, places: &[TextRange]) -> WordsOutside<'_, 'a> {
        let mut left_out = WordPartCounts::default();
        let mut places = places.to_vec();
        places.sort_unstable();
        places.dedup();
        places
            .iter()
            .for_each(|place| left_out.add(place.slice(self.text)));
        let all = self.counts.get_or_init(|| {
            let mut counts = WordPartCounts::default();
            counts.add(self.text);
            counts
        });
        WordsOutside { all, left_out }
    }
}

impl WordsOutside<'_, '_> {
    pub(super) fn count(&self, word: &str) -> usize {
        let [all, left_out] =
            [self.all, &self.left_out].map(|counts| counts.words.get(word).copied().unwrap_or(0));
        all.saturating_sub(left_out)
    }

    pub(super) fn has_part(&self, part: &str) -> bool {
        let [all, left_out] =
            [self.all, &self.left_out].map(|counts| counts.parts.get(part).copied().unwrap_or(0));
        all > left_out
    }
}
