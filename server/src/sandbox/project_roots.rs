//! Root of the project of a folder: the repository, or the topmost `azml.yaml`.

use std::path::Path;
use std::sync::Arc;

use super::disk_cache::DiskCache;
use super::trust_boundary::is_repository;
use crate::config::files::has_config;

/// The projects of folders. A document may name hundreds of scripts, and the folders above it are those
/// of many documents, so each is looked at once in a revision of the disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Homes(Arc<DiskCache<Arc<Path>, RootMarks>>);

/// The marks of a folder and those above it.
#[derive(Clone, Debug, Default)]
struct RootMarks {
    /// The top of the repository.
    repository: Option<Arc<Path>>,
    /// The topmost folder with an `azml.yaml`, up to the top of the repository.
    configured: Option<Arc<Path>>,
}

impl Homes {
    /// The project of `folder` (absolute): the repository that holds it, else the topmost folder with an
    /// `azml.yaml`, else `folder` itself.
    pub(crate) fn project(&self, folder: &Path) -> Arc<Path> {
        let marks = self.marks(folder);
        let marked = marks.repository.or(marks.configured);
        marked.unwrap_or_else(|| folder.into())
    }

    /// Forgets the marks: the disk may have changed.
    pub(crate) fn begin_revision(&self) {
        self.0.begin_revision();
    }

    fn marks(&self, folder: &Path) -> RootMarks {
        let cache = self.0.current();
        let mut marks = RootMarks::default();
        let mut unknown: Vec<Arc<Path>> = Vec::new();
        for above in folder.ancestors() {
            if let Some(known) = cache.get(above) {
                marks = known;
                break;
            }
            unknown.push(above.into());
            if is_repository(above) {
                marks.repository = unknown.last().cloned();
                break;
            }
        }
        for folder in unknown.into_iter().rev() {
            if marks.configured.is_none() && has_config(&folder) {
                marks.configured = Some(folder.clone());
            }
            cache.insert(folder, marks.clone(), 1);
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_at_home_where_those_above_it_are() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        std::fs::create_dir_all(root.join("repository/.git")).unwrap();
        std::fs::create_dir_all(root.join("repository/a/b")).unwrap();
        std::fs::create_dir_all(root.join("project/a/b")).unwrap();
        std::fs::write(root.join("azml.yaml"), "").unwrap();
        std::fs::write(root.join("project/azml.yaml"), "").unwrap();
        std::fs::write(root.join("repository/a/azml.yaml"), "").unwrap();
        let homes = Homes::default();
        for (folder, project) in [
            ("repository/a/b", "repository"),
            ("repository/a", "repository"),
            ("repository", "repository"),
            ("project/a/b", ""),
            ("project", ""),
            ("", ""),
        ] {
            let found = homes.project(&root.join(folder));
            assert_eq!(&*found, root.join(project).as_path(), "{folder}");
        }
    }
}
