//! The names of the files below a folder, for suggestions, and the texts of its scripts.

use std::path::Path;

use azml_rules::az_ml::{may_make_files, runs_steps};

use super::scripts::PIPELINES;
use super::walk::{CONTEXT_ENTRIES, SKIPPED, is_yaml};
use crate::sandbox::{STYLE, decode, open_regular, read_to_limit};

/// Most files and folders that are looked at.
const MOST: usize = 5_000;

/// Longer scripts are not read.
const MOST_BYTES: u64 = 1 << 20;

/// Maximum size of all scripts together.
const MOST_BYTES_IN_ALL: usize = 1 << 25;

/// The files below `folder`, relative to it and sorted; hidden folders and those of other people's
/// code are left out, and links are not followed. `None` where there are very many.
pub(crate) fn files_below(folder: &Path) -> Option<Vec<String>> {
    files_to(folder, MOST, is_skipped)
}

/// The paths and texts of the scripts, notebooks, and workflows below `folder`; `None` where there
/// are very many files.
pub(crate) fn scripts_below(folder: &Path) -> Option<Vec<(String, String)>> {
    let is_skipped = |name: &str| is_skipped(name) && !PIPELINES.contains(&name);
    let names = files_to(folder, CONTEXT_ENTRIES, is_skipped)?;
    let mut size = 0;
    let mut found = Vec::new();
    for name in names.into_iter().filter(|name| may_make_files(name)) {
        let path = folder.join(&name);
        let Some(text) = script_text(&path) else {
            continue;
        };
        if !is_yaml(&path) || runs_steps(&text) {
            size += text.len();
            found.push((name, text));
        }
        if size > MOST_BYTES_IN_ALL {
            return None;
        }
    }
    Some(found)
}

fn script_text(path: &Path) -> Option<String> {
    let (file, metadata) = open_regular(path).ok()?;
    if metadata.len() > MOST_BYTES {
        return None;
    }
    let bytes = read_to_limit(file, metadata.len()).ok()?;
    Some(decode(bytes).ok()?.text)
}

fn files_to(folder: &Path, most: usize, is_skipped: impl Fn(&str) -> bool) -> Option<Vec<String>> {
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
        assert_eq!(files_to(folder.path(), 3, is_skipped), None);
        let nowhere = folder.path().join("nowhere");
        assert_eq!(files_below(&nowhere), Some(Vec::new()));
    }
}
