//! The value at the cursor, and the keys that contain it.

use azml_rules::document::Document;
use azml_rules::syntax::{Node, NodeKind, ScalarStyle};
use azml_rules::text::TextRange;

use super::scan::Scan;
use super::{Line, above, list};

/// A value, or the place of one, on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value<'t> {
    /// The keys from the root to the one that it belongs to, itself or as a list item; none
    /// if they are unknown, or if the word may become a key.
    pub(crate) keys: Vec<String>,
    /// Offset of the last key.
    pub(crate) key_at: u32,
    /// The line up to that key.
    pub(crate) line: &'t str,
    /// `true` if it is an item of the list that the key has.
    pub(crate) is_item: bool,
    /// `true` if it is in a position where a key is allowed.
    pub(crate) is_bare: bool,
    /// Its range without quotes.
    pub(crate) range: TextRange,
    /// The part before the cursor.
    pub(crate) typed: &'t str,
    /// The part after the cursor.
    pub(crate) rest: &'t str,
    /// Its quote character.
    pub(crate) quote: Option<char>,
    /// `true` if its quotes are closed on this line.
    pub(crate) is_closed: bool,
    /// `true` if braces or brackets are open around it.
    pub(crate) is_flow: bool,
    /// The closing characters of those that are opened on this line.
    pub(crate) open: Vec<char>,
    /// `true` if the cursor touches the colon: a space is missing.
    pub(crate) is_at_colon: bool,
}

impl<'t> Value<'t> {
    /// Returns the value at the cursor; `None` in keys, block scalars and other multi-line scalars,
    /// and after another value.
    pub(crate) fn at(line: &Line<'t>) -> Option<Self> {
        let (document, offset) = (line.document, line.cursor);
        let text = document.text();
        let node = document.tree().node_at(offset);
        if node.is_some_and(|node| is_long(node, line.range, offset)) {
            return None;
        }
        let whole = line.range.slice(text);
        let cursor = (offset - line.range.start) as usize;
        let mut scan = Scan::new(whole, cursor);
        let token = scan.token()?;
        let at = |column: usize| Some(line.range.start + u32::try_from(column).ok()?);
        let range = TextRange::new(at(token.start)?, at(token.end)?);
        let (key, is_item) = match scan.key {
            Some((column, key)) => (Some((at(column)?, key)), false),
            None => {
                let quote = usize::from(token.quote.is_some());
                let list = list::key(&text[..range.start as usize - quote]);
                (list, list.is_some())
            }
        };
        let key_at = key.map_or(range.start, |(at, _)| at);
        let lines = document.lines();
        let key_line = lines.line(text, lines.line_of(key_at));
        Some(Self {
            keys: key
                .and_then(|(at, key)| above::keys(document, at, key))
                .unwrap_or_default(),
            key_at,
            line: TextRange::new(key_line.start, key_at).slice(text),
            is_item,
            is_bare: token.is_bare && !is_item,
            range,
            typed: whole.get(token.start..cursor)?,
            rest: whole.get(cursor..token.end)?,
            quote: token.quote,
            is_closed: token.is_closed,
            is_flow: !scan.open.is_empty() || node.is_some_and(|node| is_in_flow(node, offset)),
            open: scan.open,
            is_at_colon: token.is_at_colon,
        })
    }

    /// Returns the keys from the root to the one that it belongs to.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    /// Returns the key that it belongs to.
    pub(crate) fn key(&self) -> Option<&str> {
        self.keys.last().map(String::as_str)
    }

    /// Returns `true` if the typed text may be the beginning of a single word.
    pub(crate) fn is_word(&self) -> bool {
        !self.typed.contains(|c: char| {
            c.is_whitespace() || matches!(c, '{' | '}' | '[' | ']' | ',' | '"' | '\'' | '#')
        })
    }

    /// Returns `yaml` with a space before it if it touches the colon.
    pub(crate) fn spaced(&self, yaml: &str) -> String {
        let blank = if self.is_at_colon { " " } else { "" };
        format!("{blank}{yaml}")
    }

    /// Returns `value` as it must be written here: with a space after the colon, and quoted if a
    /// plain scalar would be cut off or read as something else.
    pub(crate) fn written(&self, value: &str) -> String {
        match self.quote {
            Some('"') => value.replace('\\', "\\\\").replace('"', "\\\""),
            Some(_) => value.replace('\'', "''"),
            None if self.needs_quotes(value) => self.spaced(&format!(
                "\"{}\"",
                value.replace('\\', "\\\\").replace('"', "\\\"")
            )),
            None => self.spaced(value),
        }
    }

    fn needs_quotes(&self, value: &str) -> bool {
        let starts = value.starts_with([
            '&', '*', '!', '|', '>', '%', '@', '`', '"', '\'', '#', '{', '[', ',', ']', '}',
        ]) || ["- ", "? ", ": "]
            .iter()
            .any(|start| value.starts_with(start));
        let ends = value.contains(": ") || value.contains(" #") || value.ends_with(':');
        starts
            || ends
            || value.trim() != value
            || self.is_flow && value.contains(['{', '}', '[', ']', ','])
    }

    /// Returns `true` if the lines below show that the value is a mapping, a list or a multi-line scalar.
    pub(crate) fn goes_on_below(&self, document: &Document) -> bool {
        let text = document.text();
        let this = document.lines().line_of(self.range.start);
        let line = document.lines().line(text, this).slice(text);
        let mut below = text[document.lines().line(text, this).end as usize..].lines();
        let meant = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        self.open.is_empty()
            && below.find(meant).is_some_and(|next| {
                indent(next) > indent(line)
                    || indent(next) == indent(line) && next.trim_start().starts_with("- ")
            })
    }
}

/// Returns `true` if `offset` is in a flow collection around `node`.
fn is_in_flow(node: Node<'_>, offset: u32) -> bool {
    let mut outwards = std::iter::successors(Some(node), |node| node.parent());
    let is_open = |range: TextRange| range.start < offset && offset < range.end;
    outwards.any(|node| node.is_flow() && is_open(node.range()))
}

/// Returns `true` if `node` is a scalar that does not fit on one line.
fn is_long(node: Node<'_>, line: TextRange, offset: u32) -> bool {
    let inside = node.range().start < offset && offset <= node.range().end;
    match node.kind() {
        NodeKind::Scalar(ScalarStyle::Literal | ScalarStyle::Folded) => inside,
        NodeKind::Scalar(_) => inside && node.range().start < line.start && !node.is_repaired(),
        _ => false,
    }
}
