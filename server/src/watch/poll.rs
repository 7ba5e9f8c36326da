//! Scans folders at intervals. A change that preserves the length of a file and is made within the
//! resolution of its time is not detected.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::SystemTime;

use super::change::{Change, Tell};
use crate::times::WATCH_POLL;

/// Most entries that are looked at; the rest is not watched.
const MOST: usize = 200_000;

/// Modification time and length of a file. For folders only their existence counts: their files are
/// scanned.
type FileStamp = (Option<SystemTime>, u64);

type FileStamps = BTreeMap<PathBuf, FileStamp>;

/// Looks at folders as long as it lives.
pub(crate) struct Poller(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    folders: BTreeSet<PathBuf>,
    depth: usize,
    stamps: FileStamps,
}

impl Poller {
    /// Starts to report changes. If no thread can be started, nothing is reported.
    pub(crate) fn start(tell: Tell) -> Self {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let weak = Arc::downgrade(&seen);
        let _ = std::thread::Builder::new().spawn(move || run(&weak, &tell));
        Self(seen)
    }

    /// Scans `folders` from now on, down to `depth` levels.
    pub(crate) fn watch(&self, folders: &BTreeSet<PathBuf>, depth: usize) {
        let mut seen = locked(&self.0);
        let new: BTreeSet<PathBuf> = folders.difference(&seen.folders).cloned().collect();
        let added = stamps(&new, depth);
        let is_watched = |path: &Path| {
            path.ancestors()
                .skip(1)
                .take(depth)
                .any(|above| folders.contains(above))
        };
        // A folder that is gone is new when it comes again, also before the next look.
        let seen = &mut *seen;
        let is_gone = |path: &Path| seen.folders.contains(path) && !folders.contains(path);
        let stamps = &mut seen.stamps;
        stamps.retain(|path, _| is_watched(path) && !is_gone(path));
        seen.stamps.extend(added);
        (seen.folders, seen.depth) = (folders.clone(), depth);
    }
}

fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(seen: &Weak<Mutex<Seen>>, tell: &Tell) {
    loop {
        std::thread::sleep(WATCH_POLL);
        let Some(seen) = seen.upgrade() else {
            return;
        };
        let (folders, depth) = {
            let seen = locked(&seen);
            (seen.folders.clone(), seen.depth)
        };
        let now = stamps(&folders, depth);
        let mut seen = locked(&seen);
        if seen.folders != folders {
            continue;
        }
        let changed = changed(&seen.stamps, &now);
        seen.stamps = now;
        drop(seen);
        if !changed.is_empty() {
            tell(Change::At(changed));
        }
    }
}

/// Returns the files in `folders`. Links are not followed.
fn stamps(folders: &BTreeSet<PathBuf>, depth: usize) -> FileStamps {
    let mut stamps = FileStamps::new();
    let mut open: Vec<(PathBuf, usize)> = Vec::new();
    open.extend(folders.iter().map(|folder| (folder.clone(), depth)));
    while let Some((folder, depth)) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(found) = entry.metadata() else {
                continue;
            };
            if stamps.len() == MOST {
                return stamps;
            }
            let stamp = if found.is_dir() {
                (None, 0)
            } else {
                (found.modified().ok(), found.len())
            };
            if found.is_dir() && depth > 1 {
                open.push((entry.path(), depth - 1));
            }
            stamps.insert(entry.path(), stamp);
        }
    }
    stamps
}

/// Returns the files that were created, deleted, or changed.
fn changed(before: &FileStamps, now: &FileStamps) -> Vec<PathBuf> {
    let gone = before.keys().filter(|path| !now.contains_key(*path));
    let other = now
        .iter()
        .filter(|(path, stamp)| before.get(*path) != Some(stamp));
    gone.chain(other.map(|(path, _)| path)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_goes_and_comes_between_two_looks_is_new() {
        let root = tempfile::tempdir().unwrap();
        let (root, work) = (root.path().to_owned(), root.path().join("work"));
        std::fs::create_dir(&work).unwrap();
        let poller = Poller(Arc::default());
        poller.watch(&[root.clone(), work.clone()].into(), 1);
        std::fs::remove_dir(&work).unwrap();
        poller.watch(&[root.clone()].into(), 1);
        std::fs::create_dir(&work).unwrap();
        let now = stamps(&[root].into(), 1);
        assert_eq!(changed(&locked(&poller.0).stamps, &now), [work]);
    }

    #[test]
    fn what_came_went_or_changed_is_seen() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        for name in ["same", "longer", "gone"] {
            std::fs::write(root.join(name), "1").unwrap();
        }
        std::fs::create_dir(root.join("folder")).unwrap();
        let folders = [root.to_owned()].into();
        let before = stamps(&folders, 1);
        assert_eq!(
            changed(&before, &stamps(&folders, 1)),
            Vec::<PathBuf>::new()
        );
        std::fs::write(root.join("longer"), "12").unwrap();
        std::fs::write(root.join("new"), "").unwrap();
        std::fs::write(root.join("folder/inside"), "").unwrap();
        std::fs::remove_file(root.join("gone")).unwrap();
        let names = |depth| {
            let changed = changed(&before, &stamps(&folders, depth)).into_iter();
            let names = changed.map(|path| path.strip_prefix(root).unwrap().to_owned());
            names.collect::<BTreeSet<PathBuf>>()
        };
        let expected = ["gone", "longer", "new"].map(PathBuf::from);
        assert_eq!(names(1), expected.clone().into());
        let below: BTreeSet<PathBuf> = expected
            .into_iter()
            .chain(["folder/inside".into()])
            .collect();
        assert_eq!(names(2), below);
    }
}
