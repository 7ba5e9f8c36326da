//! How much the client uploads of a folder. A repository can have very many files, so they are
//! counted to a limit, and what was counted holds for a while.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use azml_rules::workspace::Weight;

use crate::sandbox::network_paths::NetworkPaths;
use crate::sandbox::read_bytes;
use crate::times::UPLOAD_SIZE_RECHECK_AFTER;
use azml_rules::settings::Patterns;

/// Most files and folders that are counted.
const MOST: u64 = 50_000;

/// The folders that were weighed.
#[derive(Debug, Default)]
pub(crate) struct Weights(Mutex<HashMap<PathBuf, (Instant, Weight)>>);

impl Weights {
    /// How much is uploaded of `folder`. Links are not followed.
    pub(crate) fn of(&self, folder: PathBuf, machines: &NetworkPaths) -> Weight {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = known
            .get(&folder)
            .filter(|(at, _)| at.elapsed() < UPLOAD_SIZE_RECHECK_AFTER);
        if let Some((_, weight)) = fresh {
            return *weight;
        }
        let weight = weigh(&folder, &left_out(&folder, machines), MOST);
        known.insert(folder, (Instant::now(), weight));
        weight
    }
}

/// What the client leaves out: it reads one file, and none in the folders below.
fn left_out(folder: &Path, machines: &NetworkPaths) -> Patterns {
    let read = |name: &str| {
        let file = machines.resolved(&folder.join(name))?;
        String::from_utf8(read_bytes(&file).ok()?).ok()
    };
    let text = read(".amlignore").or_else(|| read(".gitignore"));
    let text = text.unwrap_or_default();
    let patterns: Vec<String> = text.lines().map(str::to_owned).collect();
    Patterns::new(folder, &patterns).0
}

fn weigh(folder: &Path, left_out: &Patterns, most: u64) -> Weight {
    let mut weight = Weight::default();
    let mut seen = 0;
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > most {
                weight.is_cut = true;
                return weight;
            }
            let Ok(found) = entry.metadata() else {
                continue;
            };
            let path = entry.path();
            if left_out.covers(&path, found.is_dir()) {
                continue;
            }
            if found.is_dir() {
                open.push(path);
            } else if found.is_file() {
                weight.files += 1;
                weight.bytes += found.len();
            }
        }
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(weights: &Weights, folder: &Path) -> (u64, u64) {
        let weight = weights.of(folder.to_owned(), &NetworkPaths::default());
        assert!(!weight.is_cut);
        (weight.files, weight.bytes)
    }

    #[test]
    fn files_of_all_folders_count_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a")).unwrap();
        std::fs::write(folder.path().join("a/b"), "12345").unwrap();
        std::fs::write(folder.path().join("c"), "123").unwrap();
        let weights = Weights::default();
        assert_eq!(of(&weights, folder.path()), (2, 8));
        std::fs::remove_file(folder.path().join("c")).unwrap();
        assert_eq!(of(&weights, folder.path()), (2, 8), "still fresh");
    }

    #[test]
    fn counting_ends_at_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            std::fs::write(folder.path().join(name), "1").unwrap();
        }
        let weight = weigh(folder.path(), &Patterns::default(), 2);
        assert!(weight.is_cut && weight.files == 2);
    }

    #[test]
    fn one_file_says_what_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/b"), "12345").unwrap();
        std::fs::write(folder.path().join(".gitignore"), "data/\n").unwrap();
        assert_eq!(of(&Weights::default(), folder.path()), (1, 6));
        std::fs::write(folder.path().join(".amlignore"), "").unwrap();
        assert_eq!(of(&Weights::default(), folder.path()), (3, 11));
    }
}
