//! The disk, for rules that ask whether a path leads anywhere.

use std::collections::HashMap;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::az_ml::Mention;
use azml_rules::workspace::{Disk, Listed, OnDisk, UTF16_MARK, UploadSize};

use super::script_texts::ScriptTexts;
use super::upload_size::UploadSizes;
use crate::discovery::walk;
use crate::sandbox::disk_cache::DiskCache;
use crate::sandbox::network_paths::NetworkPaths;
use crate::sandbox::restricted::Restricted;
use crate::sandbox::trust_boundary::Boundary;
use crate::sandbox::{Encoding, STYLE, read_text};

/// Longer texts are neither Dockerfiles nor lists of packages.
const MOST_TEXT: usize = 1 << 20;

/// Most entries of a folder that a name is looked for in.
const MOST_ENTRIES: usize = 10_000;

/// File system of this machine; document paths are absolute. Paths come from untrusted files, so no
/// other machine is contacted.
#[derive(Debug, Default)]
pub(crate) struct FileSystem {
    machines: NetworkPaths,
    limits: Restricted,
    boundary: Boundary,
    upload_sizes: UploadSizes,
    scripts: ScriptTexts,
    names: DiskCache<String, NamesByCase>,
}

/// The names in a folder by their lower-case forms. A folder is listed once in a revision of the disk,
/// also where thousands of paths lead to nothing in it.
type NamesByCase = Arc<HashMap<String, Vec<String>>>;

impl FileSystem {
    /// For projects in `folders`, which are absolute.
    pub(crate) fn new<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Self {
        Self {
            machines: NetworkPaths::new(folders),
            ..Self::default()
        }
    }

    /// This one, within limits.
    pub(crate) fn within(self, limits: Restricted) -> Self {
        Self { limits, ..self }
    }

    /// This one, which reads the files within `boundary`.
    pub(crate) fn bounded(self, boundary: Boundary) -> Self {
        Self { boundary, ..self }
    }

    /// Resolves `path`; `None` if it may not be looked up.
    fn resolved(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        // Resolving already looks.
        self.limits
            .allow(path)
            .then(|| self.machines.resolved(path))?
    }

    /// Like [`Self::resolved`], for a folder that many files ask about.
    fn resolved_folder(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        self.limits
            .allow(path)
            .then(|| self.machines.resolved_folder(path))?
    }

    /// Resolves the folder at `path`; `None` if a document in `folder` may not read it.
    fn readable_folder(&self, folder: &str, path: &str) -> Option<PathBuf> {
        let resolved = self.resolved_folder(path)?;
        let (folder, path) = (Path::new(folder), Path::new(path));
        let may_be_read = self.boundary.allows_resolved(folder, path, &resolved);
        may_be_read.then_some(resolved)
    }

    /// Returns the metadata of the target of `path`; `None` if it may not be looked up.
    fn found(&self, path: &str) -> Option<io::Result<Metadata>> {
        let path = Path::new(path);
        let may_look = self.limits.allow(path);
        may_look.then(|| Some(self.machines.looked_up(path)?.1))?
    }

    /// Returns the names in `folder`; none if it may not be looked up.
    fn names_in(&self, folder: &str) -> NamesByCase {
        let known = self.names.current();
        known.get(folder).unwrap_or_else(|| {
            let resolved = self.resolved(folder);
            let entries = resolved.and_then(|folder| std::fs::read_dir(folder).ok());
            let entries = entries.into_iter().flatten().take(MOST_ENTRIES).flatten();
            let mut names: HashMap<String, Vec<String>> = HashMap::new();
            for name in entries.filter_map(|entry| entry.file_name().into_string().ok()) {
                names.entry(name.to_lowercase()).or_default().push(name);
            }
            let (size, names) = (1 + names.len() / 16, Arc::new(names));
            known.insert(folder.to_owned(), NamesByCase::clone(&names), size);
            names
        })
    }
}

impl Disk for FileSystem {
    fn begin_revision(&self) {
        self.machines.begin_revision();
        self.boundary.begin_revision();
        self.upload_sizes.begin_revision();
        self.scripts.begin_revision();
        self.names.begin_revision();
    }

    fn at(&self, path: &str) -> Option<OnDisk> {
        match self.found(path)? {
            Ok(found) if found.is_dir() => Some(OnDisk::Folder),
            Ok(_) => Some(OnDisk::File),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(OnDisk::Nothing),
            // Access is denied: it is unknown if the file exists.
            Err(_) => None,
        }
    }

    fn list(&self, path: &str) -> Vec<Listed> {
        let folder = self.resolved_folder(path);
        folder.map_or_else(Vec::new, |folder| walk::listed(&folder, &self.machines))
    }

    fn text(&self, folder: &str, path: &str) -> Option<Arc<str>> {
        let resolved = self.resolved(path)?;
        let (folder, path) = (Path::new(folder), Path::new(path));
        let may_be_read = self.boundary.allows_resolved(folder, path, &resolved);
        let mut read = may_be_read.then(|| read_text(&resolved).ok())??;
        let is_ignore_file = path.ends_with(".amlignore") || path.ends_with(".gitignore");
        if is_ignore_file && read.encoding == Encoding::Utf16 {
            read.text.insert(0, UTF16_MARK);
        }
        (read.text.len() <= MOST_TEXT).then(|| read.text.into())
    }

    fn other_case(&self, folder: &str, name: &str) -> Option<String> {
        let names = self.names_in(folder);
        let found = names.get(&name.to_lowercase())?;
        let other = found.first().filter(|_| found.len() == 1)?;
        // Of a long folder, not all names are known.
        let is_there = || {
            let folder = self.resolved(folder);
            folder.is_some_and(|it| std::fs::symlink_metadata(it.join(name)).is_ok())
        };
        let is_other = other != name && (STYLE.ignores_case() || !is_there());
        is_other.then(|| other.clone())
    }

    fn files_below(&self, folder: &str, path: &str) -> Option<Arc<[String]>> {
        let resolved = self.readable_folder(folder, path)?;
        self.scripts.files_below(&resolved)
    }

    fn mentions(&self, folder: &str, path: &str, name: &str) -> Option<Vec<Mention>> {
        let resolved = self.readable_folder(folder, path)?;
        self.scripts.mentions(&resolved, name)
    }

    fn upload_size(&self, path: &str) -> Option<UploadSize> {
        let folder = self.resolved(path)?;
        Some(self.upload_sizes.of(folder, &self.machines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_listed_once_in_a_revision() {
        let folder = tempfile::tempdir().unwrap();
        let root = crate::sandbox::key(&std::fs::canonicalize(folder.path()).unwrap());
        let disk = FileSystem::default();
        let write = |name: &str| std::fs::write(folder.path().join(name), "").unwrap();
        write("Train.py");
        let other = |name: &str| disk.other_case(&root, name);
        assert_eq!(other("train.py"), Some("Train.py".to_owned()));
        assert_eq!(other("Train.py"), None);
        write("Score.py");
        assert_eq!(other("score.py"), None);
        disk.begin_revision();
        assert_eq!(other("score.py"), Some("Score.py".to_owned()));
    }
}
