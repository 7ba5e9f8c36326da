//! The names of the files below a folder, for suggestions.

use std::path::Path;

use super::walk::SKIPPED;
use crate::sandbox::STYLE;

/// Most files and folders that are looked at.
const MOST: usize = 5_000;

/// The files below `folder`, relative to it and sorted; hidden folders and those of other people's
/// code are left out, and links are not followed. `None` where there are very many.
pub(crate) fn files_below(folder: &Path) -> Option<Vec<String>> {
    files_to(folder, MOST)
}

fn files_to(folder: &Path, most: usize) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut seen = 0;
    let mut open = vec![(folder.to_owned(), String::new())];
    while let Some((folder, start)) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > most {
                return None;
            }
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                continue;
            };
            let below = format!("{start}{name}");
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                found.push(below);
            } else if !is_skipped(name) {
                open.push((entry.path(), format!("{below}/")));
            }
        }
    }
    found.sort();
    Some(found)
}

fn is_skipped(folder: &str) -> bool {
    folder.starts_with('.') || SKIPPED.iter().any(|name| STYLE.is_same(name, folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_project_are_listed_to_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".git", "__pycache__", "model"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
            std::fs::write(folder.path().join(name).join("a"), "").unwrap();
        }
        std::fs::write(folder.path().join("train.py"), "").unwrap();
        let found = files_below(folder.path());
        assert_eq!(
            found,
            Some(vec!["model/a".to_owned(), "train.py".to_owned()])
        );
        assert_eq!(files_to(folder.path(), 3), None);
        let nowhere = folder.path().join("nowhere");
        assert_eq!(files_below(&nowhere), Some(Vec::new()));
    }
}
