//! Which texts have a word, where many names are searched for in the same ones.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::mentions::{ends_name, is_part_of_name};
use crate::work_counter;

/// The words of several texts that may be the name of a file.
#[derive(Debug)]
pub struct WordIndex {
    /// The hash of each word, with the numbers of the texts that have it; sorted.
    entries: Box<[(u32, u32)]>,
}

impl WordIndex {
    /// Reads each of `texts` once.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut entries = Vec::new();
        for (number, text) in (0..).zip(texts) {
            work_counter::spend(text.len() as u64 / 8);
            // A text repeats most of its words.
            let mut words = HashSet::new();
            each_word(text, |word| {
                words.insert(hash(word));
            });
            entries.extend(words.into_iter().map(|word| (word, number)));
        }
        entries.sort_unstable();
        Self {
            entries: entries.into(),
        }
    }

    /// Returns the numbers of the texts that may mention `name`; `None` if it isn't a word, so that any may.
    pub fn texts_with(&self, name: &str) -> Option<impl Iterator<Item = usize>> {
        if !name.chars().all(is_part_of_name) {
            return None;
        }
        let own = hash(name);
        let start = self.entries.partition_point(|(word, _)| *word < own);
        let found = self.entries[start..].iter();
        let found = found.take_while(move |(word, _)| *word == own);
        Some(found.map(|(_, number)| *number as usize))
    }
}

/// Passes each word of `text` to `on_word`, also without the points that end it.
fn each_word<'t>(text: &'t str, mut on_word: impl FnMut(&'t str)) {
    for word in text.split(|c| !is_part_of_name(c)) {
        let points = word.match_indices('.').map(|(at, _)| at);
        let ends = points.filter(|at| ends_name(&word[*at..]));
        for end in ends.chain([word.len()]).filter(|end| *end > 0) {
            on_word(&word[..end]);
        }
    }
}

fn hash(word: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::super::mentions::mentions_of;
    use super::*;

    #[test]
    fn every_text_with_a_mention_is_found() {
        let texts = [
            "cp ./a.yml b.yml.",
            "x = 'a.yml'; y = 'c-d_e.py'",
            "save(`über.csv`), .env, a.yml.bak, b.yml..., my a.b",
            "cp data/.env. out/a.b.-c > b.yml",
        ];
        let index = WordIndex::new(texts);
        let names = [
            "a.yml",
            "b.yml",
            "c-d_e.py",
            "über.csv",
            ".env",
            "a.b",
            "a",
            "b",
            "c",
            "yml",
            "out",
            "data",
        ];
        for name in names {
            let found: Vec<usize> = index.texts_with(name).into_iter().flatten().collect();
            let has = |number: &usize| !mentions_of("a.sh", texts[*number], name).is_empty();
            let expected: Vec<usize> = (0..texts.len()).filter(has).collect();
            assert!(
                expected.iter().all(|it| found.contains(it)),
                "{name}: {found:?}, not {expected:?}"
            );
        }
        let found: Vec<usize> = index.texts_with("b.yml").into_iter().flatten().collect();
        assert_eq!(found, [0, 2, 3]);
        assert!(index.texts_with("my file.csv").is_none());
    }
}
