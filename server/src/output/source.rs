//! The texts that findings point into: documents of the workspace, and the configuration and
//! inventory files that describe computes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::text::LineIndex;

use crate::files::{Loaded, read_text};

/// One text with its lines.
#[derive(Debug)]
pub(super) enum Source {
    Document(Arc<Document>),
    Other(String, LineIndex),
}

impl Source {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Document(document) => document.text(),
            Self::Other(text, _) => text,
        }
    }

    pub(super) fn lines(&self) -> &LineIndex {
        match self {
            Self::Document(document) => document.lines(),
            Self::Other(_, lines) => lines,
        }
    }
}

/// All of them; each is read once.
pub(super) struct Sources<'l> {
    loaded: &'l Loaded,
    read: RefCell<BTreeMap<String, Option<Arc<Source>>>>,
}

impl<'l> Sources<'l> {
    pub(super) fn new(loaded: &'l Loaded) -> Self {
        Self {
            loaded,
            read: RefCell::default(),
        }
    }

    /// The text of the file with `key`; `None` when it went away.
    pub(super) fn get(&self, key: &str) -> Option<Arc<Source>> {
        if let Some(known) = self.read.borrow().get(key) {
            return known.clone();
        }
        let source = match self.loaded.workspace.document(key) {
            Some(document) => Some(Source::Document(document.clone())),
            None => read_text(Path::new(key)).ok().map(|read| {
                let lines = LineIndex::new(&read.text);
                Source::Other(read.text, lines)
            }),
        };
        let source = source.map(Arc::new);
        self.read
            .borrow_mut()
            .insert(key.to_owned(), source.clone());
        source
    }
    /// How the file is shown.
    pub(super) fn name(&self, key: &str) -> String {
        self.loaded.names.show(key)
    }
}
