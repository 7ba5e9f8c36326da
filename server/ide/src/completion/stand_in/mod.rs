//! The document as it would be with something sound in place of what is half written: what may
//! stand there is read from it.
//!
//! Only here a text is parsed that nobody wrote. [`StandIn`] is where to start; what is put in is
//! made in a file of its own: for a [`value`], for an [`expression`], and for a key, where the
//! [`WholeKey`] decides what has to follow it.
//!
//! What must stay true: all of the text around stays as it is, so that [`StandIn::original`] finds
//! every place again.

mod expression;
mod key;
mod value;

use azml_rules::document::Document;
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;

use super::line::brackets::unmatched;
use crate::Site;
pub(crate) use key::{Tail, WholeKey};

/// A document with something else in one place.
#[derive(Debug)]
pub(crate) struct StandIn {
    pub(crate) document: Document,
    /// Where what was put in starts.
    pub(crate) at: u32,
    /// Where the original goes on.
    resumes: u32,
    /// The same place here.
    resumes_here: u32,
}

impl StandIn {
    /// Puts the three parts in place of `range`; the second is the value, the others are what it
    /// takes around it.
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

    /// As [`Self::new`]; brackets that are `open` on the line of a broken text and not closed on it
    /// are closed, if that makes it sound.
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

    /// It in the surroundings of the original.
    pub(crate) fn site<'b>(&'b self, original: &'b Site<'_>) -> Site<'b> {
        original.with(&self.document, original.workspace)
    }

    /// The scalar that was put in.
    pub(crate) fn node(&self) -> Option<Node<'_>> {
        let node = self.document.tree().node_at(self.at)?;
        (!node.is_key() && node.text().is_some()).then_some(node)
    }

    /// Where `offset` is in the original.
    pub(crate) fn original(&self, offset: u32) -> u32 {
        if offset < self.resumes_here {
            offset
        } else {
            offset - self.resumes_here + self.resumes
        }
    }
}
