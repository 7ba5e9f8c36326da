//! `exclude:` of `azml.yaml`: patterns as in .gitignore.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Patterns with the folder they are relative to.
#[derive(Clone, Debug)]
pub(super) struct Exclude {
    folder: PathBuf,
    patterns: Gitignore,
}

impl Default for Exclude {
    fn default() -> Self {
        Self {
            folder: PathBuf::new(),
            patterns: Gitignore::empty(),
        }
    }
}

impl Exclude {
    /// Reads `patterns`; what is no pattern is returned as a message.
    pub(super) fn new(folder: &Path, patterns: &[String]) -> (Self, Vec<String>) {
        let mut builder = GitignoreBuilder::new(folder);
        let mut wrong = Vec::new();
        for pattern in patterns {
            if builder.add_line(None, pattern).is_err() {
                wrong.push(format!("`{pattern}` in `exclude` is not a valid pattern"));
            }
        }
        let patterns = builder.build().unwrap_or_else(|error| {
            wrong.push(format!("`exclude` is not valid: {error}"));
            Gitignore::empty()
        });
        (
            Self {
                folder: folder.to_owned(),
                patterns,
            },
            wrong,
        )
    }

    /// Whether `path` (absolute) or a folder above it is left out.
    pub(super) fn covers(&self, path: &Path, is_dir: bool) -> bool {
        // The library panics on paths outside of its folder.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_gitignore() {
        let patterns = ["old/", "*.gen.yml", "/top.yml", "!keep.gen.yml"].map(str::to_owned);
        let (exclude, wrong) = Exclude::new(Path::new("/p"), &patterns);
        assert!(wrong.is_empty());
        let covers = |path: &str| exclude.covers(Path::new(path), false);
        assert!(covers("/p/a/old/x.yml") && covers("/p/a.gen.yml") && covers("/p/top.yml"));
        assert!(
            !covers("/p/a/top.yml")
                && !covers("/p/keep.gen.yml")
                && !covers("/q/old/x.yml")
                && !covers("/p")
        );
        assert_eq!(Exclude::new(Path::new("/p"), &["a{".to_owned()]).1.len(), 1);
    }
}
