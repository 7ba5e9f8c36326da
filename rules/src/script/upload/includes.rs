//! `additional_includes`: files and folders that are put beside the contents of the code folder.

use crate::path;
use crate::syntax::{Node, known_text};
use crate::workspace::{OnDisk, Workspace};

/// A file or folder that is uploaded with the code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Include {
    /// Its path as written, relative to the document.
    pub path: String,
    /// What it is called at the top of the code.
    pub name: String,
}

impl Include {
    /// The file or folder that `from` names `written`, where one is there.
    pub(crate) fn of(workspace: &Workspace, from: &str, written: &str) -> Option<Self> {
        let full = workspace.full_path(from, written)?;
        let is_there = workspace.on_disk(from, written)? != OnDisk::Nothing;
        is_there.then(|| Self {
            path: written.to_owned(),
            name: path::file_name(&full).to_owned(),
        })
    }

    /// What remains of `path` inside of it: nothing where it is the include itself; `None` where it
    /// is somewhere else.
    pub(crate) fn rest<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(self.name.as_str())?;
        if rest.is_empty() {
            return Some(rest);
        }
        rest.strip_prefix('/')
    }
}

/// What the value of `additional_includes` says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WrittenIncludes {
    /// The items; `None` for those that are not known.
    items: Vec<Option<String>>,
    /// Whether it is no list.
    is_text: bool,
}

impl WrittenIncludes {
    pub(crate) fn of(node: Node<'_>) -> Self {
        let items = node.items();
        let items = items.map(|item| known_text(item.resolved()).map(str::to_owned));
        Self {
            items: items.collect(),
            is_text: node.text().is_some(),
        }
    }

    /// What it names, and whether there may be more in it: packages of Azure DevOps, folders that
    /// become archives, what is not there yet.
    pub(crate) fn find(&self, workspace: &Workspace, from: &str) -> (Vec<Include>, bool) {
        let mut found = Vec::new();
        let mut has_more = self.is_text;
        for item in &self.items {
            let path = item.as_deref();
            let include = path.and_then(|path| Include::of(workspace, from, path));
            has_more |= include.is_none();
            found.extend(include);
        }
        (found, has_more)
    }
}
