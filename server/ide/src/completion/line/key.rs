//! The word at the cursor in the position of a key.

use azml_rules::document::Document;
use azml_rules::syntax::ScalarStyle;
use azml_rules::text::TextRange;

use super::{Line, brackets};

/// A word that is a key, or could become one.
pub(crate) struct KeyWord<'t> {
    /// The line up to the word.
    pub(crate) before: &'t str,
    /// Its range with quotes.
    pub(crate) whole: TextRange,
    /// Its range without quotes.
    pub(crate) inner: TextRange,
    /// `true` if a quote is open before it.
    pub(crate) is_quoted: bool,
    /// `true` if the quote is closed after it.
    pub(crate) is_closed: bool,
    /// `true` if it follows `{` or `,`.
    pub(crate) is_flow: bool,
    /// The line after it.
    after: &'t str,
}

impl<'t> KeyWord<'t> {
    /// Returns the word at the cursor if a key can be there: only spaces and dashes precede it, or
    /// `{` or `,`.
    pub(crate) fn at(line: &Line<'t>) -> Option<Self> {
        if is_in_text(line.document, line.cursor) {
            return None;
        }
        let cursor = line.cursor.min(line.range.end);
        let (before, after) = (line.before(cursor), line.behind(cursor));
        let stem = before.trim_end_matches(is_part);
        let (stem, quote) = match stem.chars().next_back() {
            Some(quote @ ('"' | '\'')) => (&stem[..stem.len() - 1], Some(quote)),
            _ => (stem, None),
        };
        // The dash of an item is not part of the word after it.
        let dashes = dashes(before);
        let stem = dashes.unwrap_or(stem);
        let is_block = stem.trim_start_matches(' ').is_empty() || dashes.is_some();
        if !is_block && !stem.trim_end_matches([' ', '\t']).ends_with(['{', ',']) {
            return None;
        }
        let start = line.range.start + u32::try_from(stem.len()).ok()?;
        let tail = after.trim_start_matches(is_part);
        let end = cursor + u32::try_from(after.len() - tail.len()).ok()?;
        let is_closed = quote.is_some_and(|quote| tail.starts_with(quote));
        Some(Self {
            before: stem,
            whole: TextRange::new(start, end + u32::from(is_closed)),
            inner: TextRange::new(start + u32::from(quote.is_some()), end),
            is_quoted: quote.is_some(),
            is_closed,
            is_flow: stem.trim_end().ends_with(['{', ',']),
            after: &tail[usize::from(is_closed)..],
        })
    }

    /// Returns `true` if a colon follows.
    pub(crate) fn has_colon(&self) -> bool {
        let rest = self.after.trim_start_matches([' ', '\t']);
        let ends = |c: char| c.is_whitespace() || (self.is_flow && matches!(c, ',' | '}'));
        rest.strip_prefix(':')
            .is_some_and(|behind| behind.is_empty() || behind.starts_with(ends) || self.is_closed)
    }

    /// Returns `true` if nothing follows but a comment.
    pub(crate) fn is_last(&self) -> bool {
        let rest = self.after.trim_start();
        rest.is_empty() || (rest.starts_with('#') && rest.len() < self.after.len())
    }

    /// Returns the characters that close the brackets that are open before it.
    pub(crate) fn closing(&self) -> String {
        let open = brackets::open(self.before);
        open.into_iter().rev().map(|(_, close)| close).collect()
    }
}

/// Returns the part of a line up to the last of its leading dashes, and the spaces after it.
fn dashes(before: &str) -> Option<&str> {
    let mut rest = before.trim_start_matches(' ');
    let mut seen = false;
    while let Some(behind) = rest
        .strip_prefix('-')
        .filter(|behind| behind.starts_with(' '))
    {
        rest = behind.trim_start_matches(' ');
        seen = true;
    }
    let word = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    (seen && word.chars().all(is_part)).then(|| &before[..before.len() - rest.len()])
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '-' | '.')
}

/// Returns `true` if `offset` is in a multi-line scalar that is not a key.
fn is_in_text(document: &Document, offset: u32) -> bool {
    let Some(node) = document.tree().node_at(offset) else {
        return false;
    };
    let Some(style) = node.style() else {
        return false;
    };
    let lines = document.lines();
    let is_later_line = lines.line_of(node.range().start) < lines.line_of(offset);
    is_later_line
        && !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded)
        && !node.is_repaired()
}
