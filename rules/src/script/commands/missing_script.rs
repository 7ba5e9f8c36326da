//! Reasons why a missing script may exist when the job is submitted.

use std::iter::successors;
use std::sync::Arc;

use super::unknown_script::UnknownScript;
use crate::path::{self, parent};
use crate::query::Query;
use crate::script::upload::ignored_uploads::covers;
use crate::script::upload::{CodeEntry, Upload};
use crate::workspace::{OnDisk, Workspace};

/// Maximum number of parent folders of a script that are examined.
const MOST_FOLDERS: usize = 40;

/// Returns the reason why a file may appear at `path` of the code, where there is none now.
pub(crate) fn doubt(workspace: &Workspace, upload: &Upload, path: &str) -> Option<UnknownScript> {
    if has_own_includes(workspace, &upload.from) {
        return Some(UnknownScript::CodeNotAvailable);
    }
    let folder = upload.folder.as_deref()?;
    let existing = existing_folder(workspace, upload, path);
    if is_repository(workspace, upload, folder, existing) {
        return Some(UnknownScript::Submodule);
    }
    if let Some(files) = workspace.files_below(&upload.from, folder) {
        let start = format!("{existing}/");
        let is_inside = |file: &String| existing.is_empty() || file.starts_with(&start);
        let is_own = is_own_folder(workspace, upload, existing);
        if is_own && !files.iter().any(is_inside) {
            return Some(UnknownScript::EmptyFolder);
        }
        // A path that is listed but doesn't exist is a broken link.
        if files.iter().any(|file| file == path) && !workspace.path_style().ignores_case() {
            return Some(UnknownScript::Link);
        }
    }
    let full = workspace.full_path(&upload.from, &path::inside(folder, path))?;
    submodule_or_generated(workspace, &upload.from, &full)
}

/// Returns `true` if there is an `.additional_includes` file, as older components have.
fn has_own_includes(workspace: &Workspace, from: &str) -> bool {
    let stem = from.rsplit_once('.').map_or(from, |(stem, _)| stem);
    let includes = format!("{}.additional_includes", path::file_name(stem));
    workspace.on_disk(from, &includes) == Some(OnDisk::File)
}

/// Returns the last existing folder on the way to `path`, relative to the code.
fn existing_folder<'p>(workspace: &Workspace, upload: &Upload, path: &'p str) -> &'p str {
    let mut at = parent(path);
    while !at.is_empty() {
        if matches!(upload.find(workspace, at), CodeEntry::Folder(_)) {
            return at;
        }
        at = parent(at);
    }
    at
}

/// Returns `true` if the folder `existing` is in the code folder itself, not in an include.
fn is_own_folder(workspace: &Workspace, upload: &Upload, existing: &str) -> bool {
    let folder = upload.folder.as_deref().unwrap_or_default();
    existing.is_empty()
        || workspace.on_disk(&upload.from, &path::inside(folder, existing)) == Some(OnDisk::Folder)
}

/// Returns `true` if a folder between the code folder and `existing` is the root of another repository.
fn is_repository(workspace: &Workspace, upload: &Upload, folder: &str, existing: &str) -> bool {
    let mut at = existing;
    while !at.is_empty() {
        let git = path::inside(folder, &path::inside(at, ".git"));
        if workspace
            .on_disk(&upload.from, &git)
            .is_some_and(|it| it != OnDisk::Nothing)
        {
            return true;
        }
        at = parent(at);
    }
    false
}

/// Returns the reason if files in the parent folders of `full` show that it is in a submodule, or
/// ignored by git.
pub(crate) fn submodule_or_generated(
    workspace: &Workspace,
    from: &str,
    full: &str,
) -> Option<UnknownScript> {
    let found = git_files(workspace, from, parent(full));
    found.iter().find_map(|files| {
        let folder = &*files.folder;
        let covers = |text: &Arc<str>| covers(text, folder, full);
        match (&files.modules, &files.ignore) {
            (Some(text), _) if is_in_submodule(text, folder, full) => {
                Some(UnknownScript::Submodule)
            }
            (_, Some(text)) => covers(text).then_some(UnknownScript::Generated),
            _ => None,
        }
    })
}

/// The files of git in a folder, at least one of which is there.
struct GitFiles {
    folder: Box<str>,
    modules: Option<Arc<str>>,
    ignore: Option<Arc<str>>,
}

/// The files of git in a folder, by the folder of the document that asks.
struct GitFilesIn;

impl Query for GitFilesIn {
    type Key = (Box<str>, Box<str>);
    type Value = Option<Arc<GitFiles>>;
    const CAPACITY: usize = 4_096;
}

/// Returns the files of git in `folder` and above it, the nearest first.
fn git_files(workspace: &Workspace, from: &str, folder: &str) -> Vec<Arc<GitFiles>> {
    let folders = successors(Some(folder), |folder| {
        let above = parent(folder);
        (above.len() < folder.len()).then_some(above)
    });
    let files = folders
        .take(MOST_FOLDERS)
        .filter_map(|folder| git_files_in(workspace, from, folder));
    files.collect()
}

fn git_files_in(workspace: &Workspace, from: &str, folder: &str) -> Option<Arc<GitFiles>> {
    let key = (parent(from).into(), folder.into());
    workspace.query::<GitFilesIn>(key, |workspace, (from, folder)| {
        if workspace.on_disk("", folder) == Some(OnDisk::Nothing) {
            return (None, 1);
        }
        let from = child(from, "_");
        let read = |name: &str| workspace.text_at(&from, &child(folder, name));
        let files = GitFiles {
            folder: folder.clone(),
            modules: read(".gitmodules"),
            ignore: read(".gitignore"),
        };
        let is_any = files.modules.is_some() || files.ignore.is_some();
        (is_any.then(|| Arc::new(files)), 1)
    })
}

/// Returns `true` if a `.gitignore` above `full` names files below it: git has no empty folders, so a
/// clone lacks a folder whose files are all ignored.
pub(crate) fn has_ignored_files(workspace: &Workspace, from: &str, full: &str) -> bool {
    let found = git_files(workspace, from, parent(full));
    found.iter().any(|files| {
        let start = full[files.folder.len()..].trim_start_matches('/');
        let is_below = |line: &str| {
            let pattern = line.trim().trim_start_matches('/');
            let rest = pattern.strip_prefix(start);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let ignore = files.ignore.as_ref();
        ignore.is_some_and(|text| text.lines().any(is_below))
    })
}

fn is_in_submodule(modules: &str, folder: &str, full: &str) -> bool {
    let paths = modules.lines().filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "path").then(|| value.trim())
    });
    let mut tops = paths.map(|path| format!("{}/", child(folder, path.trim_matches('/'))));
    tops.any(|top| full.starts_with(&top))
}

/// Returns the path of `name` in `folder`, where the root is the empty path.
pub(super) fn child(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        path::inside(folder, name)
    }
}
