//! Paths as text: roots, parts, joining, comparing. The disk is not read.
//!
//! Inside, a path has one form: parts separated by `/`, without `.` and `..`, after a root that
//! ends with `/`: `/`, `C:/` (the drive in upper case), `//server/share/`. Verbatim prefixes
//! (`\\?\`) are removed. A path without a root is relative to an unspecified folder. [`PathStyle`]
//! converts a text to this form; the other functions require it. `root` parses the start of a path,
//! `spellings` unifies spellings, and `style` is the syntax of a system.
//!
//! The path syntax of the system is a value, not a `cfg` of the compiler, so that every platform
//! can test the paths of every other one.

mod root;
mod spellings;
mod style;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use self::root::{Root, split_root};
pub use self::spellings::Spellings;
pub use self::style::PathStyle;

impl PathStyle {
    /// Returns `true` if `text` is absolute: `C:\data`, but not `\data`, which needs a drive.
    pub fn is_absolute(self, text: &str) -> bool {
        match split_root(self, text) {
            Some((Root::Slash, _)) => self != Self::Windows,
            Some((root, _)) => root != Root::None,
            None => false,
        }
    }

    /// Returns `true` if `text` starts at a root, including that of the current drive.
    pub fn is_rooted(self, text: &str) -> bool {
        split_root(self, text).is_none_or(|(root, _)| root != Root::None)
    }

    /// Returns `text` in the form of this module. `None` if `..` leaves the folder that it is
    /// relative to, or if it is relative to an unknown folder: `C:data`.
    pub fn clean(self, text: &str) -> Option<String> {
        self.join("", text)
    }

    /// Returns `reference` resolved against `folder`; `..` never leaves a root. `None` as in
    /// [`Self::clean`].
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

    /// Returns `reference` resolved against the folder of `file`.
    pub fn join_beside(self, file: &str, reference: &str) -> Option<String> {
        self.join(parent(file), reference)
    }

    /// Returns the common form of all spellings of a path.
    pub fn folded(self, path: &str) -> Cow<'_, str> {
        let is_folded = !path.chars().any(char::is_uppercase);
        if is_folded || !self.ignores_case() || is_linux_share(path) {
            return Cow::Borrowed(path);
        }
        Cow::Owned(path.chars().flat_map(char::to_lowercase).collect())
    }

    /// Returns `true` if both are spellings of the same path.
    pub fn is_same(self, one: &str, other: &str) -> bool {
        one == other || self.ignores_case() && self.folded(one) == self.folded(other)
    }
}

/// Returns `true` for a share of the Windows Subsystem for Linux, where letter case is significant:
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

/// Returns the length of the root of `path` in bytes; 0 for a relative path.
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

/// Returns the folder that contains `path`; for a root the root itself, and "" for a single name.
pub fn parent(path: &str) -> &str {
    let end = path.rfind('/').unwrap_or(0);
    &path[..end.max(root_len(path))]
}

/// Returns the path of `name` in the folder `folder`.
pub fn inside(folder: &str, name: &str) -> String {
    format!("{}/{name}", folder.trim_end_matches('/'))
}

/// Returns the last part of `path`.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns `true` if the name ends with `.yml` or `.yaml`.
pub fn is_yaml(path: &str) -> bool {
    path.ends_with(".yml") || path.ends_with(".yaml")
}

/// Returns the root of `path` with the first part after it.
pub fn top(path: &str) -> &str {
    let root = root_len(path);
    let end = path[root..].find('/');
    end.map_or(path, |end| &path[..root + end])
}

/// Returns the root of `path`; empty for a relative path.
pub fn root(path: &str) -> &str {
    &path[..root_len(path)]
}

/// Returns `path` relative to `folder`, which contains it; empty for the folder itself. `None` outside it.
pub fn below<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() || folder.is_empty() || folder.ends_with('/') {
        Some(rest)
    } else {
        rest.strip_prefix('/')
    }
}

/// Returns `path` relative to `folder`, with `..` if needed; `None` if their roots differ.
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

/// Returns `true` if any system reads `text` as an absolute path: `/data`, `\\server\share`, `C:\data`.
pub fn is_absolute_somewhere(text: &str) -> bool {
    text.starts_with(['/', '\\']) || has_drive(text)
}

/// Returns `true` if `text` starts with a Windows drive: `C:\data`.
pub fn has_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic())
}
