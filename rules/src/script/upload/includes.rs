//! `additional_includes`: files and folders that are added to the content of the code folder.

use crate::path;
use crate::syntax::{Node, known_text};
use crate::workspace::{OnDisk, Workspace};

/// A file or folder that is uploaded with the code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Include {
    /// Its path as written, relative to the document.
    pub path: String,
    /// Its name at the root of the code.
    pub name: String,
}

impl Include {
    /// Returns the file or folder that `from` names `written`, if it exists.
    pub(crate) fn of(workspace: &Workspace, from: &str, written: &str) -> Option<Self> {
        let full = workspace.full_path(from, written)?;
        let is_there = workspace.on_disk(from, written)? != OnDisk::Nothing;
        is_there.then(|| Self {
            path: written.to_owned(),
            name: path::file_name(&full).to_owned(),
        })
    }

    /// Returns the rest of `path` inside of it: empty for the include itself; `None` if `path`
    /// isn't below it.
    pub(crate) fn rest<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(self.name.as_str())?;
        if rest.is_empty() {
            return Some(rest);
        }
        rest.strip_prefix('/')
    }
}

/// The value of `additional_includes`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WrittenIncludes {
    /// The items; `None` for unknown ones.
    items: Vec<Option<String>>,
    /// `true` if it isn't a list.
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

    /// Returns the includes, and `true` if there may be more: packages of Azure DevOps, folders
    /// that become archives, or paths that don't exist yet.
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
