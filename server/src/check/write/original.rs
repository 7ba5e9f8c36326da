//! The file that is replaced, as it was when it was last looked at.

use std::fs::{File, Metadata};
use std::io::{Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::leftovers::lock_as_ours;
use super::problem::WriteProblem;
use crate::files::{open_regular, read_to_limit};

/// An open file and what it says.
pub(super) struct Original<'t> {
    pub(super) path: PathBuf,
    pub(super) file: File,
    pub(super) metadata: Metadata,
    text: &'t str,
}

impl<'t> Original<'t> {
    /// The file at `path`, if it may be replaced and says `text`.
    pub(super) fn open(path: &Path, text: &'t str) -> Result<Self, WriteProblem> {
        let (file, metadata) = open_regular(path)?;
        if metadata.permissions().readonly() {
            return Err(WriteProblem::ReadOnly);
        }
        if has_other_names(&metadata) {
            return Err(WriteProblem::HardLink);
        }
        // For a moment it has the temporary name.
        lock_as_ours(&file);
        let original = Self {
            path: path.to_owned(),
            file,
            metadata,
            text,
        };
        if original.is_unchanged() {
            Ok(original)
        } else {
            Err(WriteProblem::Changed)
        }
    }

    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    fn is_unchanged(&self) -> bool {
        let mut file = &self.file;
        let start = file.seek(SeekFrom::Start(0));
        start.is_ok()
            && read_to_limit(file, self.text.len() as u64)
                .is_ok_and(|bytes| bytes == self.text.as_bytes())
    }

    /// Whether it is at `path`, unchanged.
    #[cfg(unix)]
    pub(super) fn is_at(&self, path: &Path) -> bool {
        is_same(&self.metadata, path) && self.is_unchanged()
    }

    #[cfg(not(unix))]
    pub(super) fn is_at(&self, path: &Path) -> bool {
        crate::files::read_bytes(path).is_ok_and(|bytes| bytes == self.text.as_bytes())
    }
}

/// Whether the file at `path` is the one with `metadata`.
#[cfg(unix)]
pub(super) fn is_same(metadata: &Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |metadata: &Metadata| (metadata.dev(), metadata.ino());
    std::fs::symlink_metadata(path).is_ok_and(|there| identity(&there) == identity(metadata))
}

#[cfg(unix)]
fn has_other_names(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.nlink() > 1
}

/// The standard library does not tell.
#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}
