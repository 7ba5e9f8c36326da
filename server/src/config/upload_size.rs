//! The size of what the client uploads of a folder. A repository can have very many files, so they
//! are counted to a limit, and once in a revision of the disk.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use azml_rules::settings::Patterns;
use azml_rules::workspace::UploadSize;

use crate::sandbox::disk_cache::DiskCache;
use crate::sandbox::network_paths::NetworkPaths;
use crate::sandbox::read_bytes;

/// Maximum number of files and folders that are counted.
const MAX_ENTRIES: u64 = 50_000;

/// The sizes of the uploads of folders.
#[derive(Debug, Default)]
pub(crate) struct UploadSizes {
    known: DiskCache<PathBuf, UploadSize>,
    /// Held while a folder is counted, so that two threads do not count the same one.
    counting: Mutex<()>,
}

impl UploadSizes {
    /// The size of the upload of `folder`. Links are not followed.
    pub(crate) fn of(&self, folder: PathBuf, machines: &NetworkPaths) -> UploadSize {
        let known = self.known.current();
        let _counting = self.counting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(size) = known.get(&folder) {
            return size;
        }
        let size = count(&folder, &ignored(&folder, machines), MAX_ENTRIES);
        known.insert(folder, size, 1);
        size
    }

    /// Forgets the sizes: the disk may have changed.
    pub(crate) fn begin_revision(&self) {
        self.known.begin_revision();
    }
}

/// The patterns of what the client leaves out: it reads one file, and none in the folders below.
fn ignored(folder: &Path, machines: &NetworkPaths) -> Patterns {
    let read = |name: &str| {
        let file = machines.resolved(&folder.join(name))?;
        String::from_utf8(read_bytes(&file).ok()?).ok()
    };
    let text = read(".amlignore").or_else(|| read(".gitignore"));
    let text = text.unwrap_or_default();
    let patterns: Vec<String> = text.lines().map(str::to_owned).collect();
    Patterns::new(folder, &patterns).0
}

fn count(folder: &Path, ignored: &Patterns, max_entries: u64) -> UploadSize {
    let mut size = UploadSize::default();
    let mut seen = 0;
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > max_entries {
                size.is_cut = true;
                return size;
            }
            let Ok(found) = entry.metadata() else {
                continue;
            };
            let path = entry.path();
            if ignored.covers(&path, found.is_dir()) {
                continue;
            }
            if found.is_dir() {
                open.push(path);
            } else if found.is_file() {
                size.files += 1;
                size.bytes += found.len();
            }
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sizes: &UploadSizes, folder: &Path) -> (u64, u64) {
        let size = sizes.of(folder.to_owned(), &NetworkPaths::default());
        assert!(!size.is_cut);
        (size.files, size.bytes)
    }

    #[test]
    fn files_are_counted_once_in_a_revision() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a")).unwrap();
        std::fs::write(folder.path().join("a/b"), "12345").unwrap();
        std::fs::write(folder.path().join("c"), "123").unwrap();
        let sizes = UploadSizes::default();
        assert_eq!(of(&sizes, folder.path()), (2, 8));
        std::fs::remove_file(folder.path().join("c")).unwrap();
        assert_eq!(of(&sizes, folder.path()), (2, 8), "same revision");
        sizes.begin_revision();
        assert_eq!(of(&sizes, folder.path()), (1, 5));
    }

    #[test]
    fn counting_ends_at_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            std::fs::write(folder.path().join(name), "1").unwrap();
        }
        let size = count(folder.path(), &Patterns::default(), 2);
        assert!(size.is_cut && size.files == 2);
    }

    #[test]
    fn one_file_has_the_patterns() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/b"), "12345").unwrap();
        std::fs::write(folder.path().join(".gitignore"), "data/\n").unwrap();
        assert_eq!(of(&UploadSizes::default(), folder.path()), (1, 6));
        std::fs::write(folder.path().join(".amlignore"), "").unwrap();
        assert_eq!(of(&UploadSizes::default(), folder.path()), (3, 11));
    }
}
