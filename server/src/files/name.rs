//! Paths: the one form documents are kept under, and the form people see.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// `path` from the root of the file system, with `.` and `..` resolved by name: symbolic links stay
/// as they are, because a reference in a file means the path as written.
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
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

/// What documents are kept under: the absolute path with `/`.
#[must_use]
pub fn key(path: &Path) -> Arc<str> {
    Arc::from(slashes(&absolute(path)))
}

fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    }
}

/// How paths are shown: as the user gave them, and what lies elsewhere relative to the current
/// folder.
#[derive(Clone, Debug, Default)]
pub struct Names {
    current: String,
    /// Key and spelling of what was given.
    given: Vec<(Arc<str>, String)>,
}

impl Names {
    /// For paths given as `paths`.
    #[must_use]
    pub fn new(paths: &[PathBuf]) -> Self {
        let spelt = |path: &PathBuf| (key(path), slashes(path));
        Self {
            current: key(Path::new(".")).to_string(),
            given: paths.iter().map(spelt).collect(),
        }
    }

    /// Shows the file with `key` as `name`.
    pub fn insert(&mut self, key: Arc<str>, name: impl Into<String>) {
        self.given.push((key, name.into()));
    }

    /// How the file with `key` is shown.
    #[must_use]
    pub fn show(&self, key: &str) -> String {
        let names = self.given.iter().filter_map(|(given, spelt)| {
            let rest = below(given, key)?;
            Some((given.len(), join(spelt, rest)))
        });
        if let Some((_, name)) = names.max() {
            return name;
        }
        let all_absolute = !self.given.is_empty()
            && self
                .given
                .iter()
                .all(|(_, spelt)| Path::new(spelt).is_absolute());
        if all_absolute {
            key.to_owned()
        } else {
            relative(&self.current, key)
        }
    }

    /// How `path` is shown.
    #[must_use]
    pub fn show_path(&self, path: &Path) -> String {
        self.show(&key(path))
    }
}

/// What is left of `key` below `folder`; empty when they are the same.
fn below<'k>(folder: &str, key: &'k str) -> Option<&'k str> {
    let rest = key.strip_prefix(folder)?;
    if rest.is_empty() || folder.ends_with('/') {
        Some(rest)
    } else {
        rest.strip_prefix('/')
    }
}

fn join(spelt: &str, rest: &str) -> String {
    match spelt {
        _ if rest.is_empty() => spelt.to_owned(),
        "" | "." | "./" => rest.to_owned(),
        _ => format!("{}/{rest}", spelt.trim_end_matches('/')),
    }
}

/// `key` as seen from the folder `from`; as it is where they have nothing in common but the root.
fn relative(from: &str, key: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = key.split('/').collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if common < 2 {
        return key.to_owned();
    }
    let up = std::iter::repeat_n("..", from.len() - common);
    up.chain(to[common..].iter().copied())
        .collect::<Vec<_>>()
        .join("/")
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
