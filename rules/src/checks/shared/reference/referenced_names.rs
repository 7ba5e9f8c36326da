//! The names of a document that other files or steps refer to.

use foldhash::HashSet;

use crate::checks::context::Context;
use crate::document::Document;
use crate::expression::{Program, text_range};
use crate::query::Lazy;
use crate::symbols::{dependents, links, links_of};
use crate::syntax::Node;
use crate::text::TextRange;
use crate::workspace::Workspace;

/// The definitions that a step passes, another step reads, or a file that uses this one names:
/// removing them would break those. Computed on first use, and shared by all rules.
pub(crate) struct ReferencedNames<'a> {
    workspace: &'a Workspace,
    document: &'a Document,
    program: &'a Program<'a>,
    definitions: &'a Lazy<HashSet<TextRange>>,
}

impl<'a> ReferencedNames<'a> {
    pub(crate) fn new(cx: &Context<'a>) -> Self {
        Self {
            workspace: cx.workspace,
            document: cx.document,
            program: cx.program(),
            definitions: cx.referenced_names(),
        }
    }

    /// Returns `true` if anything refers to the name that the key `definition` defines.
    pub(crate) fn has(&self, definition: Node<'_>) -> bool {
        let definitions = self.definitions.get(self.workspace, || self.read());
        definitions.contains(&text_range(definition))
    }

    fn read(&self) -> HashSet<TextRange> {
        let path = self.document.path();
        let mut found = links_of(self.workspace, self.document, self.program);
        found.retain(|link| !link.is_definition(path));
        for user in dependents(self.workspace, path) {
            found.extend(links(self.workspace, user));
        }
        found.retain(|link| &*link.definition.path == path);
        found.iter().map(|link| link.definition.range).collect()
    }
}
