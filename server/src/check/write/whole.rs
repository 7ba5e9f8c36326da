//! Files that the program creates, such as reports: of an old one, only the permissions are preserved.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use super::replacement::temporary;
use crate::sandbox::repository_of;
use crate::signals::block_signals;

/// Makes `bytes` the contents of the file at `path`, atomically. If it is a link, its target is
/// written, but not outside the repository: a stranger may have committed the link. Pipes and devices
/// are written in place, and so are a mounted file and one in a folder where no file can be created.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let _signals = block_signals();
    let old = match std::fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if is_of_the_system(path) || old.as_ref().is_some_and(|old| !old.is_file()) {
        return write_in_place(path, bytes);
    }
    if leads_outside(path) {
        return Err(io::Error::other(LEADS_OUTSIDE));
    }
    match replace(path, bytes, old.as_ref()) {
        Err(error) if old.is_some() && needs_to_stay(&error) => write_in_place(path, bytes),
        replaced => replaced,
    }
}

/// The reason why a link is not written.
pub const LEADS_OUTSIDE: &str = "it is a link to a file outside the repository";

/// Returns `true` if there is a link at `path` to a file outside the repository, or outside the
/// link's own folder if that is in no repository.
pub fn leads_outside(path: &Path) -> bool {
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    let (Ok(target), Ok(path)) = (std::fs::canonicalize(path), std::path::absolute(path)) else {
        return false;
    };
    let folder = path.parent().unwrap_or(&path);
    let home = repository_of(folder).unwrap_or(folder);
    is_link && std::fs::canonicalize(home).is_ok_and(|home| !target.starts_with(home))
}

fn replace(path: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let path = match old {
        Some(old) if old.permissions().readonly() => return Err(ErrorKind::PermissionDenied.into()),
        Some(_) => super::real(path)?,
        None => std::path::absolute(path)?,
    };
    let folder = path.parent().unwrap_or(&path);
    // Reports a missing folder with the error of the system.
    std::fs::metadata(folder)?;
    let mut new = temporary(folder, old)?;
    new.write_all(bytes)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    new.into_temp_path()
        .persist(&path)
        .map_err(|refused| refused.error)
}

/// Returns `true` if the file belongs to a virtual file system, and may be one that this program
/// has open: `/dev/stdout`.
fn is_of_the_system(path: &Path) -> bool {
    cfg!(unix) && (path.starts_with("/dev") || path.starts_with("/proc"))
}

/// Returns `true` if only the file itself may be written.
fn needs_to_stay(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::ResourceBusy | ErrorKind::CrossesDevices
    )
}

fn write_in_place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_file_is_replaced_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        write_whole(&path, b"old and long").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(&folder.path().join("missing/report.json"), b"x").is_err());
        assert!(write_whole(folder.path(), b"x").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write_whole(&file, b"old").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        std::fs::write(folder.path().join("other"), b"").unwrap();
        assert_eq!(
            mode(&file),
            mode(&folder.path().join("other")),
            "a new file is as any other"
        );
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(
            (std::fs::read(&file).unwrap(), mode(&file)),
            (b"new".to_vec(), 0o640)
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_repository_is_refused() {
        use std::os::unix::fs::symlink;
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = |name: &str| folder.path().join(name);
        let target = other.path().join("target");
        std::fs::write(&target, "kept").unwrap();
        std::fs::create_dir_all(path("repository/.git")).unwrap();
        std::fs::create_dir(path("repository/reports")).unwrap();
        std::fs::write(path("repository/inside"), "").unwrap();
        symlink(&target, path("repository/reports/out")).unwrap();
        symlink(path("repository/inside"), path("repository/reports/in")).unwrap();
        symlink(other.path().join("new"), path("repository/reports/broken")).unwrap();
        assert!(write_whole(&path("repository/reports/out"), b"x").is_err());
        write_whole(&path("repository/reports/in"), b"x").unwrap();
        write_whole(&path("repository/reports/broken"), b"x").unwrap();
        assert_eq!(std::fs::read(&target).unwrap(), b"kept");
        assert!(!other.path().join("new").exists());
        // The folder itself may be reached by a link.
        symlink(path("repository"), path("link")).unwrap();
        write_whole(&path("link/reports/in"), b"y").unwrap();
        assert_eq!(std::fs::read(path("repository/inside")).unwrap(), b"y");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_in_place() {
        write_whole(Path::new("/dev/null"), b"x").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }
}
