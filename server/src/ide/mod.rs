//! What the editor shows: computed from offsets, returned as plain structs. Nothing here knows the protocol, the disk or
//! the time, so that every feature can be tested with a text and a cursor.

pub mod callers;
pub mod completion;
mod cost;
pub mod definition;
mod fixed_words;
pub mod folding;
pub mod graph;
pub mod hints;
pub mod hover;
pub mod lens;
pub mod links;
pub mod refactor;
pub mod references;
pub mod rename;
pub mod rule_names;
pub mod selection;
pub mod silence;
pub mod symbols;
pub mod tokens;
mod under_cursor;
pub mod workspace_symbols;

use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::settings::Settings;
use azml_rules::text::{Column, LineIndex};
use azml_rules::workspace::Workspace;

/// A document and what surrounds it.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The document under the cursor.
    pub document: &'a Document,
    /// Everything else.
    pub workspace: &'a Workspace,
    /// The folder that paths are shown relative to.
    pub root: &'a str,
    /// The text of files that are no documents: `azml.yaml`, inventories.
    pub text_of: &'a dyn Fn(&str) -> Option<Arc<str>>,
}

impl Site<'_> {
    /// `computes/cpu.yml:4`; without the line where the file's text is not at hand.
    fn place(&self, path: &str, offset: u32) -> String {
        let shown = self.shown(path);
        let line = match self.workspace.document(path) {
            Some(document) => Some(document.lines().line_of(offset)),
            None => (self.text_of)(path).map(|text| {
                LineIndex::new(&text)
                    .position(&text, offset, Column::Utf32)
                    .line
            }),
        };
        line.map_or_else(|| shown.to_owned(), |line| format!("{shown}:{}", line + 1))
    }

    /// `path` relative to the folder.
    fn shown<'p>(&self, path: &'p str) -> &'p str {
        path.strip_prefix(self.root)
            .map_or(path, |rest| rest.trim_start_matches('/'))
    }

    /// The settings that hold for the document.
    fn settings(&self) -> Arc<Settings> {
        self.workspace.settings(self.document.path())
    }

    /// Whether keys and words of the schema are explained and offered here, or left to a generic YAML server.
    fn schema_help(&self) -> bool {
        self.workspace.schema_help(self.document.path())
    }

    /// Whether the document is a configuration of ours.
    fn is_config(&self) -> bool {
        self.document.path().rsplit('/').next() == Some("azml.yaml")
    }
}
