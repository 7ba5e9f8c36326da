//! Paths: the normal form under which documents are stored, and the form shown to users.
//! [`azml_rules::path`] defines the syntax of paths; this module adds the file system.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use azml_rules::path::{self, PathStyle, Spellings, below, inside};

/// Path syntax of this system.
pub const STYLE: PathStyle = if cfg!(windows) {
    PathStyle::Windows
} else if cfg!(target_os = "macos") {
    PathStyle::MacOs
} else {
    PathStyle::Unix
};

/// Maximum length of a path that is looked up, in bytes: `PATH_MAX` of Linux
/// (<https://man7.org/linux/man-pages/man3/realpath.3.html>), and three bytes for each of the 32,767
/// units of Windows. Nothing exists at a longer one.
pub(crate) const MAX_PATH: usize = if cfg!(windows) { 3 * 32_767 } else { 4_096 };

/// The spelling of each path, of folders, documents, and configuration alike. It is the name by which
/// a file is known, not a cached result: the first spelling stays right for the life of the process,
/// and with two tables, two spellings of a folder would be two projects.
static SPELLINGS: LazyLock<Mutex<Spellings>> = LazyLock::new(|| Mutex::new(Spellings::new(STYLE)));

/// `path` from the root of the file system, with `.` and `..` resolved by name: symbolic links stay
/// as they are, because a reference in a file means the path as written. Where letter case does not
/// count, it is spelled as it was at first.
pub fn absolute(path: &Path) -> PathBuf {
    match full(path) {
        Some(full) => PathBuf::from(&*settled(&full)),
        None => without_dots(path),
    }
}

/// Returns `folder` and the folders above it, as far as they may exist: a document may have an address
/// of any length.
pub(crate) fn possible_ancestors(folder: &Path) -> impl Iterator<Item = &Path> {
    let is_too_long = |above: &&Path| above.as_os_str().len() > MAX_PATH;
    folder.ancestors().skip_while(is_too_long)
}

/// Returns the key of a document: the absolute path with `/`.
pub fn key(path: &Path) -> Arc<str> {
    match full(path) {
        Some(full) => settled(&full),
        None => Arc::from(slashes(&without_dots(path))),
    }
}

/// Returns `true` if `path` is `folder` or in it; both are absolute.
pub fn is_within(path: &Path, folder: &Path) -> bool {
    path.starts_with(folder) || STYLE.ignores_case() && is_within_as(STYLE, path, folder)
}

fn is_within_as(style: PathStyle, path: &Path, folder: &Path) -> bool {
    let (path, folder) = (slashes(path), slashes(folder));
    below(&style.folded(&folder), &style.folded(&path)).is_some()
}

/// `path` without what says that Windows is to take it as it is (`\\?\`): links are often stored so.
pub(crate) fn plain(path: PathBuf) -> PathBuf {
    let text = path.to_str().filter(|_| STYLE == PathStyle::Windows);
    let clean = text.filter(|text| STYLE.is_absolute(text));
    clean
        .and_then(|text| STYLE.clean(text))
        .map_or(path, PathBuf::from)
}

fn settled(full: &str) -> Arc<str> {
    let mut spellings = SPELLINGS.lock().unwrap_or_else(PoisonError::into_inner);
    spellings.settled(full)
}

/// Returns the absolute path as a text. `None` on Unix, where a path may have any bytes. Only the
/// system can resolve `C:data`, which is relative to the current folder of the drive.
fn full(path: &Path) -> Option<String> {
    if STYLE == PathStyle::Unix {
        return None;
    }
    let text = path.to_str()?;
    if STYLE.is_absolute(text) {
        return STYLE.clean(text);
    }
    let current = STYLE.clean(std::env::current_dir().ok()?.to_str()?)?;
    STYLE.join(&current, text).or_else(|| {
        let full = std::path::absolute(path).ok()?;
        STYLE.clean(full.to_str()?)
    })
}

fn without_dots(path: &Path) -> PathBuf {
    if is_plain(path) {
        return path.to_owned();
    }
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut out = PathBuf::new();
    for component in full.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// Returns `true` if `path` is absolute and has no `.`, `..` or empty part: a walk finds thousands
/// of them. `false` for some paths that are normal, too.
fn is_plain(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_odd = |pair: &[u8]| pair[0] == b'/' && matches!(pair[1], b'/' | b'.');
    STYLE == PathStyle::Unix
        && bytes.first() == Some(&b'/')
        && bytes.last() != Some(&b'/')
        && !bytes.windows(2).any(is_odd)
}

fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if STYLE.separates('\\') {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    }
}

/// Displayed paths: as the user gave them, and other ones relative to the current folder.
#[derive(Clone, Debug, Default)]
pub struct Names {
    current: String,
    /// Key and spelling of what was given.
    given: Vec<(Arc<str>, String)>,
}

impl Names {
    /// For paths given as `paths`.
    pub fn new(paths: &[PathBuf]) -> Self {
        let spelt = |path: &PathBuf| (key(path), shown(path));
        Self {
            current: key(Path::new(".")).to_string(),
            given: paths.iter().map(spelt).collect(),
        }
    }

    /// For paths that are shown as seen from the folder with the key `folder`.
    pub fn in_folder(folder: &str) -> Self {
        Self {
            current: folder.to_owned(),
            given: Vec::new(),
        }
    }

    /// Shows the file with `key` as `name`.
    pub fn insert(&mut self, key: Arc<str>, name: impl Into<String>) {
        self.given.push((key, name.into()));
    }

    /// Returns the displayed path of the file with `key`.
    pub fn show(&self, key: &str) -> String {
        let names = self.given.iter().filter_map(|(given, spelt)| {
            let rest = below(given, key)?;
            Some((given.len(), join(spelt, rest)))
        });
        if let Some((_, name)) = names.max() {
            return name;
        }
        let all_rooted =
            !self.given.is_empty() && self.given.iter().all(|(_, spelt)| STYLE.is_rooted(spelt));
        if all_rooted {
            key.to_owned()
        } else {
            relative(&self.current, key)
        }
    }

    /// Returns the displayed form of `path`.
    pub fn show_path(&self, path: &Path) -> String {
        self.show(&key(path))
    }
}

/// Returns the path as the user wrote it, without a prefix that programs add.
fn shown(path: &Path) -> String {
    let text = slashes(path);
    if text.starts_with("//?/") {
        slashes(&plain(path.to_owned()))
    } else {
        text
    }
}

/// Returns the path from `folder` to the file with `key`, even if they have nothing in common.
pub fn path_between(folder: &Path, key: &str) -> String {
    relative(&self::key(folder), key)
}

fn join(spelt: &str, rest: &str) -> String {
    match spelt {
        _ if rest.is_empty() => spelt.to_owned(),
        "" | "." | "./" => rest.to_owned(),
        _ => inside(spelt, rest),
    }
}

/// `key` as seen from the folder `from`; as it is where they have nothing in common but the root.
fn relative(from: &str, key: &str) -> String {
    let seen = path::relative(from, key).filter(|_| path::top(from) == path::top(key));
    seen.unwrap_or_else(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(given: &[(&str, &str)]) -> Names {
        let given = given
            .iter()
            .map(|(key, spelt)| ((*key).into(), (*spelt).to_owned()))
            .collect();
        Names {
            current: "/w/p".to_owned(),
            given,
        }
    }

    #[test]
    fn shows_paths_as_given() {
        assert_eq!(
            names(&[("/w/p", ".")]).show("/w/p/jobs/a.yml"),
            "jobs/a.yml"
        );
        assert_eq!(names(&[("/w/p", ".")]).show("/w/p"), ".");
        assert_eq!(
            names(&[("/w/p/jobs", "./jobs/")]).show("/w/p/jobs/a.yml"),
            "./jobs/a.yml"
        );
        assert_eq!(names(&[("/w/p", "/w/p")]).show("/w/p/a.yml"), "/w/p/a.yml");
        assert_eq!(
            names(&[("/w/p", "."), ("/w/p/jobs", "jobs")]).show("/w/p/jobs/a.yml"),
            "jobs/a.yml"
        );
    }

    #[test]
    fn shows_what_lies_elsewhere_from_here() {
        let names_of = names(&[("/w/p/jobs", "jobs")]);
        assert_eq!(names_of.show("/w/p/computes/ci.yml"), "computes/ci.yml");
        assert_eq!(names_of.show("/w/p/jobs2/ci.yml"), "jobs2/ci.yml");
        assert_eq!(names_of.show("/w/other/ci.yml"), "../other/ci.yml");
        assert_eq!(names_of.show("/else/ci.yml"), "/else/ci.yml");
        assert_eq!(
            names(&[("/w/p/jobs", "/w/p/jobs")]).show("/w/p/computes/ci.yml"),
            "/w/p/computes/ci.yml"
        );
    }

    #[test]
    fn shows_paths_of_other_drives_and_shares_as_they_are() {
        assert_eq!(relative("C:/p", "D:/p/a.yml"), "D:/p/a.yml");
        assert_eq!(relative("C:/p", "C:/q/a.yml"), "C:/q/a.yml");
        assert_eq!(relative("C:/p/q", "C:/p/a.yml"), "../a.yml");
        assert_eq!(relative("//s/one/p", "//s/two/p/a.yml"), "//s/two/p/a.yml");
        assert_eq!(relative("//s/one/p", "//s/one/p/a.yml"), "a.yml");
    }

    #[test]
    fn what_is_in_a_folder_depends_on_letter_case_by_system() {
        let is_within = |style, path: &str, folder: &str| {
            is_within_as(style, Path::new(path), Path::new(folder))
        };
        assert!(is_within(PathStyle::Windows, "c:/repo/A.yml", "C:/Repo"));
        assert!(is_within(PathStyle::Windows, "C:/a.yml", "C:/"));
        assert!(!is_within(PathStyle::Windows, "C:/repository", "C:/Repo"));
        assert!(!is_within(PathStyle::Unix, "/repo/a.yml", "/Repo"));
    }

    #[cfg(unix)]
    #[test]
    fn resolves_dots_by_name() {
        assert_eq!(
            absolute(Path::new("/a/./b/../c.yml")),
            Path::new("/a/c.yml")
        );
        assert_eq!(&*key(Path::new("/../a")), "/a");
    }
}
