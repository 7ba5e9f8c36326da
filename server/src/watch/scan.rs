//! Folders that a loading read, and changes in them before the watcher started.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::loading::changed::is_skipped;
use crate::loading::load::Loaded;
use crate::times::FILE_TIME_RESOLUTION;
use crate::watch::watched_folders;

/// The folders of one loading.
#[derive(Clone, Debug)]
pub struct ReadFolders {
    /// Start of the loading.
    since: SystemTime,
    /// Folders in which a change is relevant.
    watched: BTreeSet<PathBuf>,
    /// Those that were walked.
    walked: HashSet<PathBuf>,
    /// Requested folders, and the projects that contain them.
    roots: BTreeSet<PathBuf>,
}

impl ReadFolders {
    /// Those of `loaded`, which began at `since`.
    pub fn of(loaded: &Loaded, since: SystemTime) -> Self {
        Self {
            since,
            watched: watched_folders(loaded, []),
            walked: loaded.walked.clone(),
            roots: loaded.folders.clone(),
        }
    }

    /// Returns the folders in which a change is relevant to the loaded files.
    pub fn watched(&self) -> &BTreeSet<PathBuf> {
        &self.watched
    }

    /// Returns `true` if a folder that was walked is gone, or a new one would be walked.
    /// `is_folder` is `true` if `path` is a folder now.
    pub fn came_or_went(&self, path: &Path, is_folder: bool) -> bool {
        if !is_folder {
            return self.walked.contains(path);
        }
        // In a folder that is left out, everything is.
        let is_below = path.parent().is_some_and(|it| self.walked.contains(it));
        let is_skipped = || self.roots.iter().any(|root| is_skipped(root, path));
        is_below && !self.walked.contains(path) && !is_skipped()
    }

    /// Returns the folder in which `looked_up`, a path that a rule looked up, would be created or
    /// deleted: the nearest one that exists. Never looks up paths outside of the roots: they may be
    /// on other machines.
    pub fn nearest_folder(&self, looked_up: &Path) -> Option<PathBuf> {
        let root = self.roots.iter().find(|root| looked_up.starts_with(root))?;
        let mut above = looked_up.ancestors().skip(1);
        let folder = above.find(|it| !it.starts_with(root) || it.is_dir())?;
        folder.starts_with(root).then(|| folder.to_owned())
    }

    /// Returns the changes between the start of the loading and the start of the watcher: of `files`, which were
    /// read, the ones that are newer or gone, and the files in folders that are newer.
    pub fn changed_meanwhile(&self, files: &[PathBuf]) -> Vec<PathBuf> {
        let now = SystemTime::now();
        let since = self
            .since
            .checked_sub(FILE_TIME_RESOLUTION)
            .unwrap_or(self.since);
        let is_new = |path: &Path| {
            let changed = path.metadata().and_then(|found| found.modified());
            // A time that is still to come says nothing, and would say so again after each look.
            changed.map_or(true, |at| at >= since && at <= now)
        };
        let files = files.iter().filter(|path| is_new(path)).cloned();
        let mut changed: Vec<PathBuf> = files.collect();
        for folder in self.watched.iter().filter(|folder| is_new(folder)) {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            changed.extend(entries.map(|entry| entry.path()));
            changed.push(folder.clone());
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::loading::{Request, load};

    /// A project with a folder that git leaves out.
    fn project() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        // Same form as requested paths: on Windows, `canonicalize` writes `\\?\C:`.
        let root = PathBuf::from(&*crate::sandbox::key(&root));
        for name in [".git", "jobs", "build"] {
            std::fs::create_dir(root.join(name)).unwrap();
        }
        std::fs::write(root.join(".gitignore"), "build\n").unwrap();
        std::fs::write(root.join("jobs/a.yml"), "type: command\n").unwrap();
        (folder, root)
    }

    fn read(root: &Path, since: SystemTime) -> ReadFolders {
        let request = Request {
            paths: vec![root.to_owned()],
            ..Request::default()
        };
        ReadFolders::of(&load(&request), since)
    }

    #[test]
    fn folders_come_and_go_where_a_walk_looks() {
        let (_folder, root) = project();
        let read = read(&root, SystemTime::now());
        for (path, is_folder, expected) in [
            ("jobs", true, false),
            ("jobs", false, true),
            ("components", true, true),
            ("jobs/new", true, true),
            ("jobs/new", false, false),
            ("build/new", true, false),
            ("node_modules", true, false),
            (".venv", true, false),
        ] {
            let told = read.came_or_went(&root.join(path), is_folder);
            assert_eq!(told, expected, "{path} {is_folder}");
        }
    }

    #[test]
    fn what_is_asked_for_is_watched_where_it_would_come() {
        let (_folder, root) = project();
        let read = read(&root, SystemTime::now());
        let folder = |path: &str| read.nearest_folder(&root.join(path));
        assert_eq!(folder("jobs/train.py"), Some(root.join("jobs")));
        assert_eq!(folder("build/x/y.csv"), Some(root.join("build")));
        assert_eq!(folder("data/x/y.csv"), Some(root.clone()));
        assert_eq!(read.nearest_folder(Path::new("/etc/passwd")), None);
        assert_eq!(read.nearest_folder(Path::new("//host/share/x")), None);
    }

    #[test]
    fn what_happens_before_somebody_watches_is_seen() {
        let (_folder, root) = project();
        let files = [root.join("jobs/a.yml"), root.join("jobs/gone.yml")];
        let past = SystemTime::now() - Duration::from_secs(60);
        let seen = read(&root, past).changed_meanwhile(&files);
        assert!(
            seen.contains(&files[0]) && seen.contains(&files[1]),
            "{seen:?}"
        );
        assert!(seen.contains(&root.join("build")), "{seen:?}");
        let future = SystemTime::now() + Duration::from_secs(60);
        assert_eq!(
            read(&root, future).changed_meanwhile(&files),
            [files[1].clone()]
        );
    }
}
