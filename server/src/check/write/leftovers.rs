//! Temporary files, and those of a run that was killed.

use std::fs::{DirEntry, File};
use std::path::Path;

#[cfg(windows)]
use crate::times::TEMPORARY_FILE_MAX_AGE;

/// A temporary file is next to the one it replaces: `.azml-ls-`, six letters or digits, `.tmp`.
pub(super) const PREFIX: &str = ".azml-ls-";
pub(super) const SUFFIX: &str = ".tmp";
const LETTERS: usize = 6;

/// Deletes temporary files that killed runs left in `folder`. A run that still writes one holds a
/// lock on it.
pub fn delete_leftovers(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for entry in entries.filter_map(Result::ok) {
        if is_ours(&entry) && is_abandoned(&entry.path()) {
            // What cannot be deleted does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_ours(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let chance = name
        .to_str()
        .and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    chance.is_some_and(|chance| {
        chance.len() == LETTERS && chance.bytes().all(|byte| byte.is_ascii_alphanumeric())
    }) && entry.file_type().is_ok_and(|kind| kind.is_file())
}

/// Locks `file`, so that other runs do not delete it as a leftover. Without support for locks, no
/// file is deleted.
#[cfg(unix)]
pub(super) fn lock_as_ours(file: &File) {
    use rustix::fs::{FlockOperation, flock};
    let _ = flock(file, FlockOperation::NonBlockingLockShared);
}

#[cfg(unix)]
fn is_abandoned(path: &Path) -> bool {
    use rustix::fs::{FlockOperation, flock};
    File::open(path)
        .is_ok_and(|file| flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok())
}

/// An open file is lock enough, and one that is not open will soon have its name.
#[cfg(windows)]
pub(super) fn lock_as_ours(_: &File) {}

#[cfg(windows)]
fn is_abandoned(path: &Path) -> bool {
    use std::os::windows::fs::OpenOptionsExt as _;
    let mut alone = std::fs::OpenOptions::new();
    let alone = alone.read(true).share_mode(0).open(path);
    let age = alone.and_then(|file| file.metadata()?.modified());
    age.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > TEMPORARY_FILE_MAX_AGE))
}
