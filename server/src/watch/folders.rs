//! In which folders a change can matter.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::loading::load::Loaded;
use crate::sandbox::project_roots::{is_repository, project_folder};

/// Returns the folders in which a change is relevant to the loaded files: those that were walked,
/// those of every file that was read, those above in the project, which may get an `azml.yaml` or a
/// `.gitignore`, and those of `looked_up`, the paths that rules have looked up.
pub fn watched_folders<'p>(
    loaded: &Loaded,
    looked_up: impl IntoIterator<Item = &'p str>,
) -> BTreeSet<PathBuf> {
    let documents = loaded.workspace.documents();
    let files = documents.map(|document| Path::new(document.path()));
    let files = files.chain(loaded.settings_files.iter().map(PathBuf::as_path));
    let mut folders: BTreeSet<PathBuf> =
        files.filter_map(Path::parent).map(Path::to_owned).collect();
    folders.extend(loaded.walked.iter().cloned());
    for folder in &loaded.folders {
        let (project, _) = project_folder(folder);
        let above = folder.ancestors().take_while(|it| it.starts_with(&project));
        folders.extend(above.map(Path::to_owned));
        folders.insert(folder.join(".azml"));
        if is_repository(folder) {
            folders.insert(folder.join(".git/info"));
        }
    }
    // Paths outside must not be looked up: they may be on other machines.
    let inside = |path: &&Path| loaded.folders.iter().any(|folder| path.starts_with(folder));
    let looked_up = looked_up.into_iter().map(Path::new).filter(inside);
    folders.extend(looked_up.filter_map(Path::parent).map(Path::to_owned));
    folders.retain(|folder| folder.is_dir());
    folders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loading::{Request, load};

    #[test]
    fn folders_of_a_walk_and_of_what_rules_ask_for_are_watched() {
        let root = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(root.path()).unwrap();
        // Same form as requested paths: on Windows, `canonicalize` writes `\\?\C:`.
        let root = PathBuf::from(&*crate::sandbox::key(&root));
        for folder in [
            ".git/info",
            "jobs/deep",
            "computes",
            "node_modules/x",
            "build/x",
            ".azml",
        ] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        std::fs::write(root.join(".gitignore"), "build\n").unwrap();
        std::fs::write(
            root.join("computes/ci.yml"),
            "type: computeinstance\nname: ci\n",
        )
        .unwrap();
        let loaded = load(&Request {
            paths: vec![root.join("jobs")],
            ..Request::default()
        });
        let looked_up = root.join("build/x/data.csv").to_string_lossy().into_owned();
        let names = |looked_up: &[&str]| -> BTreeSet<PathBuf> {
            let folders = watched_folders(&loaded, looked_up.iter().copied()).into_iter();
            folders
                .filter_map(|it| it.strip_prefix(&root).ok().map(Path::to_owned))
                .collect()
        };
        let always = ["", ".azml", ".git/info", "computes", "jobs", "jobs/deep"];
        assert_eq!(names(&[]), always.map(PathBuf::from).into());
        assert_eq!(names(&["//host/share/x", "/etc/passwd"]), names(&[]));
        assert!(names(&[&looked_up]).contains(Path::new("build/x")));
    }
}
