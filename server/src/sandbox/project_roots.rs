//! Root of the project of a folder: the repository, or the topmost `azml.yaml`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk_cache::DiskCache;
use super::possible_ancestors;

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
        for above in possible_ancestors(folder) {
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

/// The folder whose files may refer to each other, and whether something marks it: the topmost
/// folder with an `azml.yaml` above `folder`, else the top of the repository, else `folder` itself.
pub fn project_folder(folder: &Path) -> (PathBuf, bool) {
    let configured = upwards(folder).filter(|above| has_config(above)).last();
    let repository = || possible_ancestors(folder).find(|above| is_repository(above));
    configured
        .or_else(repository)
        .map_or_else(|| (folder.to_owned(), false), |top| (top.to_owned(), true))
}

/// The top of the repository that holds `folder` (absolute).
pub fn repository_of(folder: &Path) -> Option<&Path> {
    possible_ancestors(folder).find(|above| is_repository(above))
}

/// The folders from `folder` up to the top of its repository, or of the file system.
pub(crate) fn upwards(folder: &Path) -> impl Iterator<Item = &Path> {
    let mut outside = false;
    possible_ancestors(folder).take_while(move |above| {
        let inside = !outside;
        outside = is_repository(above);
        inside
    })
}

/// Returns `true` if `folder` is the top of a repository.
pub(crate) fn is_repository(folder: &Path) -> bool {
    folder.join(".git").symlink_metadata().is_ok()
}

/// Returns `true` if `folder` has an `azml.yaml`. Links are not followed.
pub(crate) fn has_config(folder: &Path) -> bool {
    let found = folder.join("azml.yaml").symlink_metadata();
    found.is_ok_and(|found| found.is_file() || found.is_symlink())
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
