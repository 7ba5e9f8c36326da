//! The file that is replaced, as it was when it was last looked at.

use std::fs::{File, Metadata};
use std::io::{Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::problem::WriteProblem;
use crate::sandbox::{open_regular, read_to_limit};

/// A file and what it says.
pub(super) struct Original<'t> {
    pub(super) path: PathBuf,
    /// Windows does not replace a file that is open.
    #[cfg(unix)]
    pub(super) file: File,
    pub(super) metadata: Metadata,
    pub(super) text: &'t str,
}

impl<'t> Original<'t> {
    /// The file at `path`, if it may be replaced and says `text`.
    pub(super) fn open(path: &Path, text: &'t str) -> Result<Self, WriteProblem> {
        let (file, metadata) = open_regular(path)?;
        if metadata.permissions().readonly() {
            return Err(WriteProblem::ReadOnly);
        }
        if has_other_names(&file, &metadata) {
            return Err(WriteProblem::HardLink);
        }
        // For a moment it has the temporary name.
        #[cfg(unix)]
        super::leftovers::lock_as_ours(&file);
        if !says(&file, text) {
            return Err(WriteProblem::Changed);
        }
        Ok(Self {
            path: path.to_owned(),
            #[cfg(unix)]
            file,
            metadata,
            text,
        })
    }

    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }
}

/// Returns `true` if the whole contents of `file` are `text`.
pub(super) fn says(mut file: &File, text: &str) -> bool {
    let start = file.seek(SeekFrom::Start(0));
    start.is_ok()
        && read_to_limit(file, text.len() as u64).is_ok_and(|bytes| bytes == text.as_bytes())
}

#[cfg(unix)]
fn has_other_names(_: &File, metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(windows)]
fn has_other_names(file: &File, _: &Metadata) -> bool {
    winapi_util::file::information(file).is_ok_and(|file| file.number_of_links() > 1)
}
