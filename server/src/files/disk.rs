//! The disk, for rules that ask whether a path leads anywhere.

use std::path::Path;

use azml_rules::workspace::{Disk, Listed, OnDisk};

use super::key;
use super::walk;

/// The file system of this machine; document paths are absolute here.
///
/// Paths stand in files that may come from a stranger. One that leads to another machine is not
/// looked up, unless a project on that machine is open: the question alone would tell that machine
/// who asks, on Windows with a password to try.
#[derive(Debug, Default)]
pub(super) struct FileSystem {
    /// Of other machines, those that may be asked: `//host/share`, `/net/host`.
    open_shares: Vec<String>,
}

/// Where Unix mounts the folders of whichever machine is named below.
const MOUNTED_ON_DEMAND: [&str; 2] = ["/net", "/Network"];

impl FileSystem {
    /// For projects in `folders`, which are absolute.
    pub(super) fn new<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Self {
        let keys = folders.into_iter().map(key);
        Self {
            open_shares: keys.filter_map(|key| share(&key)).collect(),
        }
    }

    fn may_ask(&self, path: &str) -> bool {
        share(path).is_none_or(|share| self.open_shares.contains(&share))
    }
}

/// `//host/share` of `//host/share/a/b`, `/net/host` of `/net/host/a`; `None` on this machine.
fn share(path: &str) -> Option<String> {
    let is_separator = |c: char| matches!(c, '/' | '\\');
    if path.starts_with(is_separator) && path[1..].starts_with(is_separator) {
        let mut parts = path.split(is_separator).filter(|part| !part.is_empty());
        let (host, share) = (parts.next()?, parts.next().unwrap_or_default());
        return Some(format!("//{host}/{share}"));
    }
    if !MOUNTED_ON_DEMAND.iter().any(|folder| path.contains(folder)) {
        return None;
    }
    // Dots and doubled slashes resolved: `/./net//host` is looked up all the same.
    let clean = key(Path::new(path));
    let below = |folder: &&str| clean.strip_prefix(*folder)?.strip_prefix('/');
    let (folder, rest) = MOUNTED_ON_DEMAND
        .iter()
        .find_map(|folder| Some((folder, below(folder)?)))?;
    let host = rest.split('/').next().unwrap_or_default();
    Some(format!("{folder}/{host}"))
}

impl Disk for FileSystem {
    fn at(&self, path: &str) -> Option<OnDisk> {
        if !self.may_ask(path) {
            return None;
        }
        match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => Some(OnDisk::Folder),
            Ok(_) => Some(OnDisk::File),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(OnDisk::Nothing),
            // Not allowed to look: nobody can tell.
            Err(_) => None,
        }
    }

    fn list(&self, path: &str) -> Vec<Listed> {
        if self.may_ask(path) {
            walk::listed(Path::new(path))
        } else {
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_are_asked_only_where_a_project_of_theirs_is_open() {
        let disk = FileSystem::default();
        for path in [
            "//host/share/a",
            r"\\host\share\a",
            "//host",
            "//?/UNC/host/a",
        ] {
            assert!(!disk.may_ask(path), "{path}");
            assert!(disk.at(path).is_none() && disk.list(path).is_empty());
        }
        let open = FileSystem {
            open_shares: vec!["//host/share".to_owned()],
        };
        assert!(open.may_ask("//host/share/a") && !open.may_ask("//other/share/a"));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_mounted_on_demand_is_another_machine() {
        let disk = FileSystem::new([Path::new("/home/u")]);
        for path in ["/net/host/a", "/./net/host", "/net//host", "/a/../net/host"] {
            assert!(!disk.may_ask(path), "{path}");
        }
        assert!(disk.may_ask("/home/net/a") && disk.may_ask("/network"));
        assert!(FileSystem::new([Path::new("/net/host/p")]).may_ask("/net/host/q"));
    }
}
