//! Selection ranges: word, expression, value, entry, mapping, entry around it,
//! document.

use azml_rules::document::Document;
use azml_rules::syntax::{Node, NodeKind};
use azml_rules::text::TextRange;

use crate::cursor_context::comment_at;

/// Returns the ranges around `offset` from inside outwards, each larger than the one before; the
/// last one is the whole text.
pub fn selection(document: &Document, offset: u32) -> Vec<TextRange> {
    let text = document.text();
    let whole = TextRange::from(0..text.len());
    let mut grown = Growing {
        text,
        offset,
        ranges: Vec::new(),
    };
    grown.add(word(text, offset));
    if let Some(comment) = comment_at(document, offset) {
        grown.add(Some(trimmed(
            text,
            TextRange::new(comment.start + 1, comment.end),
        )));
        grown.add(Some(comment));
    } else if let Some(node) = document.tree().node_at(offset) {
        grown.node(node);
    }
    grown.add(Some(whole));
    grown.ranges
}

struct Growing<'t> {
    text: &'t str,
    offset: u32,
    ranges: Vec<TextRange>,
}

impl<'t> Growing<'t> {
    /// Adds a range if it contains all previous ones, and more.
    fn add(&mut self, range: Option<TextRange>) {
        let Some(range) = range.filter(|range| range.touches(self.offset)) else {
            return;
        };
        let last = self.ranges.last();
        if last.is_none_or(|last| range.contains_range(*last) && range != *last)
            && !range.is_empty()
        {
            self.ranges.push(range);
        }
    }

    fn node(&mut self, node: Node<'t>) {
        if node.text().is_some() {
            self.add(expression(self.text, node.range(), self.offset));
            self.add(content(self.text, node));
        }
        // Between a key and its value, or after a dash.
        let offset = self.offset;
        let near = node
            .children()
            .find(|child| !child.is_key() && child.range().end >= offset);
        self.add(near.map(|child| trimmed(self.text, entry_of(child))));
        let mut at = Some(node);
        while let Some(node) = at {
            self.add(Some(trimmed(self.text, node.range())));
            self.add(Some(trimmed(self.text, entry_of(node))));
            at = node.parent();
        }
    }
}

/// Returns the range of the node with its key or value, or with its dash.
fn entry_of(node: Node<'_>) -> TextRange {
    let mate = if node.is_key() {
        node.value_of_key()
    } else {
        node.key()
    };
    let other = mate.map(Node::range).or_else(|| node.item_dash());
    other.map_or(node.range(), |other| other.cover(node.range()))
}

/// Returns the text between the quotes, or below the header of a block scalar.
fn content(text: &str, node: Node<'_>) -> Option<TextRange> {
    let (range, raw) = (node.range(), node.raw());
    match raw.chars().next()? {
        '"' | '\'' if raw.len() > 1 => Some(TextRange::new(range.start + 1, range.end - 1)),
        '|' | '>' if matches!(node.kind(), NodeKind::Scalar(_)) => {
            let header = raw.find(['\n', '\r'])?;
            let blank = raw[header..].len() - raw[header..].trim_start().len();
            let start = range.start + u32::try_from(header + blank).ok()?;
            Some(trimmed(text, TextRange::new(start, range.end)))
        }
        _ => None,
    }
}

/// Returns the `${{...}}` around `offset`.
fn expression(text: &str, range: TextRange, offset: u32) -> Option<TextRange> {
    let before = TextRange::new(range.start, offset.min(range.end)).slice(text);
    let start = before.rfind("${{")?;
    let opened = range.start + u32::try_from(start).ok()?;
    let closing = TextRange::new(opened, range.end).slice(text).find("}}")?;
    let end = opened + u32::try_from(closing).ok()? + 2;
    (offset <= end).then_some(TextRange::new(opened, end))
}

/// Returns the letters, digits, `_`, `-` and `.` around `offset`; `None` if there are none.
fn word(text: &str, offset: u32) -> Option<TextRange> {
    let at = usize::try_from(offset).ok()?;
    let (before, after) = (text.get(..at)?, text.get(at..)?);
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_word(*c))
        .last()
        .map_or(at, |(at, _)| at);
    let length: usize = after
        .chars()
        .take_while(|c| is_word(*c))
        .map(char::len_utf8)
        .sum();
    let range = TextRange::from(start..at + length);
    // The dash of an item is not a word.
    range
        .slice(text)
        .contains(char::is_alphanumeric)
        .then_some(range)
}

/// Returns the range without spaces and line ends at either end.
fn trimmed(text: &str, range: TextRange) -> TextRange {
    let inside = range.slice(text);
    let start = inside.len() - inside.trim_start().len();
    let length = inside.trim().len();
    let start = range.start + u32::try_from(start).unwrap_or(0);
    TextRange::new(start, start + u32::try_from(length).unwrap_or(0))
}
