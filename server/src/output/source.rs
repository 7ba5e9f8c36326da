//! The texts that findings point into: documents of the workspace, and the configuration and
//! inventory files that describe computes.

use std::path::Path;
use std::sync::Arc;

use azml_rules::secrets;
use azml_rules::text::{LineIndex, TextRange};

use super::lately::Lately;
use crate::files::{Loaded, read_text};
use crate::guarded::guarded;

/// One text with its lines.
#[derive(Debug)]
pub(super) struct Source {
    text: Arc<str>,
    lines: LineIndex,
}

impl Source {
    pub(super) fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let lines = LineIndex::new(&text);
        Self { text, lines }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn lines(&self) -> &LineIndex {
        &self.lines
    }
}

/// All of them.
pub(super) struct Sources<'l> {
    loaded: &'l Loaded,
    read: Lately<Option<Arc<Source>>>,
}

impl<'l> Sources<'l> {
    pub(super) fn new(loaded: &'l Loaded) -> Self {
        Self {
            loaded,
            read: Lately::default(),
        }
    }

    /// The text of the file with `key`; `None` when it went away.
    pub(super) fn get(&self, key: &str) -> Option<Arc<Source>> {
        self.read.get(key, || {
            let source = match self.loaded.workspace.document(key) {
                Some(document) => Source::new(document.shared_text()),
                None => Source::new(read_text(Path::new(key)).ok()?.text),
            };
            Some(Arc::new(source))
        })
    }

    /// Where secrets stand in the file with `key`.
    pub(super) fn secrets(&self, key: &str) -> Vec<TextRange> {
        // What does not end well is told where the file is checked.
        guarded(|| secrets(&self.loaded.workspace, key)).unwrap_or_default()
    }

    /// How the file is shown.
    pub(super) fn name(&self, key: &str) -> String {
        self.loaded.names.show(key)
    }
}
