//! The new file. Where the system can, it has no name until it is complete, so that a program that
//! is killed leaves nothing.

use std::fs::{File, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile, TempPath};

use super::leftovers::{PREFIX, SUFFIX, lock_as_ours};
use super::original::Original;
use super::problem::WriteProblem;

/// A complete file beside the one it replaces. It is gone when it is dropped.
pub(super) struct ReplacementFile {
    file: File,
    name: Option<TempPath>,
}

impl ReplacementFile {
    /// A file that holds `text` and is like `original` in all else.
    pub(super) fn new(text: &str, original: &Original<'_>) -> Result<Self, WriteProblem> {
        let folder = original.folder();
        let mut new = match unnamed(folder)? {
            Some(file) => Self { file, name: None },
            None => named(original)?,
        };
        lock_as_ours(&new.file);
        new.file.write_all(text.as_bytes())?;
        #[cfg(unix)]
        super::attributes::copy(original, &new.file)?;
        // A power cut after the swap must not find an empty file.
        new.file.sync_all()?;
        Ok(new)
    }

    /// One that has its name already.
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    pub(super) fn with(file: File, name: TempPath) -> Self {
        let name = Some(name);
        Self { file, name }
    }

    /// Gives it a name in `folder`, if it has none.
    pub(super) fn with_name(self, folder: &Path) -> Result<(File, TempPath), WriteProblem> {
        let name = match self.name {
            Some(name) => name,
            None => link(&self.file, folder)?,
        };
        Ok((self.file, name))
    }
}

/// Makes temporary files by the names that `leftovers` knows.
pub(super) fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

fn named(original: &Original<'_>) -> io::Result<ReplacementFile> {
    let folder = original.folder();
    #[cfg(unix)]
    let made = builder().tempfile_in(folder);
    #[cfg(windows)]
    let made = builder().make_in(folder, |name| {
        super::attributes::create_like(original, name)
    });
    let (file, name) = made.map_err(|error| without_name(&error))?.into_parts();
    Ok(ReplacementFile {
        file,
        name: Some(name),
    })
}

/// Makes a temporary file in `folder` with the permissions of `old`, or of any new file.
pub(super) fn temporary(folder: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = builder();
    #[cfg(unix)]
    {
        // The mask of the user takes some away from a new one.
        let new = || std::os::unix::fs::PermissionsExt::from_mode(0o666);
        builder.permissions(old.map_or_else(new, Metadata::permissions));
    }
    #[cfg(not(unix))]
    let _ = old;
    let made = builder.tempfile_in(folder);
    made.map_err(|error| without_name(&error))
}

/// Removes the path of the temporary file, which means nothing to the user, from the message.
fn without_name(error: &io::Error) -> io::Error {
    error.kind().into()
}

/// Directory in which the system lists open files by name, which gives an unnamed one its name.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// `None` where files cannot do without a name.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::Errno;
    if !Path::new(OPEN_FILES).is_dir() {
        return Ok(None);
    }
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    match open(folder, flags, Mode::RUSR | Mode::WUSR) {
        Ok(file) => Ok(Some(file.into())),
        // File systems, old kernels, and very old kernels, in this order.
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(target_os = "linux")]
fn link(file: &File, folder: &Path) -> io::Result<TempPath> {
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{AtFlags, CWD, linkat};
    let from = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    let made = builder().make_in(folder, |name| {
        Ok(linkat(CWD, &from, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    });
    Ok(made.map_err(|error| without_name(&error))?.into_temp_path())
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<TempPath> {
    Err(io::ErrorKind::Unsupported.into())
}
