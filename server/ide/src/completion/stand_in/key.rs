//! A stand-in with a complete key in place of the word at the cursor.

use azml_rules::document::Document;
use azml_rules::syntax::{Node, NodeId, NodeKind};
use azml_rules::text::TextRange;

use super::StandIn;
use crate::completion::line::{KeyWord, Line};

/// Name of the key that is being written; a placeholder, which no rule checks.
const NAME: &str = "__AZML_KEY__";

/// The key at the cursor, in a text in which it is complete.
#[derive(Debug)]
pub(crate) struct WholeKey {
    /// The range in the original text that an item replaces.
    pub(crate) range: TextRange,
    /// The text with the complete key.
    pub(crate) stand_in: StandIn,
    node: NodeId,
    /// The text to write after the name.
    pub(crate) tail: Tail,
    /// Number of characters before the key on its line.
    pub(crate) column: usize,
    /// `true` if the key is between `{` and `}`.
    pub(crate) is_flow: bool,
}

/// The text that follows the name of the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tail {
    /// Colon and value.
    Value,
    /// Like [`Self::Value`], with a comma before the following entry.
    ValueAndComma,
    /// A colon: the value exists already.
    Colon,
    /// A quote and a colon: the value exists already.
    QuoteAndColon,
    /// Nothing.
    Nothing,
}

impl WholeKey {
    /// `None` if no key is allowed.
    pub(crate) fn at(line: &Line<'_>) -> Option<Self> {
        let word = KeyWord::at(line)?;
        let has_colon = word.has_colon();
        if !word.is_flow && !has_colon && !word.is_last() {
            return None;
        }
        if has_colon {
            return Self::with(line.document, &word, "", Tail::Nothing);
        }
        let found = Self::with(line.document, &word, ": ", Tail::Value)
            .or_else(|| Self::with(line.document, &word, ": ,", Tail::ValueAndComma))
            .or_else(|| {
                let closed = format!(": {}", word.closing());
                Self::with(line.document, &word, &closed, Tail::Value)
            });
        let mut key = found?;
        if key.tail == Tail::Value {
            key.tail = key.tail_of(&word);
        }
        Some(key)
    }

    /// Makes `word` a key with `behind` after it, if the result is parsed as a key there.
    fn with(document: &Document, word: &KeyWord<'_>, behind: &str, tail: Tail) -> Option<Self> {
        let stand_in = StandIn::new(document, word.whole, ["", NAME, behind]);
        let node = stand_in.document.tree().node_at(word.whole.start)?;
        let parent = node.parent()?;
        let is_flow = parent.is_flow();
        let is_whole = node.is_key() && node.raw() == NAME && !node.is_repaired();
        // `[a: b]` is a list.
        let is_list = is_flow && !parent.raw().starts_with('{');
        // A comma is allowed only inside brackets.
        let is_stray_comma = tail == Tail::ValueAndComma && !is_flow;
        if !is_whole
            || is_list
            || stand_in.is_broken_there()
            || is_stray_comma
            || follows_text(parent)
        {
            return None;
        }
        let (node, column) = (node.id(), word.before.chars().count());
        Some(Self {
            range: word.inner,
            stand_in,
            node,
            tail,
            column,
            is_flow,
        })
    }

    /// Returns the text that must follow `word`, which has no colon yet.
    fn tail_of(&self, word: &KeyWord<'_>) -> Tail {
        let value = self.key().value_of_key();
        if word.is_quoted && word.is_closed {
            Tail::Nothing
        } else if word.is_quoted {
            Tail::QuoteAndColon
        } else if value.is_some_and(|value| value.kind() != NodeKind::Empty) {
            Tail::Colon
        } else {
            Tail::Value
        }
    }

    /// Returns the key at the cursor.
    pub(crate) fn key(&self) -> Node<'_> {
        self.stand_in.document.tree().node(self.node)
    }

    /// Returns the line end of the text.
    pub(crate) fn line_end(&self) -> &'static str {
        let text = self.stand_in.document.text();
        match text.find(['\n', '\r']) {
            Some(at) if text[at..].starts_with("\r\n") => "\r\n",
            _ => "\n",
        }
    }

    /// Returns the indentation of the first nested mapping in the document.
    pub(crate) fn unit(&self) -> usize {
        let nodes = self.stand_in.document.tree().nodes();
        let mut inner = nodes.filter(|node| node.kind() == NodeKind::Mapping && !node.is_flow());
        let found = inner.find_map(|node| {
            let own = self.column_of(node.range().start);
            let owner = self.column_of(node.key()?.range().start);
            own.checked_sub(owner).filter(|unit| (1..=8).contains(unit))
        });
        found.unwrap_or(2)
    }

    fn column_of(&self, offset: u32) -> usize {
        let document = &self.stand_in.document;
        let lines = document.lines();
        let line = lines.line(document.text(), lines.line_of(offset));
        (offset - line.start) as usize
    }
}

impl StandIn {
    /// Returns `true` if its line has syntax errors.
    fn is_broken_there(&self) -> bool {
        let (text, lines) = (self.document.text(), self.document.lines());
        let line = lines.line(text, lines.line_of(self.at));
        let mut errors = self.document.tree().errors().iter();
        errors.any(|error| error.range.intersects(line))
    }
}

/// Returns `true` if error recovery moved `mapping` below its key: there is text between them.
fn follows_text(mapping: Node<'_>) -> bool {
    let Some(key) = mapping.key() else {
        return false;
    };
    let between = TextRange::new(key.range().end, mapping.range().start.max(key.range().end));
    let between = between.slice(mapping.tree().text());
    between.lines().map(str::trim).any(|line| {
        let is_free = line.is_empty() || line.starts_with(['#', ':', '&', '!']);
        !is_free
    })
}
