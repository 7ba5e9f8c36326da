//! "Did you mean": the closest of several names, if any is close enough.

use crate::{cancellation, work_counter};

/// Maximum number of comparisons of unknown names with known ones: longer lists were generated, not typed.
const MOST_COMPARED: usize = 40_000;

/// Maximum number of names of files that one may be a typo of: those of longer lists were made by a program.
pub(crate) const MOST_NAMES: usize = 500;

/// Returns `true` if it is looked what each of `unknown` names was meant to be among `known` ones.
pub fn are_typed(unknown: usize, known: usize) -> bool {
    unknown.saturating_mul(known) <= MOST_COMPARED
}

/// Returns the candidate closest to `word`; `None` if more than a third of its letters
/// differ in each of them.
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    cancellation::poll();
    let is_plain = word.is_ascii();
    let letters = if is_plain {
        word.len()
    } else {
        word.chars().count()
    };
    let mut allowed = (letters / 3).clamp(1, 3);
    let mut lowered = None;
    let mut other = Vec::new();
    let mut rows = Rows::default();
    let near = |candidate: &'c str| {
        work_counter::spend(1);
        let are_plain = is_plain && candidate.is_ascii();
        if are_plain && !may_be_near(word.as_bytes(), candidate.as_bytes(), allowed) {
            return None;
        }
        let word = lowered.get_or_insert_with(|| lower(word));
        write_lower(candidate, &mut other);
        let distance = rows.distance(word, &other, allowed)?;
        // A farther one is not the closest.
        allowed = distance;
        Some((distance, candidate))
    };
    let nearest = candidates.into_iter().filter_map(near).min();
    nearest.map(|(_, candidate)| candidate)
}

/// Minimum number of letters of the beginning that two words share.
const SHARED: usize = 4;

/// Returns the candidate closest to `word`, else the only one that `word` begins with or that begins with
/// `word`: `upload` for `upload_only`.
pub fn meant<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str, IntoIter: Clone>,
) -> Option<&'c str> {
    let candidates = candidates.into_iter();
    let begins = |a: &str, b: &str| b.len() >= SHARED && a.starts_with(b);
    let mut alike = candidates.clone();
    closest(word, candidates).or_else(|| {
        let is_alike = |it: &&str| begins(word, it) || begins(it, word);
        let only = alike.find(is_alike)?;
        (!alike.any(|it| is_alike(&it))).then_some(only)
    })
}

/// Returns `true` if `allowed` edits may be enough: each can add one letter that the other word
/// does not have, and change the length by one.
fn may_be_near(a: &[u8], b: &[u8], allowed: usize) -> bool {
    if a.len().abs_diff(b.len()) > allowed {
        return false;
    }
    let (in_a, in_b) = (letters_of(a), letters_of(b));
    let missing = (in_a & !in_b).count_ones().max((in_b & !in_a).count_ones());
    missing as usize <= allowed
}

/// Returns a bit set of the letters of an ASCII word, ignoring case. Some letters share a bit.
fn letters_of(word: &[u8]) -> u64 {
    let bits = word
        .iter()
        .map(|byte| 1 << (byte.to_ascii_lowercase() % 64));
    bits.fold(0, |all, bit: u64| all | bit)
}

fn lower(word: &str) -> Vec<char> {
    let mut letters = Vec::new();
    write_lower(word, &mut letters);
    letters
}

fn write_lower(word: &str, letters: &mut Vec<char>) {
    letters.clear();
    if word.is_ascii() {
        letters.extend(
            word.bytes()
                .map(|byte| char::from(byte.to_ascii_lowercase())),
        );
    } else {
        letters.extend(word.chars().flat_map(char::to_lowercase));
    }
}

/// Returns both words without their common prefix and suffix: names of one list often begin alike.
fn without_common_ends<'w>(mut a: &'w [char], mut b: &'w [char]) -> (&'w [char], &'w [char]) {
    while let (Some((first, rest)), Some((other, other_rest))) = (a.split_first(), b.split_first())
        && first == other
    {
        (a, b) = (rest, other_rest);
    }
    while let (Some((last, rest)), Some((other, other_rest))) = (a.split_last(), b.split_last())
        && last == other
    {
        (a, b) = (rest, other_rest);
    }
    (a, b)
}

/// Three rows of the distance table, reused for all candidates.
#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    above: Vec<usize>,
    row: Vec<usize>,
}

impl Rows {
    /// Returns the edit distance of two words, if at most `allowed`; swapping two neighbors counts
    /// as one edit. Only cells within `allowed` of the diagonal are computed, because lists of
    /// candidates are long.
    fn distance(&mut self, a: &[char], b: &[char], allowed: usize) -> Option<usize> {
        if a.len().abs_diff(b.len()) > allowed {
            return None;
        }
        let (a, b) = without_common_ends(a, b);
        let far = allowed + 1;
        self.start(b.len(), far);
        let Self { before, above, row } = self;
        let mut least_above = 0;
        for i in 1..=a.len() {
            let (from, to) = (i.saturating_sub(allowed).max(1), (i + allowed).min(b.len()));
            row[from - 1] = if from == 1 { i } else { far };
            let mut least = row[from - 1];
            for j in from..=to {
                let substitute = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = substitute.min(above[j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(before[j - 2] + 1);
                }
                row[j] = best;
                least = least.min(best);
            }
            // A swap counts from the row above.
            if least.min(least_above + 1) > allowed {
                return None;
            }
            least_above = least;
            if to < b.len() {
                row[to + 1] = far;
            }
            std::mem::swap(before, above);
            std::mem::swap(above, row);
        }
        Some(above[b.len()]).filter(|distance| *distance <= allowed)
    }

    /// Prepares the rows for a word with this number of letters.
    fn start(&mut self, letters: usize, far: usize) {
        for row in [&mut self.before, &mut self.row] {
            row.clear();
            row.resize(letters + 1, far);
        }
        self.above.clear();
        self.above.extend(0..=letters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_near_names_only() {
        let names = ["cpu-cluster", "gpu-cluster", "ci"];
        assert_eq!(closest("cpu-clustr", names), Some("cpu-cluster"));
        assert_eq!(closest("CPU-Cluster", names), Some("cpu-cluster"));
        assert_eq!(closest("gpu-clsuter", names), Some("gpu-cluster"));
        assert_eq!(closest("databricks", names), None);
        assert_eq!(closest("ic", names), Some("ci"));
        assert_eq!(closest("", names), None);
        assert_eq!(closest("CÎ", ["cî"]), Some("cî"));
    }

    #[test]
    fn distances_within_reach_are_those_of_the_whole_table() {
        let words = [
            "",
            "a",
            "ab",
            "ba",
            "abc",
            "acb",
            "bac",
            "abcd",
            "badc",
            "xabcd",
            "abcdx",
            "standard_d4",
            "standrad_4d",
        ];
        for a in words {
            for b in words {
                let mut rows = Rows::default();
                let whole = rows.distance(&lower(a), &lower(b), 20);
                for allowed in 0..4 {
                    let near = whole.filter(|distance| *distance <= allowed);
                    assert_eq!(
                        rows.distance(&lower(a), &lower(b), allowed),
                        near,
                        "{a} {b} {allowed}"
                    );
                }
            }
        }
    }
}
