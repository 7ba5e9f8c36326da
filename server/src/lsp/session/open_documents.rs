//! Open documents, by the URI with which the client opened them. A request with another URI of the
//! same file is answered, too.

use std::collections::{BTreeMap, btree_map};

use tower_lsp::lsp_types::Url;

use super::open_document::OpenDocument;
use crate::lsp::protocol::uri;

/// Every open document.
#[derive(Default)]
pub(crate) struct OpenDocuments(BTreeMap<Url, OpenDocument>);

impl OpenDocuments {
    /// The document at `url`, and the address it was opened with.
    pub(crate) fn opened(&self, url: &Url) -> Option<(&Url, &OpenDocument)> {
        let known = self.0.get_key_value(url);
        known.or_else(|| {
            let key = uri::key_of(url)?;
            self.0.iter().find(|(_, open)| open.location().path == key)
        })
    }

    pub(crate) fn get(&self, url: &Url) -> Option<&OpenDocument> {
        self.opened(url).map(|(_, open)| open)
    }

    pub(crate) fn get_mut(&mut self, url: &Url) -> Option<&mut OpenDocument> {
        let opened = self.opened(url)?.0.clone();
        self.0.get_mut(&opened)
    }

    pub(crate) fn insert(&mut self, url: Url, document: OpenDocument) {
        self.0.insert(url, document);
    }

    /// Takes out what was opened with just this address.
    pub(crate) fn remove(&mut self, url: &Url) -> Option<OpenDocument> {
        self.0.remove(url)
    }

    pub(crate) fn iter(&self) -> btree_map::Iter<'_, Url, OpenDocument> {
        self.0.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> btree_map::IterMut<'_, Url, OpenDocument> {
        self.0.iter_mut()
    }
}
