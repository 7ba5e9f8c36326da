//! Reads regular files, and nothing else that a name may lead to.
//!
//! A device never ends, a pipe blocks, and either may have any name in a repository that the user
//! cloned. Therefore every file is read by [`read_bytes`]: it checks the open file, not its name,
//! and stops at a limit.

use std::fs::{File, Metadata, OpenOptions};
use std::io::Read;
use std::path::Path;

use super::read_error::{MAX_BYTES, ReadProblem};

/// The file that is empty by convention, although it is a device.
const EMPTY: &str = "/dev/null";

/// Virtual file systems. Their files have a length of zero.
const MADE_UP: [&str; 2] = ["/proc", "/sys"];

/// The bytes of the regular file at `path`.
///
/// # Errors
/// Returns an error if it is something else, too large, or cannot be read.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadProblem> {
    if path == Path::new(EMPTY) {
        return Ok(Vec::new());
    }
    only_regular(&std::fs::metadata(path)?)?;
    read_found_bytes(path)
}

/// Like [`read_bytes`], for a `path` that a directory listing has shown to be a file: its name is
/// not looked up again.
///
/// # Errors
/// Returns an error if it is something else by now, too large, or cannot be read.
pub(crate) fn read_found_bytes(path: &Path) -> Result<Vec<u8>, ReadProblem> {
    let (file, metadata) = open_found(path)?;
    not_made_up(path, &metadata)?;
    read_to_limit(file, metadata.len())
}

/// Returns no error if [`read_bytes`] would read the file at `path`: for files that libraries read.
///
/// # Errors
/// Returns an error if it is something else, or too large.
pub(crate) fn only_readable(path: &Path) -> Result<(), ReadProblem> {
    if path == Path::new(EMPTY) {
        return Ok(());
    }
    let metadata = std::fs::metadata(path)?;
    only_regular(&metadata)?;
    not_made_up(path, &metadata)?;
    if metadata.len() > MAX_BYTES as u64 {
        return Err(ReadProblem::TooLarge);
    }
    Ok(())
}

/// The open file at `path`, with what the system says about it.
///
/// # Errors
/// Returns an error if it is something else, or cannot be opened.
pub(crate) fn open_regular(path: &Path) -> Result<(File, Metadata), ReadProblem> {
    // Opening a device can already have an effect, so its name is looked at before.
    only_regular(&std::fs::metadata(path)?)?;
    open_found(path)
}

fn open_found(path: &Path) -> Result<(File, Metadata), ReadProblem> {
    let file = open(path)?;
    let metadata = file.metadata()?;
    only_regular(&metadata)?;
    Ok((file, metadata))
}

/// All that `from` has to say, some `expected` bytes.
///
/// # Errors
/// Returns an error if it is too large or cannot be read.
pub(crate) fn read_to_limit(from: impl Read, expected: u64) -> Result<Vec<u8>, ReadProblem> {
    let expected = usize::try_from(expected).unwrap_or(usize::MAX);
    if expected > MAX_BYTES {
        return Err(ReadProblem::TooLarge);
    }
    let mut bytes = Vec::with_capacity(expected);
    from.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(ReadProblem::TooLarge);
    }
    Ok(bytes)
}

/// Opens without waiting for the other end of a pipe, and without taking a terminal.
#[cfg(unix)]
fn open(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fs::OFlags;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

fn only_regular(metadata: &Metadata) -> Result<(), ReadProblem> {
    if metadata.is_file() {
        Ok(())
    } else {
        Err(ReadProblem::NoFile(sort_of(metadata)))
    }
}

/// Returns the name of the file type, for a message.
fn sort_of(metadata: &Metadata) -> &'static str {
    if metadata.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    "a device"
}

fn not_made_up(path: &Path, metadata: &Metadata) -> Result<(), ReadProblem> {
    if metadata.len() > 0 {
        return Ok(());
    }
    let real = std::fs::canonicalize(path);
    if real.is_ok_and(|real| MADE_UP.iter().any(|folder| real.starts_with(folder))) {
        return Err(ReadProblem::NoFile("part of the running system"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_read_to_the_limit() {
        let problem = read_to_limit(std::io::repeat(b'a'), 0).unwrap_err();
        assert_eq!(problem.to_string(), "is larger than 16 MiB");
        assert_eq!(read_to_limit(&b"a: 1"[..], 0).unwrap(), b"a: 1");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_folders_are_no_files() {
        let problem = |path: &str| read_bytes(Path::new(path)).unwrap_err().to_string();
        assert_eq!(problem("/dev/zero"), "is a device, not a file");
        assert_eq!(problem("/"), "is a folder, not a file");
        assert_eq!(read_bytes(Path::new("/dev/null")).unwrap(), b"");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_system_makes_up_is_no_file() {
        let problem = read_bytes(Path::new("/proc/self/environ")).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "is part of the running system, not a file"
        );
    }
}
