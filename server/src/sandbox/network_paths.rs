//! Paths to other machines, which must not be contacted because of a path in an untrusted file.
//!
//! A path that leads to another machine is not looked up, unless a project on that machine is open:
//! the lookup alone would tell that machine who the user is, on Windows with a password hash. A
//! path leads there by its name, or by a link on its way.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::Metadata;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use azml_rules::path::{PathStyle, root};
use azml_rules::work_counter;

use super::disk_cache::DiskCache;
use super::document_key::plain;
use super::{MAX_PATH, key};

/// Folders in which Unix mounts other machines by name, on demand.
const MOUNTED_ON_DEMAND: [&str; 2] = ["/net", "/Network"];

/// Most links on the way to a file, as Linux has it.
const MOST_LINKS: usize = 40;

/// Most folders of a path that is looked up: each of them is looked up by its whole path, and rules
/// walk up from a missing one.
const MOST_FOLDERS: usize = 128;

/// Machines that may be contacted: `//host/share/`, `/net/host`, in lower case.
#[derive(Clone, Debug, Default)]
pub(crate) struct NetworkPaths {
    open: Vec<String>,
    /// Resolved folders, `None` if the target may not be read: one analysis looks up many files of
    /// few folders, and every folder above a long path.
    folders: Arc<DiskCache<Arc<Path>, Option<ResolvedFolder>>>,
}

/// A folder in which all links are resolved.
#[derive(Clone, Debug)]
struct ResolvedFolder {
    path: Arc<Path>,
    /// `true` if nothing is there, so that nothing below it needs a lookup.
    is_missing: bool,
}

/// Resolved path, and the metadata of its target.
type LookedUp = (PathBuf, io::Result<Metadata>);

impl NetworkPaths {
    /// This one, and those of projects in `folders`, which are absolute.
    pub(crate) fn new<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Self {
        let keys = folders.into_iter().map(key);
        Self {
            open: keys.filter_map(|key| share(&key)).collect(),
            folders: Arc::default(),
        }
    }

    /// Forgets the folders: the disk may have changed.
    pub(crate) fn begin_revision(&self) {
        self.folders.begin_revision();
    }

    fn may_access(&self, path: &Path) -> bool {
        // Nearly every path is text, which is found out much faster than it is made text.
        let path = path
            .to_str()
            .map_or_else(|| path.to_string_lossy(), Cow::Borrowed);
        share(&path).is_none_or(|share| self.open.contains(&share))
    }

    /// Resolves the absolute path `path`. `None` if it is on another machine, or does not exist.
    /// Each link is read before it is followed, since the system would follow it at once.
    pub(crate) fn resolved(&self, path: &Path) -> Option<PathBuf> {
        self.looked_up(path).map(|(resolved, _)| resolved)
    }

    /// Like [`Self::resolved`], with the metadata of the target.
    pub(crate) fn looked_up(&self, path: &Path) -> Option<LookedUp> {
        if is_too_long(path) || !self.may_access(path) {
            return None;
        }
        match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) => self.followed(&self.folder(folder)?, Path::new(name)),
            _ => self.followed(&ResolvedFolder::none(), path),
        }
    }

    /// Like [`Self::resolved`], for a folder with many files.
    pub(crate) fn resolved_folder(&self, folder: &Path) -> Option<PathBuf> {
        let may_access = !is_too_long(folder) && self.may_access(folder);
        let resolved = may_access.then(|| self.folder(folder))?;
        resolved.map(|resolved| resolved.path.to_path_buf())
    }

    /// Like [`Self::resolved`], for the folder of a file that is looked up. Each folder above it is
    /// resolved once, by a loop: a path may have thousands of parts.
    fn folder(&self, folder: &Path) -> Option<ResolvedFolder> {
        let folders = self.folders.current();
        let mut unknown = Vec::new();
        let mut resolved = Some(ResolvedFolder::none());
        for above in folder.ancestors() {
            if let Some(known) = folders.get(above) {
                resolved = known;
                break;
            }
            unknown.push(above);
        }
        for below in unknown.into_iter().rev() {
            let led = match (resolved, below.file_name()) {
                (None, Some(_)) => None,
                (Some(above), Some(name)) => self.followed(&above, Path::new(name)),
                (_, None) => self.followed(&ResolvedFolder::none(), below),
            };
            let key: Arc<Path> = below.into();
            resolved = led.map(|(path, found)| ResolvedFolder {
                path: if path == *key {
                    key.clone()
                } else {
                    path.into()
                },
                is_missing: found.is_err_and(|it| it.kind() == io::ErrorKind::NotFound)
                    && !key.as_os_str().is_empty(),
            });
            folders.insert(key, resolved.clone(), 1);
        }
        resolved
    }

    /// Resolves `path` relative to `above`.
    fn followed(&self, above: &ResolvedFolder, path: &Path) -> Option<LookedUp> {
        let mut resolved = above.path.to_path_buf();
        let mut rest: Vec<PathStep> = parts(path).rev().collect();
        let mut links = 0;
        let mut found = Err(io::ErrorKind::NotFound.into());
        while let Some(part) = rest.pop() {
            match part {
                PathStep::Up => _ = resolved.pop(),
                PathStep::Root(root) => resolved.push(root),
                PathStep::Name(name) => resolved.push(name),
            }
            if !self.may_access(&resolved) {
                return None;
            }
            if above.is_missing && resolved.starts_with(&above.path) {
                continue;
            }
            work_counter::spend(1);
            found = resolved.symlink_metadata();
            let is_link = found.as_ref().is_ok_and(Metadata::is_symlink);
            if !is_link {
                continue;
            }
            let Ok(target) = std::fs::read_link(&resolved).map(plain) else {
                continue;
            };
            links += 1;
            if links > MOST_LINKS || !self.may_access(&target) {
                return None;
            }
            resolved.pop();
            rest.extend(parts(&target).rev());
        }
        Some((resolved, found))
    }
}

impl ResolvedFolder {
    /// The folder that an absolute path begins in.
    fn none() -> Self {
        Self {
            path: Path::new("").into(),
            is_missing: false,
        }
    }
}

/// A step on the way to a file.
enum PathStep {
    Root(PathBuf),
    Up,
    Name(OsString),
}

fn parts(path: &Path) -> impl DoubleEndedIterator<Item = PathStep> {
    path.components().filter_map(|component| match component {
        Component::CurDir => None,
        Component::ParentDir => Some(PathStep::Up),
        Component::Normal(name) => Some(PathStep::Name(name.to_owned())),
        root => Some(PathStep::Root(Path::new(&root).to_owned())),
    })
}

fn is_too_long(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_separator = |byte: &&u8| matches!(byte, b'/' | b'\\');
    bytes.len() > MAX_PATH || bytes.iter().filter(is_separator).count() > MOST_FOLDERS
}

/// `//host/share/` of `//host/share/a/b`, `/net/host` of `/net/host/a`, in lower case; `None` on this
/// machine.
fn share(path: &str) -> Option<String> {
    // On every system: a Windows path to another machine has no other meaning on Unix.
    if let [b'/' | b'\\', b'/' | b'\\' | b'?', ..] = path.as_bytes() {
        let clean = PathStyle::Windows.clean(path);
        let root = clean.as_deref().map_or("//", root);
        // What looks like a share and is none (`//./pipe/name`) may be anywhere, too.
        if root.starts_with("//") {
            return Some(root.to_lowercase());
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_are_asked_only_where_a_project_of_theirs_is_open() {
        let none = NetworkPaths::default();
        for path in [
            "//host/share/a",
            r"\\host\share\a",
            "//host",
            "//?/UNC/host/a",
            r"\??\UNC\host\share\a",
            r"\\.\UNC\host\share\a",
            r"\\?\GLOBALROOT\Device\Mup\host\share",
        ] {
            assert!(!none.may_access(Path::new(path)), "{path}");
            assert_eq!(none.resolved(Path::new(path)), None);
        }
        let open = NetworkPaths {
            open: vec!["//host/share/".to_owned()],
            ..NetworkPaths::default()
        };
        for path in ["//host/share/a", r"\\HOST\Share", r"\\?\UNC\host\share\a"] {
            assert!(open.may_access(Path::new(path)), "{path}");
        }
        assert!(
            !open.may_access(Path::new("//other/share/a"))
                && !open.may_access(Path::new("//host/shared/a"))
        );
        assert!(none.may_access(Path::new(r"\\?\C:\a")), "a link on Windows");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_mounted_on_demand_is_another_machine() {
        let machines = NetworkPaths::new([Path::new("/home/u")]);
        for path in ["/net/host/a", "/./net/host", "/net//host", "/a/../net/host"] {
            assert!(!machines.may_access(Path::new(path)), "{path}");
        }
        assert!(
            machines.may_access(Path::new("/home/net/a"))
                && machines.may_access(Path::new("/network"))
        );
        assert!(NetworkPaths::new([Path::new("/net/host/p")]).may_access(Path::new("/net/host/q")));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_another_machine_is_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir(root.join("folder")).unwrap();
        let links = [
            ("there", "/net/host.invalid"),
            ("twice", "there"),
            ("hidden", "there/../../folder"),
            ("share", "//host.invalid/share"),
            ("loop", "loop"),
            ("here", "./folder/../folder"),
        ];
        for (name, target) in links {
            symlink(target, root.join(name)).unwrap();
        }
        let resolved = |path: &str| NetworkPaths::default().resolved(&root.join(path));
        for path in ["there", "there/a", "twice/a", "hidden", "share/a", "loop"] {
            assert_eq!(resolved(path), None, "{path}");
        }
        assert_eq!(resolved("here/new"), Some(root.join("folder/new")));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_leads_to_the_same_place_the_second_time() {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir(root.join("folder")).unwrap();
        std::os::unix::fs::symlink("folder", root.join("link")).unwrap();
        let machines = NetworkPaths::default();
        for _ in 0..2 {
            for path in ["folder/a", "link/a", "link/../folder/a", "link/./a"] {
                let led = machines.resolved(&root.join(path));
                assert_eq!(led, Some(root.join("folder/a")), "{path}");
            }
            let link = machines.resolved(&root.join("link"));
            assert_eq!(link, Some(root.join("folder")));
        }
    }

    /// Work is counted, not timed: lookups on the disk.
    #[test]
    fn nothing_below_a_missing_folder_is_looked_up() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let machines = NetworkPaths::default();
        let lookups = |path: &Path| {
            let before = work_counter::spent();
            for above in path.ancestors() {
                let _ = machines.resolved(above);
            }
            work_counter::spent() - before
        };
        let depth = root.components().count() as u64;
        let long = root.join("a/".repeat(100));
        let found = lookups(&long);
        assert!(found <= 2 * depth + 4, "{found}");
        let (_, found) = machines.looked_up(&long).unwrap();
        assert_eq!(found.unwrap_err().kind(), io::ErrorKind::NotFound);
        let too_deep = root.join("a/".repeat(MOST_FOLDERS + 1));
        assert_eq!(machines.resolved(&too_deep), None);
        let too_long = root.join("a".repeat(MAX_PATH));
        assert_eq!(machines.resolved(&too_long), None);

        let deep = root.join("b/".repeat(100));
        std::fs::create_dir_all(&deep).unwrap();
        let found = lookups(&deep);
        assert!(found <= 2 * (depth + 100), "{found}");
        assert_eq!(machines.resolved(&deep), Some(deep));
    }
}
