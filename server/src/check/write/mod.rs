//! Writes a file so that it is either the old one or the new one, whatever happens.
//!
//! Start with [`write()`]. The new text goes into a file without a name (`replacement`), which gets
//! the owner, mode, and attributes of the old one (`attributes`). The two change places (`swap`);
//! if the old one is not what was read, they change back. Signals wait until one file is done.
//! Only SIGKILL and a power cut can leave a temporary file, which the next run deletes (`leftovers`).

#[cfg(unix)]
mod attributes;
mod leftovers;
mod original;
mod problem;
mod replacement;
mod swap;

use std::path::Path;

use crate::signals::Uninterrupted;

pub use leftovers::delete_leftovers;
pub use problem::WriteProblem;

use original::Original;
use replacement::Replacement;

/// Replaces `before` by `after` in the file at `path`, which keeps its owner, permissions, and
/// attributes. The target of a link is written, the link stays.
///
/// # Errors
/// When it cannot be written. It is then as it was.
pub fn write(path: &Path, before: &str, after: &str) -> Result<(), WriteProblem> {
    let _signals = Uninterrupted::new();
    let path = std::fs::canonicalize(path)?;
    let original = Original::open(&path, before)?;
    let replacement = Replacement::new(after, &original)?;
    swap::swap(replacement, &original)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with `text` in a folder of its own.
    fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = std::fs::canonicalize(folder.path()).unwrap().join("a.yml");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_changed_stays_and_nothing_is_left() {
        let (folder, path) = file("b: 1\n");
        let problem = write(&path, "a: 1\n", "a: 2\n").unwrap_err();
        assert!(matches!(problem, WriteProblem::Changed), "{problem}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "b: 1\n");
        assert_eq!(names(folder.path()), ["a.yml"]);
    }

    /// What `change` does comes between the last look at the file and its replacement.
    fn written_too_late(change: impl FnOnce(&Path)) -> (Result<(), WriteProblem>, String) {
        let (folder, path) = file("a: 1\n");
        let original = Original::open(&path, "a: 1\n").unwrap();
        let replacement = Replacement::new("a: 2\n", &original).unwrap();
        change(&path);
        let written = swap::swap(replacement, &original);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let left = names(folder.path());
        assert!(left.iter().all(|name| name == "a.yml"), "{left:?}");
        (written, text)
    }

    #[test]
    fn a_change_after_the_last_look_is_kept() {
        let in_place = |path: &Path| std::fs::write(path, "a: 3\n").unwrap();
        let by_renaming = |path: &Path| {
            let other = path.with_file_name("other");
            std::fs::write(&other, "a: 3\n").unwrap();
            std::fs::rename(other, path).unwrap();
        };
        for change in [in_place, by_renaming] {
            let (written, text) = written_too_late(change);
            assert!(matches!(written, Err(WriteProblem::Changed)), "{written:?}");
            assert_eq!(text, "a: 3\n");
        }
        let (written, text) = written_too_late(|_| {});
        assert!(written.is_ok() && text == "a: 2\n", "{written:?}");
    }

    #[test]
    fn a_file_that_was_deleted_after_the_last_look_does_not_come_back() {
        let (written, text) = written_too_late(|path| std::fs::remove_file(path).unwrap());
        assert!(written.is_err() && text.is_empty(), "{written:?}");
    }

    #[test]
    fn a_name_may_be_as_long_as_the_system_takes() {
        let (folder, _) = file("");
        let path = folder.path().join(format!("{}.yml", "x".repeat(251)));
        std::fs::write(&path, "a: 1\n").unwrap();
        write(&path, "a: 1\n", "a: 2\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a: 2\n");
    }

    #[test]
    fn what_a_killed_run_left_is_deleted_and_nothing_else() {
        let (folder, path) = file("a: 1\n");
        let root = folder.path();
        let left = root.join(".azml-ls-aB3dE6.tmp");
        std::fs::write(&left, "").unwrap();
        let others = [
            ".azml-ls-notes.tmp",
            ".azml-ls-aB3dE6.tmp.yml",
            "azml-ls-aB3dE6.tmp",
        ];
        for name in others {
            std::fs::write(root.join(name), "").unwrap();
        }
        std::fs::create_dir(root.join(".azml-ls-aaaaaa.tmp")).unwrap();
        // One that a living run still writes.
        let original = Original::open(&path, "a: 1\n").unwrap();
        let living = Replacement::new("a: 2\n", &original).unwrap();
        let living = living.with_name(root).unwrap();
        delete_leftovers(root);
        assert!(!left.exists());
        assert_eq!(names(root).len(), others.len() + 3, "{:?}", names(root));
        drop(living);
    }
}
