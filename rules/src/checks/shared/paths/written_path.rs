//! A path as a document writes it, and the folders that it may be relative to.

use crate::document::Document;
use crate::path::{inside, parent};
use crate::syntax::Node;
use crate::workspace::OnDisk;

/// A path that does not exist.
#[derive(Clone, Copy)]
pub(crate) struct WrittenPath<'p> {
    /// The full path of the folder that it is relative to.
    pub(crate) folder: &'p str,
    /// The path as written.
    pub(crate) written: &'p str,
    /// The entry that it must lead to; `None` for either.
    pub(crate) leads_to: Option<OnDisk>,
    /// A file that must be in the folder that it leads to.
    pub(crate) contains: Option<&'p str>,
}

impl<'p> WrittenPath<'p> {
    /// The path of a file that `node` of `document` consists of.
    pub(crate) fn to_file(document: &'p Document, node: Node<'p>) -> Self {
        Self {
            folder: parent(document.path()),
            written: node.text().unwrap_or_default(),
            leads_to: Some(OnDisk::File),
            contains: None,
        }
    }
}

/// Maximum number of folders above that are searched.
pub(super) const LEVELS: usize = 3;

/// The folders from `folder` up to `top`.
pub(crate) fn folders_to<'f>(top: &'f str, folder: &'f str) -> impl Iterator<Item = &'f str> {
    std::iter::successors(Some(folder), move |folder| {
        (folder.len() > top.len()).then(|| parent(folder))
    })
}

/// Returns the path of `name` in `folder`, which is empty at the top.
pub(crate) fn child(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        folder => inside(folder, name),
    }
}
