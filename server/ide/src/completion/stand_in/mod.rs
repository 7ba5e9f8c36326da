//! A copy of the document with valid text in place of an incomplete word: completions are
//! computed from it.
//!
//! This is the only module that parses modified text. Start at [`StandIn`]; each sort of
//! replacement is a file of its own: [`value`], [`expression`], and [`key`], where the [`WholeKey`]
//! decides what must follow it.
//!
//! Invariant: the text around the replacement is unchanged, so that [`StandIn::original`] can map
//! every offset back.

mod expression;
mod key;
mod value;

use azml_rules::document::Document;
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;

use super::line::brackets::unmatched;
use crate::Site;
pub(crate) use key::{Tail, WholeKey};

/// A document in which one range is replaced.
#[derive(Debug)]
pub(crate) struct StandIn {
    pub(crate) document: Document,
    /// Start of the inserted text.
    pub(crate) at: u32,
    /// Offset in the original after the replaced range.
    resumes: u32,
    /// The same offset in the copy.
    resumes_here: u32,
}

impl StandIn {
    /// Replaces `range` by the three parts; the second is the value, the others are the text
    /// required around it.
    pub(crate) fn new(original: &Document, range: TextRange, parts: [&str; 3]) -> Self {
        let text = original.text();
        let (head, tail) = (&text[..range.start as usize], &text[range.end as usize..]);
        let [before, value, after] = parts;
        let text = format!("{head}{before}{value}{after}{tail}");
        let line = original.lines().line_of(range.start);
        let length = |text: &str| u32::try_from(text.len()).unwrap_or(0);
        let at = range.start + length(before);
        Self {
            document: Document::draft_after(original, text, &[line]).taken_for(original.kind()),
            at,
            resumes: range.end,
            resumes_here: at + length(value) + length(after),
        }
    }

    /// Like [`Self::new`]; if the text has errors, brackets that are `open` on the line and not
    /// closed on it are closed, if that removes the errors.
    fn mended(original: &Document, range: TextRange, parts: [&str; 3], open: &[char]) -> Self {
        let (text, lines) = (original.text(), original.lines());
        let line = lines.line(text, lines.line_of(range.start));
        let rest = TextRange::new(range.end, line.end.max(range.end)).slice(text);
        let missing = open.len().saturating_sub(unmatched(rest));
        if missing == 0 || original.tree().errors().is_empty() {
            return Self::new(original, range, parts);
        }
        let closing: String = open[..missing].iter().rev().collect();
        let end = range.end + u32::try_from(rest.len()).unwrap_or(0);
        let [before, value, after] = parts;
        let after = format!("{after}{rest}{closing}");
        let longer = TextRange::new(range.start, end);
        let closed = Self::new(original, longer, [before, value, &after]);
        if closed.document.tree().errors().is_empty() {
            closed
        } else {
            Self::new(original, range, parts)
        }
    }

    /// Returns the site of the copy in the workspace of the original.
    pub(crate) fn site<'b>(&'b self, original: &'b Site<'_>) -> Site<'b> {
        original.with(&self.document, original.workspace)
    }

    /// Returns the inserted scalar.
    pub(crate) fn node(&self) -> Option<Node<'_>> {
        let node = self.document.tree().node_at(self.at)?;
        (!node.is_key() && node.text().is_some()).then_some(node)
    }

    /// Returns `offset` in the original.
    pub(crate) fn original(&self, offset: u32) -> u32 {
        if offset < self.resumes_here {
            offset
        } else {
            offset - self.resumes_here + self.resumes
        }
    }
}
