//! Paths as texts: roots, parts, joining, comparing. Nothing is looked up.
//!
//! Inside, a path has one form: parts separated by `/`, without `.` and `..`, after a root that ends
//! with `/`: `/`, `C:/` (the drive in upper case), `//server/share/`. Verbatim prefixes (`\\?\`) are
//! gone. A path without a root is relative to a top that nobody names. [`PathStyle`] brings a text
//! into this form; the functions beside it expect it.
//!
//! How a system reads a path is a value and not asked of the compiler, so every platform tests the
//! paths of every other one.

mod root;
mod spellings;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use self::root::{Root, split_root};
pub use self::spellings::Spellings;

/// How a system reads paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathStyle {
    /// Only `/` separates, and letter case counts.
    #[default]
    Unix,
    /// As Unix, but letter case does not count: that is how disks are formatted by default.
    MacOs,
    /// `\` separates too, there are drives, and letter case does not count.
    Windows,
}

impl PathStyle {
    /// Whether names that differ only in letter case lead to the same file.
    #[must_use]
    pub fn ignores_case(self) -> bool {
        self != Self::Unix
    }

    /// Whether `c` separates the parts of a path.
    #[must_use]
    pub fn separates(self, c: char) -> bool {
        c == '/' || c == '\\' && self == Self::Windows
    }

    /// Whether `text` names a place by itself: `C:\data`, but not `\data`, which needs a drive.
    #[must_use]
    pub fn is_absolute(self, text: &str) -> bool {
        match split_root(self, text) {
            Some((Root::Slash, _)) => self != Self::Windows,
            Some((root, _)) => root != Root::None,
            None => false,
        }
    }

    /// Whether `text` counts from a root, also from that of the current drive.
    #[must_use]
    pub fn is_rooted(self, text: &str) -> bool {
        split_root(self, text).is_none_or(|(root, _)| root != Root::None)
    }

    /// `text` in the form of this module. `None` where it leaves the top it is relative to, and
    /// where it counts from a folder that nobody knows: `C:data`.
    #[must_use]
    pub fn clean(self, text: &str) -> Option<String> {
        self.join("", text)
    }

    /// `reference` as it is meant in `folder`; `..` never leaves a root. `None` as in
    /// [`Self::clean`].
    #[must_use]
    pub fn join(self, folder: &str, reference: &str) -> Option<String> {
        let (root, rest) = split_root(self, reference)?;
        let mut path = String::with_capacity(folder.len() + 1 + reference.len());
        match root {
            Root::None => path.push_str(folder),
            Root::Slash if self == Self::Windows && root_len(folder) > 0 => {
                path.push_str(&folder[..root_len(folder)]);
            }
            root => root.write(&mut path),
        }
        let root = root_len(&path);
        for part in rest.split(|c| self.separates(c)) {
            match part {
                "" | "." => {}
                ".." if path.len() > root => {
                    let parent = parent(&path).len();
                    path.truncate(parent);
                }
                ".." if root > 0 => {}
                ".." => return None,
                name => push(&mut path, name),
            }
        }
        Some(path)
    }

    /// `reference` as the file at `file` means it.
    #[must_use]
    pub fn join_beside(self, file: &str, reference: &str) -> Option<String> {
        self.join(parent(file), reference)
    }

    /// What two spellings of the same path have in common.
    #[must_use]
    pub fn folded(self, path: &str) -> Cow<'_, str> {
        let is_folded = !path.chars().any(char::is_uppercase);
        if is_folded || !self.ignores_case() || is_linux_share(path) {
            return Cow::Borrowed(path);
        }
        Cow::Owned(path.chars().flat_map(char::to_lowercase).collect())
    }

    /// Whether both are spellings of the same path.
    #[must_use]
    pub fn is_same(self, one: &str, other: &str) -> bool {
        one == other || self.ignores_case() && self.folded(one) == self.folded(other)
    }
}

/// Whether Windows reaches a folder of its Linux there, where letter case counts:
/// <https://learn.microsoft.com/windows/wsl/case-sensitivity>.
fn is_linux_share(path: &str) -> bool {
    let host = path
        .strip_prefix("//")
        .and_then(|rest| rest.split('/').next());
    host.is_some_and(|host| {
        host.eq_ignore_ascii_case("wsl.localhost") || host.eq_ignore_ascii_case("wsl$")
    })
}

fn push(path: &mut String, name: &str) {
    if !path.is_empty() && !path.ends_with('/') {
        path.push('/');
    }
    path.push_str(name);
}

/// How much of `path` is its root; 0 for a relative one.
fn root_len(path: &str) -> usize {
    match path.as_bytes() {
        [b'/', b'/', ..] => {
            let slashes = path.bytes().enumerate().skip(2).filter(|(_, b)| *b == b'/');
            slashes.map(|(at, _)| at + 1).nth(1).unwrap_or(path.len())
        }
        [b'/', ..] => 1,
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => 3,
        _ => 0,
    }
}

/// The folder that `path` is in; a root is its own, and that of a single name is empty.
#[must_use]
pub fn parent(path: &str) -> &str {
    let end = path.rfind('/').unwrap_or(0);
    &path[..end.max(root_len(path))]
}

/// How a text names what is called `name` in the folder that is written `folder`.
#[must_use]
pub fn inside(folder: &str, name: &str) -> String {
    format!("{}/{name}", folder.trim_end_matches('/'))
}

/// The last part of `path`.
#[must_use]
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The root of `path` with the first part behind it.
#[must_use]
pub fn top(path: &str) -> &str {
    let root = root_len(path);
    let end = path[root..].find('/');
    end.map_or(path, |end| &path[..root + end])
}

/// The root of `path`; empty for a relative one.
#[must_use]
pub fn root(path: &str) -> &str {
    &path[..root_len(path)]
}

/// `path` as seen from `folder`, which is around it; empty for the folder itself.
#[must_use]
pub fn below<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() || folder.is_empty() || folder.ends_with('/') {
        Some(rest)
    } else {
        rest.strip_prefix('/')
    }
}

/// `path` as seen from `folder`, up and down; `None` where their roots are not the same.
#[must_use]
pub fn relative(folder: &str, path: &str) -> Option<String> {
    let (from, to) = (root_len(folder), root_len(path));
    if folder[..from] != path[..to] {
        return None;
    }
    let (mut from, mut to) = (parts(&folder[from..]), parts(&path[to..]));
    while let (Some(one), Some(other)) = (from.clone().next(), to.clone().next())
        && one == other
    {
        from.next();
        to.next();
    }
    let mut seen = String::new();
    from.map(|_| "..")
        .chain(to)
        .for_each(|part| push(&mut seen, part));
    Some(if seen.is_empty() {
        ".".to_owned()
    } else {
        seen
    })
}

fn parts(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.split('/').filter(|part| !part.is_empty())
}

/// Whether some system reads `text` as an absolute path: `/data`, `\\server\share`, `C:\data`.
#[must_use]
pub fn is_absolute_somewhere(text: &str) -> bool {
    text.starts_with(['/', '\\']) || has_drive(text)
}

/// Whether `text` starts at a drive of Windows: `C:\data`.
#[must_use]
pub fn has_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic())
}
