//! On Linux and macOS two files are exchanged in one step; on other systems the new one is renamed over the old one.

use std::fs::Metadata;
use std::path::Path;

use tempfile::TempPath;

use super::super::original::{Original, says};
use super::super::problem::WriteProblem;
use super::super::replacement::ReplacementFile;

/// Replaces `original` with `new`. A file that another program wrote in the meantime stays.
pub(in super::super) fn swap(
    new: ReplacementFile,
    original: &Original<'_>,
) -> Result<(), WriteProblem> {
    if !is_at(original, &original.path) {
        return Err(WriteProblem::Changed);
    }
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    let new = match exchange::swap(new, original)? {
        exchange::SwapOutcome::Done => return Ok(()),
        exchange::SwapOutcome::Unsupported(new) => new,
    };
    let (_file, name) = new.with_name(original.folder())?;
    // Before this, others can write for some microseconds.
    name.persist(&original.path)
        .map_err(|refused| refused.error)?;
    Ok(())
}

/// Returns `true` if `original` is at `path`, unchanged.
fn is_at(original: &Original<'_>, path: &Path) -> bool {
    is_same(&original.metadata, path) && says(&original.file, original.text)
}

/// Returns `true` if the file at `path` is the one with `metadata`.
fn is_same(metadata: &Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |metadata: &Metadata| (metadata.dev(), metadata.ino());
    std::fs::symlink_metadata(path).is_ok_and(|there| identity(&there) == identity(metadata))
}

/// Exchange of two files, which can be undone: nothing is lost if another program writes meanwhile.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod exchange {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    use super::{Original, ReplacementFile, TempPath, WriteProblem, is_at, is_same};

    pub(super) enum SwapOutcome {
        Done,
        Unsupported(ReplacementFile),
    }

    pub(super) fn swap(
        new: ReplacementFile,
        original: &Original<'_>,
    ) -> Result<SwapOutcome, WriteProblem> {
        let (file, name) = new.with_name(original.folder())?;
        match places(&name, original) {
            Ok(()) => {}
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                return Ok(SwapOutcome::Unsupported(ReplacementFile::with(file, name)));
            }
            Err(error) => return Err(std::io::Error::from(error).into()),
        }
        if is_at(original, &name) {
            return Ok(SwapOutcome::Done);
        }
        let written = file.metadata()?;
        if places(&name, original).is_err() {
            // Another program deleted the new file; the text that it wrote before is restored.
            name.persist(&original.path)
                .map_err(|refused| refused.error)?;
        } else if !is_same(&written, &name) {
            // They wrote once more, over the new file: the last text counts.
            let _ = places(&name, original);
        }
        Err(WriteProblem::Changed)
    }

    fn places(name: &TempPath, original: &Original<'_>) -> Result<(), Errno> {
        renameat_with(CWD, &**name, CWD, &original.path, RenameFlags::EXCHANGE)
    }
}
