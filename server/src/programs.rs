//! Finds the programs that are started: the Azure CLI, and git.

use std::path::{Path, PathBuf};

/// File names of the Azure CLI.
const NAMES: &[&str] = if cfg!(windows) {
    &["az.cmd", "az.exe", "az.bat"]
} else {
    &["az"]
};

/// File names of git.
const GIT: &[&str] = if cfg!(windows) {
    &["git.exe"]
} else {
    &["git"]
};

/// Returns the Azure CLI in the folders of `PATH`.
pub(crate) fn azure_cli() -> Option<PathBuf> {
    find(NAMES)
}

/// Returns git in the folders of `PATH`.
pub(crate) fn git() -> Option<PathBuf> {
    find(GIT)
}

/// Returns the first program with one of these names in the folders of `PATH`. A folder that is relative there is skipped: it
/// depends on the current folder, which may be a repository of strangers.
fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    let files = folders.flat_map(|folder| names.iter().map(move |name| folder.join(name)));
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
