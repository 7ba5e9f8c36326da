//! Writes a file so that it is either the old one or the new one, whatever happens.

use std::fs::Permissions;
use std::io::{Error, ErrorKind, Result, Write as _};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::files::read_bytes;

/// The temporary file stands beside the one it replaces: `.azml-ls-`, six letters by chance,
/// `.tmp`.
const PREFIX: &str = ".azml-ls-";
const SUFFIX: &str = ".tmp";

/// On Windows a virus scanner or an indexer may hold a file for a moment.
const WINDOWS_PAUSES: [Duration; 4] = [
    Duration::from_millis(10),
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(500),
];

/// Replaces `before` by `after` in the file at `path`, which keeps its permissions. A file that
/// changed in the meantime or is read-only stays as it is.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, before: &str, after: &str) -> Result<()> {
    // The target of a link is written, the link stays.
    let path = std::fs::canonicalize(path)?;
    let permissions = std::fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    if read_bytes(&path).map_err(Error::other)? != before.as_bytes() {
        return Err(Error::other("it changed while azml-ls was running"));
    }
    let folder = path.parent().unwrap_or(&path);
    let new = new_file(folder, after, permissions)?;
    replace(&path, new)
}

/// A file in `folder` that holds `text`. It is gone when it is dropped.
fn new_file(folder: &Path, text: &str, permissions: Permissions) -> Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let created = builder.prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder);
    // The name of a file that nobody asked for says nothing in a message.
    let new = created.map_err(|error| Error::from(error.kind()))?;
    let mut file = new.as_file();
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()?;
    Ok(new)
}

/// Renames `new` to `path`.
fn replace(path: &Path, mut new: NamedTempFile) -> Result<()> {
    for pause in WINDOWS_PAUSES {
        match new.persist(path) {
            Ok(_) => return Ok(()),
            Err(refused) if is_held(&refused.error) => new = refused.file,
            Err(refused) => return Err(refused.error),
        }
        sleep(pause);
    }
    new.persist(path)?;
    Ok(())
}

fn is_held(error: &Error) -> bool {
    // A sharing violation has no kind of its own.
    cfg!(windows)
        && (error.kind() == ErrorKind::PermissionDenied || error.raw_os_error() == Some(32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with `text` in a folder of its own.
    fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yml");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_file_that_changed_stays_and_nothing_is_left() {
        let (folder, path) = file("b: 1\n");
        let error = write(&path, "a: 1\n", "a: 2\n").unwrap_err();
        assert_eq!(error.to_string(), "it changed while azml-ls was running");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "b: 1\n");
        assert_eq!(names(folder.path()), ["a.yml"]);
    }

    #[test]
    fn what_cannot_be_replaced_leaves_nothing() {
        let (folder, path) = file("a: 1\n");
        let new = new_file(
            folder.path(),
            "a: 2\n",
            std::fs::metadata(&path).unwrap().permissions(),
        );
        let taken = folder.path().join("folder");
        std::fs::create_dir(&taken).unwrap();
        assert!(replace(&taken, new.unwrap()).is_err());
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, ["a.yml", "folder"]);
    }

    #[test]
    fn a_name_may_be_as_long_as_the_system_takes() {
        let (folder, _) = file("");
        let path = folder.path().join(format!("{}.yml", "x".repeat(251)));
        std::fs::write(&path, "a: 1\n").unwrap();
        write(&path, "a: 1\n", "a: 2\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a: 2\n");
    }
}
