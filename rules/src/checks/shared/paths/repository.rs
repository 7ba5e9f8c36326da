//! The repository that a document is in.

use std::sync::Arc;

use super::written_path::{child, folders_to};
use crate::checks::context::Context;
use crate::path::{below, parent};
use crate::query::Query;
use crate::workspace::{OnDisk, Workspace};

/// Files at the top of a template project.
const TEMPLATES: [&str; 3] = ["cookiecutter.json", "copier.yaml", "copier.yml"];

/// The repository around a folder.
#[derive(Clone)]
pub(crate) struct Repository {
    /// Its top folder; without one, the folder that contains every document.
    pub(crate) top: Arc<str>,
    /// `true` if a folder from the top to this one is a template project.
    pub(super) is_template: bool,
}

/// The repositories of folders: every missing path needs that of its document.
struct Repositories;

impl Query for Repositories {
    type Key = Box<str>;
    type Value = Repository;
    const CAPACITY: usize = 2_048;
}

/// Returns the repository of the document.
pub(crate) fn repository(cx: &Context<'_>) -> Repository {
    let folder = parent(cx.document.path());
    cx.workspace
        .query::<Repositories>(folder.into(), |workspace, folder| {
            let top = top_folder(workspace, folder);
            let mut folders = folders_to(top, folder);
            let has = |folder: &str, name: &str| {
                workspace.on_disk("", &child(folder, name)) == Some(OnDisk::File)
            };
            let is_template = folders.any(|it| TEMPLATES.iter().any(|name| has(it, name)));
            let top = top.into();
            (Repository { top, is_template }, 1)
        })
}

fn top_folder<'f>(workspace: &Workspace, start: &'f str) -> &'f str {
    let mut folder = start;
    loop {
        let git = workspace.on_disk("", &child(folder, ".git"));
        if git.is_some_and(|git| git != OnDisk::Nothing) {
            return folder;
        }
        let above = parent(folder);
        if above.len() >= folder.len() {
            break;
        }
        folder = above;
    }
    let mut top = start;
    for path in workspace.first_and_last_path() {
        while below(top, path).is_none() && parent(top).len() < top.len() {
            top = parent(top);
        }
    }
    top
}
