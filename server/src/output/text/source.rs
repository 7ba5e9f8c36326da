//! The texts that findings point into: documents of the workspace, and the configuration and
//! inventory files that describe computes.

use std::path::Path;
use std::sync::Arc;

use azml_rules::fix::Fix;
use azml_rules::query::LruCache;
use azml_rules::secrets::{Redactor, Secret, in_text};
use azml_rules::text::LineIndex;

use crate::guarded::guarded;
use crate::loading::Loaded;
use crate::sandbox::read_text;

/// One text with its lines.
#[derive(Debug)]
pub(crate) struct SourceText {
    text: Arc<str>,
    lines: LineIndex,
}

impl SourceText {
    pub(crate) fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let lines = LineIndex::new(&text);
        Self { text, lines }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn lines(&self) -> &LineIndex {
        &self.lines
    }
}

/// Half of the number of files whose texts are remembered: findings come file by file.
pub(crate) const CACHED_FILES: usize = 128;

/// The texts of all files.
pub(crate) struct Sources<'l> {
    loaded: &'l Loaded,
    read: LruCache<String, Option<Arc<SourceText>>>,
}

impl<'l> Sources<'l> {
    pub(crate) fn new(loaded: &'l Loaded) -> Self {
        Self {
            loaded,
            read: LruCache::new(CACHED_FILES),
        }
    }

    /// The text of the file with `key`; `None` when it went away.
    pub(crate) fn get(&self, key: &str) -> Option<Arc<SourceText>> {
        self.read.get_or_make(key, 1, || {
            let source = match self.loaded.workspace.document(key) {
                Some(document) => SourceText::new(document.shared_text()),
                None => SourceText::new(read_text(Path::new(key)).ok()?.text),
            };
            Some(Arc::new(source))
        })
    }

    /// Returns the secrets in the file with `key`, whatever is reported about it.
    pub(crate) fn secrets(&self, key: &str) -> Vec<Secret> {
        match self.loaded.workspace.document(key) {
            // A panic is reported by the check of the file.
            Some(document) => guarded(|| document.secrets().to_vec()).unwrap_or_default(),
            None => (self.get(key)).map_or_else(Vec::new, |source| in_text(source.text())),
        }
    }

    /// Returns the `fixes` of the file with `key` that machines may apply from a report: those that
    /// write a secret would need it there.
    pub(crate) fn reported_fixes<'f>(
        &self,
        key: &str,
        fixes: &'f [Fix],
    ) -> impl Iterator<Item = &'f Fix> {
        let secrets = if fixes.is_empty() {
            Vec::new()
        } else {
            self.secrets(key)
        };
        let source = self.get(key);
        let redactor = source.map_or_else(Redactor::default, |source| {
            Redactor::of(source.text(), &secrets)
        });
        let shows_none =
            move |fix: &&Fix| !fix.edits.iter().any(|edit| redactor.finds_any(&edit.text));
        fixes.iter().filter(shows_none)
    }

    /// Returns the displayed path of the file.
    pub(crate) fn name(&self, key: &str) -> String {
        self.loaded.names.show(key)
    }
}
