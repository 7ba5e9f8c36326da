//! Writes a file atomically: it has either the old or the new contents, whatever happens.
//!
//! Start with [`write()`]. The new text goes into a file without a name ([`replacement`]), which
//! gets the owner, mode, and [`attributes`] of the [`original`]. The two are exchanged ([`swap`]);
//! if the old one is not the text that was read, they are exchanged back. Signals are blocked until
//! one file is done. Only SIGKILL and a power cut can leave a temporary file, which the next run
//! deletes ([`leftovers`]). [`together`] replaces several files at once. On Windows the new file has a name from the start, and replaces the old
//! one when no other program has that open. [`whole`] writes reports, [`problem`] has the errors.

mod attributes;
mod leftovers;
mod original;
mod problem;
mod replacement;
mod swap;
mod together;
mod whole;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;

use crate::signals::block_signals;
use crate::times::WRITE_RETRY_PAUSES;

pub use leftovers::delete_leftovers;
pub use problem::WriteProblem;
pub use together::write_together;
pub use whole::{LEADS_OUTSIDE, leads_outside, write_whole};

use original::Original;
use replacement::ReplacementFile;

/// Replaces `before` by `after` in the file at `path`, which keeps its owner, permissions, and
/// attributes. The target of a link is written, the link stays.
///
/// # Errors
/// Returns an error if it cannot be written. It is unchanged then.
pub fn write(path: &Path, before: &str, after: &str) -> Result<(), WriteProblem> {
    for pause in WRITE_RETRY_PAUSES {
        match write_once(path, before, after) {
            Err(problem) if problem.may_pass() => sleep(pause),
            ended => return ended,
        }
    }
    write_once(path, before, after)
}

fn write_once(path: &Path, before: &str, after: &str) -> Result<(), WriteProblem> {
    let _signals = block_signals();
    let path = real(path)?;
    let original = Original::open(&path, before)?;
    let replacement = ReplacementFile::new(after, &original)?;
    swap::swap(replacement, &original)
}

/// Resolves the links in `path`.
#[cfg(unix)]
fn real(path: &Path) -> io::Result<PathBuf> {
    std::fs::canonicalize(path)
}

/// Resolves the links in `path`. Some disks of Windows, and Wine with long paths, cannot do so;
/// without a link, the path is its own target. Either way it begins with `\\?\`, so it may be long.
#[cfg(windows)]
fn real(path: &Path) -> io::Result<PathBuf> {
    std::fs::canonicalize(path).or_else(|error| {
        let full = std::path::absolute(path)?;
        let is_on_a_drive = full.to_string_lossy().as_bytes().get(1) == Some(&b':');
        if is_on_a_drive && path.symlink_metadata()?.is_file() {
            let mut long = std::ffi::OsString::from(r"\\?\");
            long.push(full);
            Ok(long.into())
        } else {
            Err(error)
        }
    })
}

/// Writes `text` to a new file at `path`.
///
/// # Errors
/// Returns an error if it cannot be written, or exists already.
pub fn write_new(path: &Path, text: &str) -> Result<(), WriteProblem> {
    let _signals = block_signals();
    let path = std::path::absolute(path)?;
    let mut file = replacement::temporary(path.parent().unwrap_or(&path), None)?;
    leftovers::lock_as_ours(file.as_file());
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(&path)
        .map_err(|problem| problem.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::File;

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

    /// Runs `change` between the last check of the file and its replacement.
    fn written_too_late(change: impl FnOnce(&Path)) -> (Result<(), WriteProblem>, String) {
        let (folder, path) = file("a: 1\n");
        let original = Original::open(&path, "a: 1\n").unwrap();
        let replacement = ReplacementFile::new("a: 2\n", &original).unwrap();
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
        let yesterday = std::time::SystemTime::now() - std::time::Duration::from_secs(86_400);
        let file = File::create(&left).unwrap();
        file.set_modified(yesterday).unwrap();
        drop(file);
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
        let living = ReplacementFile::new("a: 2\n", &original).unwrap();
        let living = living.with_name(root).unwrap();
        delete_leftovers(root);
        assert!(!left.exists());
        assert_eq!(names(root).len(), others.len() + 3, "{:?}", names(root));
        drop(living);
    }
}
