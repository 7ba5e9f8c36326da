//! On Windows, the new file gets what the old one has (access list, streams, attributes, the time it
//! was made) from `ReplaceFile`, and then its name by a rename, which is a single step.
//!
//! `ReplaceFile` alone leaves a moment in which no file has the name. So what it replaces is a link
//! to the old file under a temporary name.
//! <https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-replacefilew>

use std::fs::{OpenOptions, hard_link, rename};
use std::io::{self, ErrorKind};
use std::os::windows::fs::OpenOptionsExt as _;
use std::path::Path;

use tempfile::TempPath;
use winsafe::{ReplaceFile, co};

use super::super::original::Original;
use super::super::problem::WriteProblem;
use super::super::replacement::{ReplacementFile, builder};
use crate::sandbox::{ReadProblem, is_held, read_bytes};

/// Replaces `original` with `new`. A file that another program wrote in the meantime stays, except
/// within some microseconds between the last check and the replacement.
pub(in super::super) fn swap(
    new: ReplacementFile,
    original: &Original<'_>,
) -> Result<(), WriteProblem> {
    let (file, name) = new.with_name(original.folder())?;
    // What is open for writing replaces nothing.
    drop(file);
    only_replaceable(&original.path)?;
    let mut complete = with_all_of(original, name).map_err(problem)?;
    match read_bytes(&original.path) {
        Ok(bytes) if bytes == original.text.as_bytes() => {}
        Err(ReadProblem::Io(error)) if error.kind() != ErrorKind::NotFound => {
            return Err(error.into());
        }
        _ => return Err(WriteProblem::Changed),
    }
    rename(&complete, &original.path).map_err(problem)?;
    // What has this name now is not ours.
    complete.disable_cleanup(true);
    Ok(())
}

/// An error where another program holds the file: to find out later may leave half of the work.
fn only_replaceable(path: &Path) -> Result<(), WriteProblem> {
    let access = co::ACCESS_RIGHTS::DELETE.raw();
    OpenOptions::new().access_mode(access).open(path)?;
    Ok(())
}

/// The new file with what `original` has, under a name that need not be the same.
fn with_all_of(original: &Original<'_>, new: TempPath) -> io::Result<TempPath> {
    let link = |name: &Path| hard_link(&original.path, name);
    let link = match builder().make_in(original.folder(), link) {
        Ok(made) => made.into_temp_path(),
        Err(error) if is_denied(&error) => return Err(error),
        // A file system without links has no access lists either.
        Err(_) => return Ok(new),
    };
    let (Some(old_name), Some(new_name)) = (link.to_str(), new.to_str()) else {
        // Windows allows names that are not Unicode, `winsafe` does not.
        return Ok(new);
    };
    match ReplaceFile(old_name, new_name, None, co::REPLACEFILE::default()) {
        Ok(()) => Ok(link),
        // All but the last step, or a file system that cannot.
        Err(
            co::ERROR::UNABLE_TO_MOVE_REPLACEMENT
            | co::ERROR::UNABLE_TO_MOVE_REPLACEMENT_2
            | co::ERROR::INVALID_FUNCTION
            | co::ERROR::NOT_SUPPORTED
            | co::ERROR::CALL_NOT_IMPLEMENTED,
        ) => Ok(new),
        Err(error) => Err(io::Error::from_raw_os_error(error.raw().cast_signed())),
    }
}

fn is_denied(error: &io::Error) -> bool {
    let kinds = [ErrorKind::PermissionDenied, ErrorKind::NotFound];
    kinds.contains(&error.kind()) || is_held(error)
}

fn problem(error: io::Error) -> WriteProblem {
    match error.kind() {
        ErrorKind::PermissionDenied => WriteProblem::Denied,
        ErrorKind::NotFound => WriteProblem::Changed,
        _ => error.into(),
    }
}
