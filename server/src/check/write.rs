//! Writes a file so that it is either the old one or the new one, whatever happens.

use std::io::{Error, ErrorKind, Result, Write as _};
use std::path::Path;

/// Replaces `before` by `after` in the file at `path`, which keeps its permissions. A file that changed in the meantime
/// or is read-only stays as it is.
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
    if std::fs::read(&path)? != before.as_bytes() {
        return Err(Error::other("it changed in the meantime"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written =
        write_new(&temporary, after, permissions).and_then(|()| std::fs::rename(&temporary, &path));
    if written.is_err() {
        // What is left of the attempt is worth nothing; the first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, text: &str, permissions: std::fs::Permissions) -> Result<()> {
    let mut file = std::fs::File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}
