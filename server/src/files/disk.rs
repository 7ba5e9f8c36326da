//! The disk, for rules that ask whether a path leads anywhere.

use azml_rules::workspace::{Disk, Listed, OnDisk};

use super::walk;

/// The file system of this machine; document paths are absolute here.
#[derive(Debug)]
pub(super) struct FileSystem;

impl Disk for FileSystem {
    fn at(&self, path: &str) -> Option<OnDisk> {
        match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => Some(OnDisk::Folder),
            Ok(_) => Some(OnDisk::File),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(OnDisk::Nothing),
            // Not allowed to look: nobody can tell.
            Err(_) => None,
        }
    }

    fn list(&self, path: &str) -> Vec<Listed> {
        walk::listed(std::path::Path::new(path))
    }
}
