//! The disk, for rules that ask whether a path leads anywhere.

use std::path::{Path, PathBuf};

use azml_rules::workspace::{Disk, Listed, OnDisk};

use super::limits::Limits;
use super::machines::Machines;
use super::walk;

/// The file system of this machine; document paths are absolute here. Paths stand in files that may
/// come from a stranger, so no other machine is asked.
#[derive(Debug, Default)]
pub(super) struct FileSystem {
    machines: Machines,
    limits: Limits,
}

impl FileSystem {
    /// For projects in `folders`, which are absolute.
    pub(super) fn new<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Self {
        Self {
            machines: Machines::new(folders),
            limits: Limits::default(),
        }
    }

    /// This one, within limits.
    pub(super) fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Where `path` leads; `None` where nobody may look.
    fn resolved(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        // Resolving already looks.
        self.limits
            .allow(path)
            .then(|| self.machines.resolved(path))?
    }
}

impl Disk for FileSystem {
    fn at(&self, path: &str) -> Option<OnDisk> {
        let path = self.resolved(path)?;
        match std::fs::symlink_metadata(path) {
            Ok(found) if found.is_dir() => Some(OnDisk::Folder),
            Ok(_) => Some(OnDisk::File),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(OnDisk::Nothing),
            // Not allowed to look: nobody can tell.
            Err(_) => None,
        }
    }

    fn list(&self, path: &str) -> Vec<Listed> {
        let folder = self.resolved(path);
        folder.map_or_else(Vec::new, |folder| walk::listed(&folder, &self.machines))
    }
}
