//! The breaks that are there today, in `tests/walls.txt`: one line each, sorted, so that branches
//! merge (`.gitattributes` takes the lines of both sides; `UPDATE=1` then cleans up).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::breaks::Break;

const HEADER: &str = "\
# Breaks of the walls that are there today: wall, key, weight. `UPDATE=1` shrinks the list. Only
# AZML_WALLS_GROW=1 UPDATE=1 lets it grow: for a moved or renamed file.
";

/// Places that a message lists for one break.
const SITES: usize = 100;

/// How a wall holds its breaks against those that are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compare {
    /// By key; a smaller weight is recorded at once.
    Each,
    /// By key; a smaller weight is recorded when the list is rewritten, so that a long function
    /// need not be recorded with each line that goes.
    Most,
    /// The words of a key: an entry allows every break of some of its words.
    Subset,
    /// The sum of each first word of the keys.
    Total,
}

/// Keys and weights, sorted. A key may be there several times.
pub(super) type Entries = Vec<(String, usize)>;

/// What the recorded entries mean for the breaks of today.
#[derive(Debug)]
pub(super) struct Verdict {
    /// The breaks that are not recorded, in words.
    pub new: Vec<String>,
    /// What should be recorded, without the new breaks.
    pub next: Entries,
    /// Whether something is recorded that is not broken any more.
    pub is_stale: bool,
}

/// Holds `found` against `recorded`.
pub(super) fn verdict(compare: Compare, found: &[Break], recorded: &Entries) -> Verdict {
    let mut verdict = match compare {
        Compare::Each | Compare::Most => each(found, recorded),
        Compare::Subset => subsets(found, recorded),
        Compare::Total => totals(found, recorded),
    };
    verdict.next.sort();
    verdict.is_stale = match compare {
        Compare::Most => verdict.next.len() < recorded.len(),
        _ => verdict.next != *recorded,
    };
    verdict
}

fn each(found: &[Break], recorded: &Entries) -> Verdict {
    let mut allowed: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (key, weight) in recorded {
        let weights = allowed.entry(key).or_default();
        weights.push(*weight);
        weights.sort_unstable();
    }
    let mut found: Vec<&Break> = found.iter().collect();
    found.sort_by_key(|it| std::cmp::Reverse(it.weight));
    let (mut new, mut next) = (Vec::new(), Vec::new());
    for it in found {
        // The heaviest first.
        let most = allowed.get_mut(it.key.as_str()).and_then(Vec::pop);
        if let Some(most) = most {
            next.push((it.key.clone(), it.weight.min(most)));
        }
        if it.weight > most.unwrap_or(0) {
            new.push(words(it, most.unwrap_or(0)));
        }
    }
    Verdict {
        new,
        next,
        is_stale: false,
    }
}

fn subsets(found: &[Break], recorded: &Entries) -> Verdict {
    let (mut new, mut next) = (Vec::new(), Vec::new());
    for it in found {
        let is_recorded = |(key, _): &(String, usize)| {
            let all: BTreeSet<&str> = key.split(' ').collect();
            it.key.split(' ').all(|word| all.contains(word))
        };
        if recorded.iter().any(is_recorded) {
            next.push((it.key.clone(), it.weight));
        } else {
            new.push(words(it, 0));
        }
    }
    Verdict {
        new,
        next,
        is_stale: false,
    }
}

fn totals(found: &[Break], recorded: &Entries) -> Verdict {
    let group = |key: &str| key.split(' ').next().unwrap_or_default().to_owned();
    // A line may be there twice after a merge: the heavier one counts.
    let mut allowed: BTreeMap<&str, usize> = BTreeMap::new();
    for (key, weight) in recorded {
        let most = allowed.entry(key).or_default();
        *most = (*most).max(*weight);
    }
    let mut room: BTreeMap<String, usize> = BTreeMap::new();
    for (key, weight) in &allowed {
        *room.entry(group(key)).or_default() += weight;
    }
    let mut sums: BTreeMap<String, usize> = BTreeMap::new();
    for it in found {
        *sums.entry(group(&it.key)).or_default() += it.weight;
    }
    let (mut new, mut next) = (Vec::new(), Vec::new());
    for it in found {
        let most = allowed.get(it.key.as_str()).copied().unwrap_or(0);
        let group = group(&it.key);
        let has_grown = sums[&group] > room.get(&group).copied().unwrap_or(0);
        if has_grown && it.weight > most {
            new.push(words(it, most));
        }
        let weight = if has_grown {
            it.weight.min(most)
        } else {
            it.weight
        };
        if weight > 0 {
            next.push((it.key.clone(), weight));
        }
    }
    Verdict {
        new,
        next,
        is_stale: false,
    }
}

/// A break for people.
fn words(it: &Break, most: usize) -> String {
    let mut text = format!("  {}: {}, recorded {most}", it.key, it.weight);
    for site in it.sites.iter().take(SITES) {
        let _ = write!(text, "\n    {site}");
    }
    if it.sites.len() > SITES {
        let _ = write!(text, "\n    and {} more", it.sites.len() - SITES);
    }
    text
}

/// The file with the recorded breaks.
pub(super) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("walls.txt")
}

/// The recorded breaks of every wall.
pub(super) fn recorded() -> BTreeMap<String, Entries> {
    parse(&std::fs::read_to_string(path()).unwrap_or_default())
}

fn parse(text: &str) -> BTreeMap<String, Entries> {
    let mut found: BTreeMap<String, Entries> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts = line.split_once(": ").zip(line.rsplit_once(" = "));
        let Some(((wall, _), (start, weight))) = parts else {
            panic!("tests/walls.txt: {line:?} is not `wall: key = weight`");
        };
        let key = start[wall.len() + 2..].to_owned();
        let weight = weight.parse().expect("the weight is a number");
        found
            .entry(wall.to_owned())
            .or_default()
            .push((key, weight));
    }
    for entries in found.values_mut() {
        entries.sort();
    }
    found
}

/// The text of the file.
pub(super) fn print(walls: &BTreeMap<String, Entries>) -> String {
    let lines = walls.iter().flat_map(|(wall, entries)| {
        let line = move |(key, weight): &(String, usize)| format!("{wall}: {key} = {weight}\n");
        entries.iter().map(line)
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    HEADER.to_owned() + &lines.concat()
}

/// Writes the file at once, because other tests read it.
pub(super) fn write(walls: &BTreeMap<String, Entries>) {
    let new = path().with_extension("new");
    std::fs::write(&new, print(walls)).expect("the folder can be written");
    std::fs::rename(&new, path()).expect("the file can be replaced");
}

#[test]
fn what_is_printed_is_read_again() {
    let entries = vec![("a: b = c".to_owned(), 3), ("d e".to_owned(), 1)];
    let walls = BTreeMap::from([("files".to_owned(), entries)]);
    assert_eq!(parse(&print(&walls)), walls);
}
