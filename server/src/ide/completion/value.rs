//! The value under the cursor as its line shows it: half written, it often breaks the YAML around it, so that no tree says
//! where it is.

use azml_rules::document::Document;
use azml_rules::syntax::{Node, NodeKind, ScalarStyle};
use azml_rules::text::TextRange;

use super::probe::Probe;
use crate::ide::Site;

/// A value, or what is about to be one, on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value<'t> {
    /// The key that it belongs to; `None` for items of lists, and for what may become a key.
    pub(super) key: Option<&'t str>,
    /// It stands where a key or a value of no key can stand.
    pub(super) is_bare: bool,
    /// Without quotes.
    pub(super) range: TextRange,
    /// What of it stands before the cursor.
    pub(super) typed: &'t str,
    /// What of it stands behind.
    pub(super) rest: &'t str,
    /// How it is quoted.
    pub(super) quote: Option<char>,
    /// Its quotes are closed on this line.
    pub(super) is_closed: bool,
    /// Braces or brackets are open around it.
    pub(super) is_flow: bool,
    /// Those of them that are opened on this line: what closes them.
    pub(super) open: Vec<char>,
    /// The cursor touches the colon: a blank is missing.
    pub(super) is_at_colon: bool,
}

impl<'t> Value<'t> {
    /// The value at `offset`; `None` in keys, comments, block scalars and other texts of more than a line.
    pub(super) fn find(document: &'t Document, offset: u32) -> Option<Self> {
        if document.tree().comments().iter().any(|comment| comment.start < offset && offset <= comment.end) {
            return None;
        }
        let text = document.text();
        let line = document.lines().line(text, document.lines().line_of(offset));
        let node = document.tree().node_at(offset);
        if node.is_some_and(|node| is_long(node, line, offset)) {
            return None;
        }
        let whole = line.slice(text).trim_end_matches(['\n', '\r']);
        let mut scan = Scan { line: whole, at: 0, cursor: (offset - line.start) as usize, open: Vec::new(), key: None };
        let found = scan.run()?;
        let in_flow = |node: Node<'_>| {
            std::iter::successors(Some(node), |node| node.parent())
                .any(|node| node.is_flow() && node.range().start < offset && offset < node.range().end)
        };
        let at = |column: usize| u32::try_from(column).map(|column| line.start + column).ok();
        Some(Self {
            key: scan.key,
            is_bare: found.is_bare,
            range: TextRange::new(at(found.start)?, at(found.end)?),
            typed: whole.get(found.start..scan.cursor)?,
            rest: whole.get(scan.cursor..found.end)?,
            quote: found.quote,
            is_closed: found.is_closed,
            is_flow: !scan.open.is_empty() || node.is_some_and(in_flow),
            open: scan.open,
            is_at_colon: found.is_at_colon,
        })
    }

    /// `value` as it is written here: with a blank behind the colon, and in quotes where plain text would be cut or read
    /// as something else.
    pub(super) fn written(&self, value: &str) -> String {
        let blank = if self.is_at_colon { " " } else { "" };
        match self.quote {
            Some('"') => value.replace('\\', "\\\\").replace('"', "\\\""),
            Some(_) => value.replace('\'', "''"),
            None if self.needs_quotes(value) => {
                format!("{blank}\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
            }
            None => format!("{blank}{value}"),
        }
    }

    fn needs_quotes(&self, value: &str) -> bool {
        let starts = value
            .starts_with(['&', '*', '!', '|', '>', '%', '@', '`', '"', '\'', '#', '{', '[', ',', ']', '}'])
            || ["- ", "? ", ": "].iter().any(|start| value.starts_with(start));
        let ends = value.contains(": ") || value.contains(" #") || value.ends_with(':');
        starts || ends || value.trim() != value || self.is_flow && value.contains(['{', '}', '[', ']', ','])
    }

    /// The document with `value`, which is one line of plain ASCII, in place of this one.
    pub(super) fn probe(&self, site: &Site<'_>, value: &str) -> Probe {
        let close = self.quote.filter(|_| !self.is_closed).map(String::from).unwrap_or_default();
        let (before, quote) = match self.quote {
            Some(_) => ("", ""),
            None => (if self.is_at_colon { " " } else { "" }, "\""),
        };
        Probe::mended(site, self.range, [&format!("{before}{quote}"), value, &format!("{quote}{close}")], &self.open)
    }

    /// Whether the lines below say that the value is a mapping, a list or a longer text.
    pub(super) fn goes_on_below(&self, document: &Document) -> bool {
        let text = document.text();
        let this = document.lines().line_of(self.range.start);
        let line = document.lines().line(text, this).slice(text);
        let mut below = text[document.lines().line(text, this).end as usize..].lines();
        let meant = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        self.open.is_empty()
            && below.find(meant).is_some_and(|next| {
                indent(next) > indent(line) || indent(next) == indent(line) && next.trim_start().starts_with("- ")
            })
    }
}

/// Whether `node` is a text that one line does not hold.
fn is_long(node: Node<'_>, line: TextRange, offset: u32) -> bool {
    let inside = node.range().start < offset && offset <= node.range().end;
    match node.kind() {
        NodeKind::Scalar(ScalarStyle::Literal | ScalarStyle::Folded) => inside,
        NodeKind::Scalar(_) => inside && node.range().start < line.start,
        _ => false,
    }
}

/// How many brackets `text` closes that it does not open.
pub(super) fn unmatched(text: &str) -> usize {
    let (mut open, mut unmatched) = (0_usize, 0);
    for c in text.chars() {
        match c {
            '{' | '[' => open += 1,
            '}' | ']' if open > 0 => open -= 1,
            '}' | ']' => unmatched += 1,
            _ => {}
        }
    }
    unmatched
}

/// Reads a line up to the token that the cursor is in.
struct Scan<'t> {
    line: &'t str,
    at: usize,
    cursor: usize,
    /// What closes the brackets that are open.
    open: Vec<char>,
    key: Option<&'t str>,
}

#[derive(Default)]
struct Found {
    start: usize,
    end: usize,
    quote: Option<char>,
    is_closed: bool,
    is_at_colon: bool,
    is_bare: bool,
}

impl<'t> Scan<'t> {
    fn run(&mut self) -> Option<Found> {
        let mut is_first = true;
        loop {
            let blanks = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            self.at += blanks;
            if self.at > self.cursor || self.rest().is_empty() || self.rest().starts_with('#') && blanks > 0 {
                return self.nothing(is_first);
            }
            let c = self.rest().chars().next()?;
            match c {
                '-' if self.open.is_empty()
                    && is_first
                    && matches!(self.rest().as_bytes().get(1), Some(b' ') | None) =>
                {
                    self.at += 1;
                    if self.at > self.cursor {
                        return None;
                    }
                    // What follows is an item, or the first key of one.
                    if self.rest().trim().is_empty() {
                        return self.nothing(false);
                    }
                    continue;
                }
                '{' | '[' if self.at < self.cursor => {
                    self.open.push(if c == '{' { '}' } else { ']' });
                    self.at += 1;
                    self.key = None;
                }
                '}' | ']' | ',' if !self.open.is_empty() => {
                    if self.at >= self.cursor {
                        return self.nothing(false);
                    }
                    if c != ',' {
                        self.open.pop();
                    }
                    self.at += 1;
                    self.key = None;
                }
                ':' if self.at < self.cursor => self.at += 1,
                _ => {
                    if let Some(found) = self.token(c)? {
                        return Some(found);
                    }
                }
            }
            is_first = false;
        }
    }

    fn rest(&self) -> &'t str {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// An empty value at the cursor.
    fn nothing(&self, is_first: bool) -> Option<Found> {
        let before = self.line.get(..self.cursor)?;
        let is_at_colon = self.key.is_some() && before.ends_with(':');
        let is_bare = self.key.is_none() && (is_first || !self.open.is_empty());
        Some(Found { start: self.cursor, end: self.cursor, is_at_colon, is_bare, ..Found::default() })
    }

    /// One token. Outer `None`: the cursor is in a key.
    fn token(&mut self, c: char) -> Option<Option<Found>> {
        let start = self.at;
        let (inner, end, is_closed) = match c {
            '"' | '\'' => {
                let length = quoted(&self.rest()[1..], c);
                let stop = start + 1 + length.unwrap_or_else(|| self.rest()[1..].trim_end().len());
                (start + 1..stop, stop + usize::from(length.is_some()), length.is_some())
            }
            _ => {
                let length = self.plain();
                (start..start + length, start + length, true)
            }
        };
        let behind = self.line.get(end..)?.trim_start_matches([' ', '\t']);
        let is_key = self.key.is_none() && is_closed && ends_key(behind, !self.open.is_empty());
        if is_key && self.cursor > end {
            self.key = self.line.get(inner);
            let colon = end + self.line.get(end..)?.find(':')?;
            self.at = colon + 1;
            if self.cursor <= colon {
                return None;
            }
            return Some(None);
        }
        let quote = matches!(c, '"' | '\'').then_some(c);
        let last = if is_closed { inner.end } else { inner.end.max(self.cursor) };
        if inner.start <= self.cursor && self.cursor <= last {
            let is_dashed = self.line.get(..start)?.trim_start().starts_with('-');
            let is_bare = self.key.is_none() && (!self.open.is_empty() || !is_dashed);
            let found = Found { start: inner.start, end: last, quote, is_closed, is_bare, is_at_colon: false };
            return if is_key { None } else { Some(Some(found)) };
        }
        self.at = end.max(start + 1);
        if self.at > self.cursor { None } else { Some(None) }
    }

    /// How long the plain text here is.
    fn plain(&self) -> usize {
        let rest = self.rest();
        let mut at = 0;
        while let Some(c) = rest[at..].chars().next() {
            let tail = &rest[at..];
            if tail.starts_with("${{") {
                // An expression that ends, else as much of it as there is.
                at += tail.find("}}").map_or(3, |end| end + 2);
                continue;
            }
            let comment = c == '#' && rest[..at].ends_with([' ', '\t']);
            let key = c == ':' && self.key.is_none() && ends_key(tail, !self.open.is_empty());
            if comment || key || !self.open.is_empty() && matches!(c, ',' | '{' | '}' | '[' | ']') {
                break;
            }
            at += c.len_utf8();
        }
        rest[..at].trim_end().len()
    }
}

/// Whether `behind` starts with the colon of a key.
fn ends_key(behind: &str, is_flow: bool) -> bool {
    let Some(after) = behind.strip_prefix(':') else { return false };
    after.is_empty() || after.starts_with([' ', '\t']) || is_flow && after.starts_with([',', '}', ']'])
}

/// Where the quoted text ends that `rest` starts with.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote == '"' => {
                chars.next();
            }
            c if c == quote && quote == '\'' && chars.peek().is_some_and(|(_, next)| *next == '\'') => {
                chars.next();
            }
            c if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key, the value and what of it is typed at `│`.
    fn value(marked: &str) -> Option<(&str, String, String)> {
        let offset = u32::try_from(marked.find('│').unwrap()).unwrap();
        let document = Document::new("x.yml", marked.replace('│', ""));
        let value = Value::find(&document, offset)?;
        let at_key = value.key.map_or(0, |key| marked.find(key).unwrap());
        let key = &marked[at_key..at_key + value.key.map_or(0, str::len)];
        Some((key, value.range.slice(document.text()).to_owned(), value.typed.to_owned()))
    }

    fn found<'k>(key: &'k str, value: &str, typed: &str) -> Option<(&'k str, String, String)> {
        Some((key, value.to_owned(), typed.to_owned()))
    }

    #[test]
    fn a_value_is_found_in_any_quotes() {
        assert_eq!(value("code: ./a│b\n"), found("code", "./ab", "./a"));
        assert_eq!(value("code: ./a b│ # why\n"), found("code", "./a b", "./a b"));
        assert_eq!(value("code: 'it''s│ x'\r\nb: 1\r\n"), found("code", "it''s x", "it''s"));
        assert_eq!(value("code: \"a\\\"b│\"\n"), found("code", "a\\\"b", "a\\\"b"));
        assert_eq!(value("code: \"a│\n"), found("code", "a", "a"));
        assert_eq!(value("code:│\n"), found("code", "", ""));
        assert_eq!(value("code: │\n"), found("code", "", ""));
        assert_eq!(value("é:\n  - x: │y\n"), found("x", "y", ""));
        assert_eq!(value("a: {x: 1, \"path\": azureml:d│:1, y: 2}\n"), found("path", "azureml:d:1", "azureml:d"));
        assert_eq!(value("a: {x: │}\n"), found("x", "", ""));
        assert_eq!(value("a: {x: ${{parent.│\n"), found("x", "${{parent.", "${{parent."));
        assert_eq!(value("a: {x: ${{a}}, y: b│}\n"), found("y", "b", "b"));
        assert_eq!(value("a: azureml:│\n"), found("a", "azureml:", "azureml:"));
        assert_eq!(value("- a│b\n"), found("", "ab", "a"));
        assert_eq!(value("a: [x, y│]\n"), found("", "y", "y"));
    }

    #[test]
    fn elsewhere_is_no_value() {
        for marked in ["co│de: x\n", "# code: │\n", "a: x # │\n", "a: |\n  x│\n", "a: x\n  y│\n", "a│: x\n"]
        {
            assert_eq!(value(marked), None, "{marked}");
        }
    }
}
