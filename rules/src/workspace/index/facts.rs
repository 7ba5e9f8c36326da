//! The facts of a document that the index finds it by, without its tree.

use std::sync::Arc;

use super::named_files::NamedFiles;
use super::registered::Registered;
use crate::compute::ComputeDef;
use crate::document::{Document, Resource};
use crate::path::PathStyle;
use crate::syntax::known_text;
use crate::workspace::infrastructure::CodeFacts;

/// The facts of a document that the index needs.
#[derive(Debug)]
pub(in crate::workspace) struct Facts {
    pub(in crate::workspace) definition: Definition,
    pub(in crate::workspace) named: NamedFiles,
    pub(in crate::workspace) compute: Option<ComputeDef>,
    pub(in crate::workspace) code: Option<Arc<CodeFacts>>,
    pub(in crate::workspace) registered: Box<[Registered]>,
}

/// The name and version of the resource that a file describes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::workspace) struct Definition {
    pub(in crate::workspace) name: Option<Arc<str>>,
    pub(in crate::workspace) version: Option<Box<str>>,
}

impl Facts {
    pub(in crate::workspace) fn of(document: &Document, style: PathStyle) -> Self {
        Self {
            definition: Definition::of(document),
            named: NamedFiles::of(document, style),
            compute: ComputeDef::of_document(document),
            code: CodeFacts::of(document).map(Arc::new),
            registered: Registered::all_of(document),
        }
    }
}

impl Definition {
    fn of(document: &Document) -> Self {
        let is_resource = document.kind().and_then(Resource::described_by).is_some();
        if !is_resource {
            return Self::default();
        }
        let value = |key| document.get(key).and_then(known_text);
        Self {
            name: value("name").map(Arc::from),
            version: value("version").map(Box::from),
        }
    }
}

/// A document of a file that is not open: its tree is parsed again at the next read.
#[derive(Debug)]
pub struct ClosedDocument {
    pub(in crate::workspace) document: Document,
    pub(in crate::workspace) facts: Facts,
}

impl ClosedDocument {
    /// `document` for a workspace that reads paths as `style` says.
    pub fn new(document: Document, style: PathStyle) -> Self {
        let mut closed = Self::with_tree(document, style);
        closed.document.put_tree_away();
        closed
    }

    /// As [`Self::new`], for a tree that is read before long: it stays in memory until
    /// [`Workspace::put_trees_away`](crate::workspace::Workspace::put_trees_away).
    pub fn with_tree(document: Document, style: PathStyle) -> Self {
        let facts = Facts::of(&document, style);
        Self { document, facts }
    }
}
