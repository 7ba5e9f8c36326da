//! File watcher, for `--watch` and for editors that do not watch files themselves.
//!
//! A [`Watcher`] gets the relevant folders ([`folders`]), and reports the paths that changed in
//! them, which [`burst`] collects; `loading::changed` determines the effect. The system reports
//! changes (`notify`); if it does not, on network folders and when its limit is reached, the
//! folders are scanned every two seconds ([`poll`]). [`change`] is what is reported, [`scan`] remembers which folders were read.
//!
//! Some systems watch a folder with all folders below it at no cost. On Linux each one counts against
//! a limit of the user, so only those are watched that a walk looks into.

mod burst;
mod change;
mod folders;
mod poll;
pub(crate) mod scan;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

pub use burst::{ChangeBurst, next_burst};
pub use change::Change;
use change::Tell;
pub use folders::watched_folders;
use poll::Poller;
pub use scan::ReadFolders;

/// `true` if the system watches a folder recursively, at the cost of one. A handle of each folder
/// would also prevent Windows from renaming the ones above it.
const WATCHES_BELOW: bool = cfg!(any(windows, target_os = "macos"));

/// Watches folders.
pub struct Watcher {
    tell: Tell,
    backend: WatchBackend,
    fallback: Fallback,
    folders: BTreeSet<PathBuf>,
}

/// Behavior if the system does not report changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallback {
    /// The folders are looked at every two seconds.
    Poll,
    /// Nothing: the client watches, too.
    Leave,
}

enum WatchBackend {
    Events(RecommendedWatcher),
    Polling(Poller),
    Nothing,
}

impl Watcher {
    /// Creates a watcher without folders; `tell` is called on a separate thread.
    pub fn new(fallback: Fallback, tell: impl Fn(Change) + Send + Sync + 'static) -> Self {
        let tell: Tell = Arc::new(tell);
        let callback = tell.clone();
        let events = notify::recommended_watcher(move |event| pass_on(event, &callback));
        let mut watcher = Self {
            tell,
            backend: events.map_or(WatchBackend::Nothing, WatchBackend::Events),
            fallback,
            folders: BTreeSet::new(),
        };
        if matches!(watcher.backend, WatchBackend::Nothing) {
            watcher.fall_back();
        }
        watcher
    }

    /// Watches `folders` from now on, and no others. Returns whether some of them were not watched
    /// before: what happened in those meanwhile is not known.
    pub fn watch(&mut self, folders: BTreeSet<PathBuf>) -> bool {
        let folders = if WATCHES_BELOW {
            topmost(folders)
        } else {
            folders
        };
        let new: Vec<&PathBuf> = folders.difference(&self.folders).collect();
        let has_new = !new.is_empty();
        if new.iter().any(|folder| is_remote(folder)) || self.watch_events(&folders).is_err() {
            self.fall_back();
        }
        if let WatchBackend::Polling(poller) = &self.backend {
            poller.watch(&folders, depth());
        }
        self.folders = folders;
        has_new
    }

    /// Returns `true` if the folders are polled, because the system does not report changes.
    pub fn is_polling(&self) -> bool {
        matches!(self.backend, WatchBackend::Polling(_))
    }

    /// Looks for itself from now on, or gives up. (Either way, what was watched counts against no
    /// limit any more.)
    fn fall_back(&mut self) {
        match self.fallback {
            Fallback::Leave => self.backend = WatchBackend::Nothing,
            Fallback::Poll if self.is_polling() => {}
            Fallback::Poll => {
                self.backend = WatchBackend::Polling(Poller::start(self.tell.clone()));
            }
        }
    }

    /// A folder that was deleted meanwhile is not an error.
    fn watch_events(&mut self, folders: &BTreeSet<PathBuf>) -> notify::Result<()> {
        let WatchBackend::Events(watcher) = &mut self.backend else {
            return Ok(());
        };
        let mut paths = watcher.paths_mut();
        for folder in self.folders.difference(folders) {
            let _ = paths.remove(folder);
        }
        for folder in folders {
            // One that was deleted and made again has the same name, and is watched no more.
            let is_known = WATCHES_BELOW && self.folders.contains(folder);
            if is_known {
                continue;
            }
            match paths.add(folder, mode()) {
                Err(error) if folder.is_dir() => return Err(error),
                _ => {}
            }
        }
        paths.commit()
    }
}

fn mode() -> RecursiveMode {
    if WATCHES_BELOW {
        RecursiveMode::Recursive
    } else {
        RecursiveMode::NonRecursive
    }
}

/// Returns the number of folder levels that a poller scans.
fn depth() -> usize {
    if WATCHES_BELOW { usize::MAX } else { 1 }
}

/// Reading is no change: we read.
fn pass_on(event: notify::Result<Event>, tell: &Tell) {
    match event {
        Ok(event) if event.need_rescan() => tell(Change::Anywhere),
        Ok(event) if matches!(event.kind, EventKind::Access(_)) => {}
        Ok(event) => tell(Change::At(event.paths)),
        Err(_) => tell(Change::Anywhere),
    }
}

/// `folders` without those that are in another one.
fn topmost(folders: BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let mut tops: BTreeSet<PathBuf> = BTreeSet::new();
    // Sorted: a folder comes before those inside of it.
    for folder in folders {
        if !folder.ancestors().any(|above| tops.contains(above)) {
            tops.insert(folder);
        }
    }
    tops
}

/// Returns `true` if `folder` is on another machine, or shared with a virtual one: the system does
/// not report changes made there by others. The numbers are those of `statfs(2)`.
#[cfg(target_os = "linux")]
fn is_remote(folder: &Path) -> bool {
    const REMOTE: [u32; 9] = [
        0x0000_6969, // NFS
        0x0000_517b, // SMB
        0xff53_4d42, // CIFS
        0xfe53_4d42, // SMB2
        0x0102_1997, // 9p: Windows folders in WSL
        0x6573_5546, // FUSE: sshfs, blobfuse, shared folders of containers
        0x5346_414f, // AFS
        0x00c3_6400, // Ceph
        0x786f_4256, // VirtualBox
    ];
    let system = rustix::fs::statfs(folder);
    system.is_ok_and(|found| {
        let kind = u64::try_from(found.f_type).unwrap_or(0) & 0xffff_ffff;
        REMOTE.iter().any(|remote| u64::from(*remote) == kind)
    })
}

/// On other systems, watching such a folder fails with an error.
#[cfg(not(target_os = "linux"))]
fn is_remote(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::*;

    /// A test waits so long for what must come.
    const BOUND: Duration = Duration::from_secs(60);

    fn watcher() -> (Watcher, Receiver<Change>) {
        let (sender, changes) = channel();
        let sender = std::sync::Mutex::new(sender);
        let watcher = Watcher::new(Fallback::Poll, move |change| {
            let _ = sender.lock().unwrap().send(change);
        });
        (watcher, changes)
    }

    fn comes(changes: &Receiver<Change>, path: &Path) -> bool {
        while let Ok(change) = changes.recv_timeout(BOUND) {
            match change {
                Change::At(paths) if !paths.iter().any(|it| it == path) => {}
                _ => return true,
            }
        }
        false
    }

    #[test]
    fn what_happens_in_a_folder_is_told_by_the_system_and_by_looking() {
        // Wine 8 reports no changes in subfolders.
        let is_wine = std::env::var_os("WINEPREFIX").is_some();
        let ways = if is_wine { &[true][..] } else { &[false, true] };
        for &polls in ways {
            let root = tempfile::tempdir().unwrap();
            let root = std::fs::canonicalize(root.path()).unwrap();
            // Same form as requested paths: on Windows, `canonicalize` writes `\\?\C:`.
            let root = PathBuf::from(&*crate::sandbox::key(&root));
            std::fs::create_dir_all(root.join("jobs")).unwrap();
            std::fs::write(root.join("jobs/a.yml"), "a: 1").unwrap();
            let (mut watcher, changes) = watcher();
            if polls {
                watcher.fall_back();
            }
            assert!(watcher.watch([root.clone(), root.join("jobs")].into()));
            assert!(!watcher.watch([root.clone(), root.join("jobs")].into()));
            assert!(watcher.is_polling() || !polls);
            std::fs::write(root.join("jobs/a.yml"), "a: 12").unwrap();
            assert!(comes(&changes, &root.join("jobs/a.yml")), "{polls}");
            std::fs::write(root.join("jobs/b.yml"), "").unwrap();
            assert!(comes(&changes, &root.join("jobs/b.yml")), "{polls}");
            std::fs::rename(root.join("jobs/b.yml"), root.join("jobs/c.yml")).unwrap();
            assert!(comes(&changes, &root.join("jobs/c.yml")), "{polls}");
            std::fs::remove_dir_all(root.join("jobs")).unwrap();
            assert!(comes(&changes, &root.join("jobs")), "{polls}");
        }
    }

    #[test]
    fn where_folders_below_come_for_free_only_the_topmost_are_watched() {
        let folders = ["/a", "/a/b", "/a/b/c", "/ab", "/d/e"].map(PathBuf::from);
        let tops = topmost(folders.into_iter().collect());
        assert_eq!(tops, ["/a", "/ab", "/d/e"].map(PathBuf::from).into());
    }
}
