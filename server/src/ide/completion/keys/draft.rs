//! The text with a whole key at the cursor, and where that key stands.

use azml_rules::document::Document;
use azml_rules::syntax::{Node, NodeId, NodeKind, ScalarStyle};
use azml_rules::text::TextRange;

use crate::ide::completion::brackets;
use crate::ide::completion::probe::replaced;
use crate::ide::under_cursor::comment_at;

/// Stands for the key that is being written; a placeholder, so that nothing judges it.
const NAME: &str = "__AZML_KEY__";

/// The key at the cursor in a text in which it is whole.
#[derive(Debug)]
pub(super) struct Draft {
    /// What an item replaces in the text as it is.
    pub(super) range: TextRange,
    /// The text with the key.
    pub(super) document: Document,
    key: NodeId,
    /// What is to be written besides the name.
    pub(super) tail: Tail,
    /// How many characters stand before the key on its line.
    pub(super) column: usize,
    /// The key stands between `{` and `}`.
    pub(super) flow: bool,
}

/// What follows the name of the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tail {
    /// All that belongs to it.
    Value,
    /// As [`Self::Value`], and a comma before what is there already.
    ValueAndComma,
    /// A colon: what it holds is there.
    Colon,
    /// A quote and a colon, as [`Self::Colon`].
    QuoteAndColon,
    /// Nothing.
    Nothing,
}

/// The word at the cursor on its line.
struct Word<'t> {
    before: &'t str,
    /// With its quotes.
    whole: TextRange,
    /// Without.
    inner: TextRange,
    quoted: bool,
    closed: bool,
    after: &'t str,
}

impl Draft {
    /// `None` where no key can stand.
    pub(super) fn find(document: &Document, offset: u32) -> Option<Self> {
        if is_in_text(document, offset) {
            return None;
        }
        let word = Word::at(document, offset)?;
        let flow = word.before.trim_end().ends_with(['{', ',']);
        let has_colon = has_colon(&word, flow);
        let rest = word.after.trim_start();
        let blank = rest.is_empty() || (rest.starts_with('#') && (rest.len() < word.after.len()));
        if !flow && !has_colon && !blank {
            return None;
        }
        let closed = open_brackets(word.before);
        let variants: Vec<(&str, Tail)> = match (has_colon, flow) {
            (true, _) => vec![("", Tail::Nothing)],
            (false, _) => vec![
                (": ", Tail::Value),
                (": ,", Tail::ValueAndComma),
                (&closed, Tail::Value),
            ],
        };
        let found = variants
            .into_iter()
            .find_map(|(behind, tail)| Self::try_with(document, &word, behind, tail));
        let mut draft = found?;
        if draft.tail == Tail::Value {
            let has_value = draft
                .key()
                .value_of_key()
                .is_some_and(|value| value.kind() != NodeKind::Empty);
            draft.tail = match (word.quoted, word.closed) {
                (true, true) => Tail::Nothing,
                (true, false) => Tail::QuoteAndColon,
                _ if has_value => Tail::Colon,
                _ => Tail::Value,
            };
        }
        Some(draft)
    }

    fn try_with(document: &Document, word: &Word<'_>, behind: &str, tail: Tail) -> Option<Self> {
        let whole = replaced(document, word.whole, &format!("{NAME}{behind}"));
        let node = whole.tree().node_at(word.whole.start)?;
        let parent = node.parent()?;
        let flow = parent.is_flow();
        let line = whole
            .lines()
            .line(whole.text(), whole.lines().line_of(word.whole.start));
        let is_whole = node.is_key() && node.raw() == NAME && !node.is_repaired();
        // `[a: b]` is a list.
        let is_list = flow && !parent.raw().starts_with('{');
        let is_wrong = whole
            .tree()
            .errors()
            .iter()
            .any(|error| error.range.intersects(line));
        // A comma is for what stands in brackets.
        let is_odd = tail == Tail::ValueAndComma && !flow;
        if !is_whole || is_list || is_wrong || is_odd || is_value_of_text(parent) {
            return None;
        }
        let (key, column) = (node.id(), word.before.chars().count());
        Some(Self {
            range: word.inner,
            document: whole,
            key,
            tail,
            column,
            flow,
        })
    }

    /// The key at the cursor.
    pub(super) fn key(&self) -> Node<'_> {
        self.document.tree().node(self.key)
    }

    /// What ends a line of the text.
    pub(super) fn line_end(&self) -> &'static str {
        let text = self.document.text();
        match text.find(['\n', '\r']) {
            Some(at) if text[at..].starts_with("\r\n") => "\r\n",
            _ => "\n",
        }
    }

    /// How far the first mapping inside another is indented.
    pub(super) fn unit(&self) -> usize {
        let nodes = self.document.tree().nodes();
        let mut inner = nodes.filter(|node| node.kind() == NodeKind::Mapping && !node.is_flow());
        let found = inner.find_map(|node| {
            let own = self.column_of(node.range().start);
            let owner = self.column_of(node.key()?.range().start);
            own.checked_sub(owner).filter(|unit| (1..=8).contains(unit))
        });
        found.unwrap_or(2)
    }

    fn column_of(&self, offset: u32) -> usize {
        let line = self
            .document
            .lines()
            .line(self.document.text(), self.document.lines().line_of(offset));
        (offset - line.start) as usize
    }
}

impl<'t> Word<'t> {
    /// The word at `offset` where a key could stand: behind nothing but blanks and dashes, or behind `{` or `,`.
    fn at(document: &'t Document, offset: u32) -> Option<Self> {
        let text = document.text();
        let line = document
            .lines()
            .line(text, document.lines().line_of(offset));
        let cursor = offset.min(line.end);
        let before = TextRange::new(line.start, cursor).slice(text);
        let after = TextRange::new(cursor, line.end).slice(text);
        let stem = before.trim_end_matches(is_part);
        let (stem, quote) = match stem.chars().next_back() {
            Some(quote @ ('"' | '\'')) => (&stem[..stem.len() - 1], Some(quote)),
            _ => (stem, None),
        };
        // The dash of an item is no part of the word behind it.
        let (before, stem) = (before, dashes(before).unwrap_or(stem));
        let start = line.start + u32::try_from(stem.len()).ok()?;
        let tail = after.trim_start_matches(is_part);
        let inner_end = cursor + u32::try_from(after.len() - tail.len()).ok()?;
        let closed = quote.is_some_and(|quote| tail.starts_with(quote));
        let quoted = quote.is_some();
        let inner = TextRange::new(start + u32::from(quoted), inner_end);
        let whole = TextRange::new(start, inner_end + u32::from(closed));
        let blank = stem.trim_start_matches(' ');
        let in_block =
            blank.is_empty() || dashes(before).is_some_and(|head| head.len() == stem.len());
        let in_flow = stem.trim_end_matches([' ', '\t']).ends_with(['{', ',']);
        let after = &tail[usize::from(closed)..];
        (in_block || in_flow).then_some(Self {
            before: stem,
            whole,
            inner,
            quoted,
            closed,
            after,
        })
    }
}

/// The part of a line up to the last of the dashes it begins with, and the blanks behind.
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

fn has_colon(word: &Word<'_>, flow: bool) -> bool {
    let rest = word.after.trim_start_matches([' ', '\t']);
    rest.strip_prefix(':').is_some_and(|behind| {
        let ends = |c: char| c.is_whitespace() || (flow && matches!(c, ',' | '}'));
        behind.is_empty() || behind.starts_with(ends) || word.closed
    })
}

/// `:` and what closes the brackets that are open before the cursor.
fn open_brackets(before: &str) -> String {
    let closing = brackets::open(before)
        .into_iter()
        .rev()
        .map(|(_, close)| close);
    [':', ' '].into_iter().chain(closing).collect()
}

/// Whether `offset` is in a comment, in a text of several lines, or in a text that is no key.
fn is_in_text(document: &Document, offset: u32) -> bool {
    if comment_at(document, offset).is_some() {
        return true;
    }
    let Some(node) = document.tree().node_at(offset) else {
        return false;
    };
    let Some(style) = node.style() else {
        return false;
    };
    let lines = document.lines();
    let later = lines.line_of(node.range().start) < lines.line_of(offset);
    later && !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) && !node.is_repaired()
}

/// Whether text stands between the key of `mapping` and the mapping: a repair put it there.
fn is_value_of_text(mapping: Node<'_>) -> bool {
    let Some(key) = mapping.key() else {
        return false;
    };
    let between = TextRange::new(key.range().end, mapping.range().start.max(key.range().end));
    let between = between.slice(mapping.tree().text());
    let is_free = |line: &str| {
        let line = line.trim();
        line.is_empty() || line.starts_with(['#', ':', '&', '!'])
    };
    !between.lines().all(is_free)
}
