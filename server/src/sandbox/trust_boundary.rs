//! Trust boundary: an `azml.yaml` may name, and a link may lead to, files of the same project,
//! which is the repository, or else the topmost folder with an `azml.yaml`, and of a folder that
//! the user opened.
//!
//! Files may be untrusted. Opening their folder must not read other files on this machine, and a
//! name may lead to another machine. The current folder does not count: it often contains much more
//! than the project.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::is_within;
use super::network_paths::NetworkPaths;
use super::project_roots::Homes;

/// Folders from which configuration may name files.
#[derive(Clone, Debug, Default)]
pub struct Boundary {
    /// Files and folders as the user named them, absolute.
    opened: Vec<PathBuf>,
    machines: NetworkPaths,
    allows_all: bool,
    homes: Homes,
}

impl Boundary {
    /// With the paths that the user opened; where `allows_all`, files may be anywhere.
    pub(crate) fn new(opened: &[PathBuf], allows_all: bool) -> Self {
        let opened: Vec<PathBuf> = opened.iter().map(|path| super::absolute(path)).collect();
        Self {
            machines: NetworkPaths::new(opened.iter().map(PathBuf::as_path)),
            opened,
            allows_all,
            homes: Homes::default(),
        }
    }

    /// Forgets what was read: the disk may have changed.
    pub(crate) fn begin_revision(&self) {
        self.machines.begin_revision();
        self.homes.begin_revision();
    }

    /// Like [`Self::allows`], for a file that resolves to `resolved`.
    pub(crate) fn allows_resolved(&self, folder: &Path, file: &Path, resolved: &Path) -> bool {
        let (project, leads_to) = self.home(folder);
        let is_home = is_within(file, &project)
            && leads_to.is_some_and(|leads_to| is_within(resolved, &leads_to));
        is_home || self.allows(folder, file)
    }

    /// The project of `folder`, and where that leads.
    fn home(&self, folder: &Path) -> (Arc<Path>, Option<PathBuf>) {
        let project = self.homes.project(folder);
        let leads_to = self.machines.resolved_folder(&project);
        (project, leads_to)
    }

    /// Returns whether a file in the folder `own` may name `file`; both are absolute.
    pub(crate) fn allows(&self, own: &Path, file: &Path) -> bool {
        let opened = self.opened.iter().map(PathBuf::as_path);
        let mut folders = opened.filter(|folder| is_within(own, folder));
        self.allows_all
            || self.holds(&self.home(own).0, file)
            || self.holds(own, file)
            || folders.any(|folder| self.holds(folder, file))
    }

    /// Returns `true` if the file at `path` (absolute) is in its project, without a link that leads
    /// out. A folder that the user opened counts if it contains the whole project.
    pub fn is_at_home(&self, path: &Path) -> bool {
        let (project, _) = self.home(path.parent().unwrap_or(path));
        let opened = self.opened.iter().map(PathBuf::as_path);
        let mut around = opened.filter(|folder| is_within(&project, folder));
        self.holds(&project, path) || around.any(|folder| self.holds(folder, path))
    }

    /// Compares names first: a lookup of a file on another machine already contacts that machine.
    /// Then compares the resolved paths.
    fn holds(&self, folder: &Path, file: &Path) -> bool {
        is_within(file, folder)
            && (self.machines.resolved_folder(folder))
                .zip(self.machines.resolved(file))
                .is_some_and(|(folder, file)| is_within(&file, &folder))
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
        let folder = root.join("repository/jobs");
        let allows = |boundary: &Boundary, file: &str| boundary.allows(&folder, &root.join(file));
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

    #[test]
    fn without_a_repository_the_topmost_configuration_marks_the_project() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        std::fs::create_dir_all(root.join("project/jobs")).unwrap();
        let folder = root.join("project/jobs");
        let allows = |file: &str| Boundary::default().allows(&folder, &root.join(file));
        assert!(allows("project/jobs/a.json") && !allows("project/a.json"));
        std::fs::write(root.join("project/azml.yaml"), "").unwrap();
        assert!(allows("project/a.json") && !allows("a.json"));
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
        let allows = |name: &str| Boundary::default().allows(&own, &own.join(name));
        assert!(allows("in") && !allows("out"));
        let home = |opened: &[PathBuf], name: &str| {
            Boundary::new(opened, true).is_at_home(&own.join(name))
        };
        assert!(home(&[], "file") && home(&[], "in") && !home(&[], "out"));
        assert!(
            !home(&[own.join("out")], "out"),
            "a named link stays a link"
        );
        assert!(home(&[root.path().to_owned()], "out"));
    }
}
