//! What an `azml.yaml` may name: files of its own repository, or of a folder that the user opened.
//!
//! It may come from a stranger. Opening their folder must not read what else is on this machine,
//! and a name may lead to another one.

use std::path::{Path, PathBuf};

/// Where the files may be that configuration names.
#[derive(Clone, Debug, Default)]
pub(super) struct Boundary {
    /// Files and folders as the user named them, absolute.
    opened: Vec<PathBuf>,
    allows_all: bool,
}

impl Boundary {
    /// With the paths that the user opened; where `allows_all`, files may be anywhere.
    pub(super) fn new(opened: &[PathBuf], allows_all: bool) -> Self {
        let opened = opened.iter().map(|path| super::absolute(path));
        Self {
            opened: opened.collect(),
            allows_all,
        }
    }

    /// Whether the configuration at `config` may name `file`; both are absolute.
    pub(super) fn allows(&self, config: &Path, file: &Path) -> bool {
        let own = config.parent().unwrap_or(config);
        let repository = own.ancestors().find(|above| above.join(".git").exists());
        let opened = self.opened.iter().map(PathBuf::as_path);
        let mut folders = opened
            .filter(|folder| own.starts_with(folder))
            .chain(repository)
            .chain([own]);
        self.allows_all || folders.any(|folder| is_inside(folder, file))
    }
}

/// By name first: looking for a file of another machine already asks that machine. Then by where
/// links lead.
fn is_inside(folder: &Path, file: &Path) -> bool {
    if !file.starts_with(folder) {
        return false;
    }
    match (folder.canonicalize(), file.canonicalize()) {
        (Ok(folder), Ok(file)) => file.starts_with(folder),
        // Reading says what is wrong.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_own_folder_the_repository_and_what_is_open_may_be_named() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        std::fs::create_dir_all(root.join("repository/.git")).unwrap();
        let config = root.join("repository/jobs/azml.yaml");
        let allows = |boundary: &Boundary, file: &str| boundary.allows(&config, &root.join(file));
        let none = Boundary::default();
        assert!(allows(&none, "repository/jobs/a.json"));
        assert!(allows(&none, "repository/a.json"));
        assert!(!allows(&none, "a.json"));
        assert!(!allows(&none, "repository2/a.json"));
        assert!(allows(&Boundary::new(&[root.to_owned()], false), "a.json"));
        let elsewhere = Boundary::new(&[root.join("other")], false);
        assert!(!allows(&elsewhere, "other/a.json"));
        assert!(allows(&Boundary::new(&[], true), "a.json"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_where_it_leads() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join("own");
        std::fs::create_dir(&own).unwrap();
        std::fs::write(root.path().join("secret"), "").unwrap();
        std::fs::write(own.join("file"), "").unwrap();
        symlink(root.path().join("secret"), own.join("out")).unwrap();
        symlink(own.join("file"), own.join("in")).unwrap();
        let config = own.join("azml.yaml");
        let allows = |name: &str| Boundary::default().allows(&config, &own.join(name));
        assert!(allows("in") && !allows("out"));
    }
}
