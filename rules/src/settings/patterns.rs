//! Patterns as in .gitignore: `exclude` and the `files` of `overrides`. Only text is compared; the
//! disk is not read.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::path::PathStyle;

/// Patterns with the folder they are relative to.
#[derive(Clone, Debug)]
pub struct Patterns {
    folder: Arc<Path>,
    lines: Arc<[String]>,
    /// Compiled once: thousands of folders may have the patterns of one file.
    patterns: Arc<Gitignore>,
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        (&self.folder, &self.lines) == (&other.folder, &other.lines)
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Self {
            folder: Path::new("").into(),
            lines: Arc::default(),
            patterns: Arc::new(Gitignore::empty()),
        }
    }
}

impl Patterns {
    /// Parses `patterns`, relative to `folder`; an invalid pattern is returned as a message.
    pub fn new(folder: &Path, patterns: &[String]) -> (Self, Vec<String>) {
        Self::of(PathStyle::Unix, folder, patterns)
    }

    /// Like [`Self::new`], for paths in the form of `style`: if `\` separates folders there, it
    /// does so in patterns, where .gitignore would read it as an escape.
    pub fn of(style: PathStyle, folder: &Path, patterns: &[String]) -> (Self, Vec<String>) {
        let mut builder = GitignoreBuilder::new("");
        // This call fails only after an invalid glob.
        let _ = builder.case_insensitive(style.ignores_case());
        let mut wrong = Vec::new();
        for pattern in patterns {
            if builder
                .add_line(None, &with_slashes(style, pattern))
                .is_err()
            {
                wrong.push(format!("`{pattern}` is not a valid pattern"));
            }
        }
        let matcher = builder.build().unwrap_or_else(|error| {
            wrong.push(format!("the patterns can't be used: {error}"));
            Gitignore::empty()
        });
        (
            Self {
                folder: folder.into(),
                lines: patterns.into(),
                patterns: Arc::new(matcher),
            },
            wrong,
        )
    }

    /// Returns `true` if `pattern` is valid for paths in the form of `style`.
    pub fn is_valid(pattern: &str, style: PathStyle) -> bool {
        let pattern = with_slashes(style, pattern);
        GitignoreBuilder::new("").add_line(None, &pattern).is_ok()
    }

    /// Returns the patterns as they are written.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Returns the same patterns, relative to another folder.
    pub fn relative_to(&self, folder: &Arc<Path>) -> Self {
        Self {
            folder: folder.clone(),
            ..self.clone()
        }
    }

    /// Returns the pattern with `/` if `pattern` seems to separate folders with `\`, which works
    /// only on Windows. On other systems `\` escapes the next character, which is useful only
    /// before a special character.
    pub fn with_backslashes(pattern: &str) -> Option<String> {
        let mut parts = pattern.split('\\').skip(1);
        let escapes = |next: &str| next.starts_with(['#', '!', ' ', '[', ']', '{', '}']);
        let is_meant = parts.any(|next| !escapes(next));
        is_meant.then(|| with_slashes(PathStyle::Windows, pattern).into_owned())
    }

    /// Returns `true` if `path`, which is absolute if the folder is, or a folder above it is excluded.
    pub fn covers(&self, path: &Path, is_dir: bool) -> bool {
        // The library panics on paths outside its folder.
        !self.patterns.is_empty()
            && path.strip_prefix(&self.folder).is_ok_and(|relative| {
                !relative.as_os_str().is_empty()
                    && self
                        .patterns
                        .matched_path_or_any_parents(relative, is_dir)
                        .is_ignore()
            })
    }
}

/// Returns `pattern` with `/` between folders, except for a `\` that escapes its first character.
fn with_slashes(style: PathStyle, pattern: &str) -> Cow<'_, str> {
    if !style.separates('\\') || !pattern.contains('\\') {
        return Cow::Borrowed(pattern);
    }
    let start = usize::from(pattern.starts_with(r"\#") || pattern.starts_with(r"\!"));
    let (start, rest) = pattern.split_at(start);
    Cow::Owned(format!("{start}{}", rest.replace('\\', "/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_separate_folders_on_windows() {
        let patterns = [r"old\", r"\jobs\*.gen.yml", r"\#x.yml"].map(str::to_owned);
        let covers = |style, path: &str| {
            let (exclude, wrong) = Patterns::of(style, Path::new("/p"), &patterns);
            assert!(wrong.is_empty() || style == PathStyle::Unix, "{wrong:?}");
            exclude.covers(Path::new(path), false)
        };
        for path in ["/p/a/old/x.yml", "/p/Jobs/a.gen.yml", "/p/#x.yml"] {
            assert!(covers(PathStyle::Windows, path), "{path}");
        }
        assert!(!covers(PathStyle::Unix, "/p/jobs/a.gen.yml"));
        assert!(covers(PathStyle::Unix, "/p/#x.yml") && !covers(PathStyle::Unix, "/p/#X.yml"));
        assert!(!covers(PathStyle::Windows, "/p/a/jobs/a.gen.yml"));
    }

    #[test]
    fn backslashes_that_are_meant_as_separators() {
        let meant = Patterns::with_backslashes;
        assert_eq!(meant(r"jobs\old\").as_deref(), Some("jobs/old/"));
        assert_eq!(meant(r"jobs\*.yml\x").as_deref(), Some("jobs/*.yml/x"));
        for pattern in [r"\#a", r"\!a", r"a\ ", r"a\[1\]", "a/b"] {
            assert_eq!(meant(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn patterns_are_those_of_gitignore() {
        let patterns = ["old/", "*.gen.yml", "/top.yml", "!keep.gen.yml"].map(str::to_owned);
        let (exclude, wrong) = Patterns::new(Path::new("/p"), &patterns);
        assert!(wrong.is_empty());
        let covers = |path: &str| exclude.covers(Path::new(path), false);
        assert!(covers("/p/a/old/x.yml") && covers("/p/a.gen.yml") && covers("/p/top.yml"));
        assert!(
            !covers("/p/a/top.yml")
                && !covers("/p/keep.gen.yml")
                && !covers("/q/old/x.yml")
                && !covers("/p")
        );
        assert_eq!(
            Patterns::new(Path::new("/p"), &["a{".to_owned()]).1.len(),
            1
        );
    }

    #[test]
    fn folders_share_compiled_patterns() {
        let (one, _) = Patterns::new(Path::new("/p"), &["/old/".to_owned()]);
        let other = one.relative_to(&Path::new("/q").into());
        assert!(Arc::ptr_eq(&one.patterns, &other.patterns));
        assert!(other.covers(Path::new("/q/old/a.yml"), false));
        assert!(!other.covers(Path::new("/p/old/a.yml"), false));
    }
}
