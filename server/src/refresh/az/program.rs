//! Finds the Azure CLI.

use std::path::{Path, PathBuf};

/// File names of the Azure CLI.
const NAMES: &[&str] = if cfg!(windows) {
    &["az.cmd", "az.exe", "az.bat"]
} else {
    &["az"]
};

/// Returns the Azure CLI in the folders of `PATH`. A folder that is relative there is skipped: it
/// depends on the current folder, which may be a repository of strangers.
pub(crate) fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    let files = folders.flat_map(|folder| NAMES.iter().map(move |name| folder.join(name)));
    files.into_iter().find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
