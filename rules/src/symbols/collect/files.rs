//! Collects the files that values name.

use std::sync::Arc;

use super::{Walk, occurrence};
use crate::expression::text_range;
use crate::path;
use crate::symbols::named::kind_of;
use crate::symbols::occurrence::{Referent, SymbolKind};
use crate::syntax::{Node, known_text};
use crate::workspace::OnDisk;

impl<'a> Walk<'a> {
    pub(super) fn file(&mut self, value: Node<'a>, text: &str) {
        let path = text.strip_prefix("file:").unwrap_or(text);
        if path.contains("://") || path.starts_with("azureml:") {
            return;
        }
        self.path(value, text, path);
    }

    /// Adds `code_configuration.scoring_script`, which is relative to `code` beside it.
    pub(super) fn script(&mut self, parent: Node<'a>, value: Node<'a>, text: &str) {
        if let Some(folder) = code(parent) {
            self.path(value, text, &path::inside(folder, text));
        }
    }

    /// Adds the files of `code` that a command names: it runs in a copy of that folder.
    pub(super) fn command(&mut self, parent: Node<'a>, value: Node<'a>, text: &str) {
        let Some(folder) = code(parent) else { return };
        let from = self.document.path();
        for word in text
            .split(|c: char| c.is_whitespace() || "\"'`;&|<>()=,".contains(c))
            .filter(|word| is_file_name(word))
        {
            let path = path::inside(folder, word);
            if self.workspace.on_disk(from, &path) != Some(OnDisk::File) {
                continue;
            }
            if let Some(full) = self.workspace.full_path(from, &path) {
                self.part(
                    value,
                    text,
                    word,
                    SymbolKind::File,
                    Referent::File(full.into()),
                );
            }
        }
    }

    /// Adds `build.dockerfile_path`, which is relative to `path` beside it.
    pub(super) fn docker_file(&mut self, parent: Node<'a>, value: Node<'a>, text: &str) {
        let folder = parent
            .get("path")
            .and_then(known_text)
            .filter(|path| !path.contains(':'));
        if let Some(folder) = folder {
            self.path(value, text, &path::inside(folder, text));
        }
    }

    /// Adds a build context, a folder that refers to the Dockerfile in it.
    pub(super) fn build_context(&mut self, build: Node<'a>, value: Node<'a>, text: &str) {
        let name = match build.get("dockerfile_path") {
            Some(named) => known_text(named),
            None => Some("Dockerfile"),
        };
        if let Some(name) = name.filter(|_| !text.contains(':')) {
            self.path(value, text, &path::inside(text, name));
        }
    }

    fn path(&mut self, value: Node<'a>, text: &str, path: &str) {
        let from = self.document.path();
        let full = self.workspace.full_path(from, path);
        let Some(full) = full.filter(|full| &**full != from) else {
            return;
        };
        if self.workspace.on_disk(from, path) != Some(OnDisk::File) {
            return;
        }
        let document = self.workspace.document(&full);
        let kind = document
            .and_then(|document| document.kind())
            .and_then(kind_of)
            .unwrap_or(SymbolKind::File);
        let full: Arc<str> =
            document.map_or_else(|| full.into(), |document| document.shared_path());
        self.found.push(occurrence(
            text,
            kind,
            text_range(value),
            false,
            Referent::File(full),
        ));
    }
}

/// Returns the code folder of `node`.
fn code(node: Node<'_>) -> Option<&str> {
    node.get("code")
        .and_then(known_text)
        .filter(|code| !code.contains(':'))
}

/// Returns `true` if a word of a command can be a file: `train.py`, but not `0.5` or `${{inputs.x}}`.
fn is_file_name(word: &str) -> bool {
    let extension = word
        .rsplit_once('.')
        .filter(|(stem, _)| !stem.is_empty())
        .map(|(_, extension)| extension);
    let plain = !word.starts_with(['-', '/', '~']) && !word.contains(['$', '{', '*', ':']);
    plain
        && extension.is_some_and(|it| {
            !it.is_empty()
                && it.chars().all(|c| c.is_ascii_alphanumeric())
                && it.starts_with(|c: char| c.is_ascii_alphabetic())
        })
}
