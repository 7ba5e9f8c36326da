//! Limits of lookups on behalf of untrusted files.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{MAX_PATH, is_within};

/// With `--restricted`, nothing outside of what is open is looked at because a file says so, be it
/// by an absolute path, by `..`, or by a link.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restricted {
    /// `None` without limits.
    folders: Option<Vec<PathBuf>>,
}

impl Restricted {
    /// The folders in `opened`, and those of the files in it.
    pub(crate) fn to(opened: &[PathBuf]) -> Self {
        let folders = opened.iter().map(|path| folder_of(super::absolute(path)));
        Self {
            folders: Some(folders.collect()),
        }
    }

    /// Returns `true` if `path` may be looked up. The test itself looks up nothing outside.
    pub(crate) fn allow(&self, path: &Path) -> bool {
        let Some(folders) = &self.folders else {
            return true;
        };
        if path.as_os_str().len() > MAX_PATH {
            return false;
        }
        let path = super::absolute(path);
        let allows = |folder: &PathBuf| is_within(&path, folder) && !passes_link(folder, &path);
        folders.iter().any(allows)
    }
}

fn folder_of(mut path: PathBuf) -> PathBuf {
    if !path.is_dir() {
        path.pop();
    }
    path
}

/// Returns `true` if there is a link between `folder` and `path`. Starts from the top: the system
/// follows a link on the way to anything below it.
fn passes_link(folder: &Path, path: &Path) -> bool {
    let depth = folder.components().count();
    let mut at: PathBuf = path.components().take(depth).collect();
    for part in path.components().skip(depth) {
        at.push(part);
        match at.symlink_metadata() {
            Ok(found) if found.is_symlink() => return true,
            // Nothing is below it.
            Err(error) if error.kind() == ErrorKind::NotFound => return false,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_in_an_open_folder_is_looked_at() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        std::fs::create_dir(root.join("open")).unwrap();
        std::fs::write(root.join("open/job.yml"), "").unwrap();
        for opened in ["open", "open/job.yml", "open/new.yml"] {
            let limits = Restricted::to(&[root.join(opened)]);
            assert!(limits.allow(&root.join("open/src/none")), "{opened}");
            for outside in ["", "other", "opener", "open/../other", "open/src/../../x"] {
                assert!(!limits.allow(&root.join(outside)), "{opened}: {outside}");
            }
            assert!(
                !limits.allow(Path::new("/etc/passwd")) && !limits.allow(Path::new("//host/a"))
            );
        }
        assert!(Restricted::default().allow(Path::new("/etc/passwd")));
        assert!(!Restricted::to(&[]).allow(root));
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        let root = tempfile::tempdir().unwrap();
        let (open, secret) = (root.path().join("open"), root.path().join("secret"));
        std::fs::create_dir(&open).unwrap();
        std::fs::create_dir(&secret).unwrap();
        std::os::unix::fs::symlink(&secret, open.join("link")).unwrap();
        let limits = Restricted::to(std::slice::from_ref(&open));
        assert!(!limits.allow(&open.join("link")) && !limits.allow(&open.join("link/file")));
    }
}
