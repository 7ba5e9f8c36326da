//! What marks the project of a folder: the repository, or the topmost `azml.yaml`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::trust_boundary::is_repository;
use crate::config::files::has_config;
use crate::times::PROJECT_ROOT_RECHECK_AFTER;

/// The projects of folders. A document may name hundreds of scripts, and the folders above it are those
/// of many documents, so what was found holds for a moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Homes(Arc<Mutex<HashMap<Arc<Path>, RootMarks>>>);

/// What marks a folder or those above it.
#[derive(Clone, Debug)]
struct RootMarks {
    /// When it was looked for.
    at: Instant,
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

    fn marks(&self, folder: &Path) -> RootMarks {
        let mut marks = RootMarks {
            at: Instant::now(),
            repository: None,
            configured: None,
        };
        let mut unknown: Vec<Arc<Path>> = Vec::new();
        for above in folder.ancestors() {
            if let Some(known) = self.fresh(above) {
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
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(folder, marks.clone());
        }
        marks
    }

    fn fresh(&self, folder: &Path) -> Option<RootMarks> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let marks = known.get(folder)?;
        (marks.at.elapsed() < PROJECT_ROOT_RECHECK_AFTER).then(|| marks.clone())
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
