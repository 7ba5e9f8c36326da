//! Puts the new file in the place of the old one.

use std::io::{Error, ErrorKind};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempPath;

use super::original::Original;
use super::problem::WriteProblem;
use super::replacement::Replacement;

/// On Windows a virus scanner or an indexer may hold a file for a moment.
const WINDOWS_PAUSES: [Duration; 4] = [
    Duration::from_millis(10),
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(500),
];

/// Replaces `original` by `new`. A file that somebody else wrote in the meantime stays.
pub(super) fn swap(new: Replacement, original: &Original<'_>) -> Result<(), WriteProblem> {
    if !original.is_at(&original.path) {
        return Err(WriteProblem::Changed);
    }
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    let new = match exchange::swap(new, original)? {
        exchange::Outcome::Done => return Ok(()),
        exchange::Outcome::Unsupported(new) => new,
    };
    let (file, name) = new.with_name(original.folder())?;
    // Windows does not rename an open file.
    drop(file);
    rename(name, original)
}

/// Between the last look and this, others can write for some microseconds.
fn rename(mut name: TempPath, original: &Original<'_>) -> Result<(), WriteProblem> {
    for pause in WINDOWS_PAUSES {
        match name.persist(&original.path) {
            Ok(()) => return Ok(()),
            Err(refused) if is_held(&refused.error) => name = refused.path,
            Err(refused) => return Err(refused.error.into()),
        }
        sleep(pause);
    }
    name.persist(&original.path)
        .map_err(|refused| refused.error)?;
    Ok(())
}

fn is_held(error: &Error) -> bool {
    // A sharing violation has no kind of its own.
    cfg!(windows)
        && (error.kind() == ErrorKind::PermissionDenied || error.raw_os_error() == Some(32))
}

/// Two files that change places can change back: nothing is lost, whoever writes meanwhile.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod exchange {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    use super::super::original::is_same;
    use super::{Original, Replacement, TempPath, WriteProblem};

    pub(super) enum Outcome {
        Done,
        Unsupported(Replacement),
    }

    pub(super) fn swap(new: Replacement, original: &Original<'_>) -> Result<Outcome, WriteProblem> {
        let (file, name) = new.with_name(original.folder())?;
        match places(&name, original) {
            Ok(()) => {}
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                return Ok(Outcome::Unsupported(Replacement::with(file, name)));
            }
            Err(error) => return Err(std::io::Error::from(error).into()),
        }
        if original.is_at(&name) {
            return Ok(Outcome::Done);
        }
        let written = file.metadata()?;
        if places(&name, original).is_err() {
            // Somebody deleted the new file; what they wrote before comes back.
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
