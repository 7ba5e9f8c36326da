//! Several files that are replaced together: all of them, or none.

use std::fs::Metadata;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::replacement::temporary;
use crate::signals::block_signals;

/// A file that is to be replaced or deleted, with everything that can fail done before.
struct Prepared {
    path: PathBuf,
    /// The new contents; `None` to delete the file.
    new: Option<NamedTempFile>,
    /// A copy of the old contents; `None` if there is no file.
    old: Option<NamedTempFile>,
}

/// Writes the text of each file, and deletes those without a text. Links are not followed: they are refused.
///
/// # Errors
/// Returns the file that cannot be written. All files are as they were then.
pub fn write_together(files: &[(PathBuf, Option<String>)]) -> Result<(), (PathBuf, io::Error)> {
    let _signals = block_signals();
    let mut prepared = Vec::new();
    for (path, text) in files {
        let file = prepare(path, text.as_deref()).map_err(|error| (path.clone(), error))?;
        prepared.push(file);
    }
    let mut replaced = Vec::new();
    for Prepared { path, new, old } in prepared {
        let step = match new {
            Some(new) => persist(new, &path),
            None if old.is_some() => std::fs::remove_file(&path),
            None => Ok(()),
        };
        if let Err(error) = step {
            undo(replaced);
            return Err((path, error));
        }
        replaced.push((path, old));
    }
    Ok(())
}

fn prepare(path: &Path, text: Option<&str>) -> io::Result<Prepared> {
    let found = match path.symlink_metadata() {
        Ok(found) if found.is_symlink() => return Err(io::Error::other("it is a link")),
        Ok(found) if !found.is_file() => return Err(io::Error::other("it is not a file")),
        Ok(found) if found.permissions().readonly() => {
            return Err(ErrorKind::PermissionDenied.into());
        }
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let new = text.map(|text| beside(path, found.as_ref(), text.as_bytes()));
    let old = found.as_ref().map(|found| {
        let bytes = std::fs::read(path)?;
        beside(path, Some(found), &bytes)
    });
    Ok(Prepared {
        path: path.to_owned(),
        new: new.transpose()?,
        old: old.transpose()?,
    })
}

/// Makes a file with `bytes` beside the one at `path`, which it may replace.
fn beside(path: &Path, found: Option<&Metadata>, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary(path.parent().unwrap_or(path), found)?;
    file.write_all(bytes)?;
    if let Some(found) = found {
        file.as_file().set_permissions(found.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    let file = file.into_temp_path();
    file.persist(path).map_err(|refused| refused.error)
}

/// Restores the files, the last one first.
fn undo(replaced: Vec<(PathBuf, Option<NamedTempFile>)>) {
    for (path, old) in replaced.into_iter().rev() {
        // Its folder took a file a moment ago; there is nothing else to try.
        let _ = match old {
            Some(old) => persist(old, &path),
            None => std::fs::remove_file(&path),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let text = |name: &str| std::fs::read_to_string(path(name)).ok();
        std::fs::write(path("a"), "old a").unwrap();
        std::fs::write(path("b"), "old b").unwrap();
        let new = |name: &str, text: Option<&str>| (path(name), text.map(str::to_owned));
        let files = [
            new("a", Some("new a")),
            new("b", None),
            new("c", Some("new c")),
        ];
        write_together(&files).unwrap();
        assert_eq!((text("a").as_deref(), text("b")), (Some("new a"), None));
        assert_eq!(text("c").as_deref(), Some("new c"));
        let files = [
            new("a", Some("newer a")),
            new("d", Some("new d")),
            new("c", None),
            (path("missing/e"), Some("e".to_owned())),
        ];
        assert_eq!(write_together(&files).unwrap_err().0, path("missing/e"));
        assert_eq!((text("a").as_deref(), text("d")), (Some("new a"), None));
        assert_eq!(text("c").as_deref(), Some("new c"));
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 2, "no temporary file");
    }

    #[test]
    fn what_was_replaced_is_restored() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a"), "new").unwrap();
        std::fs::write(path("b"), "new").unwrap();
        let old = beside(&path("a"), None, b"old").unwrap();
        undo(vec![(path("a"), Some(old)), (path("b"), None)]);
        assert_eq!(std::fs::read(path("a")).unwrap(), b"old");
        assert!(!path("b").exists());
    }
}
