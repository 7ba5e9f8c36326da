//! One line looked at on its own: where its key, its value and its comment are, and what it leaves
//! open.

use crate::text::TextRange;

/// What one line holds, as byte offsets within the line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    /// Where the indentation ends.
    pub(crate) indent: usize,
    /// Whether the indentation has a tab in it.
    pub(crate) tab: bool,
    /// Behind the `- ` of list items; the end of the line for a blank one.
    pub(crate) content: usize,
    /// The `:` behind the key.
    pub(crate) colon: Option<usize>,
    /// Where the value starts; `end` if there is none.
    pub(crate) value: usize,
    /// Behind the last byte that is neither blank nor comment.
    pub(crate) end: usize,
    /// Closing characters that are missing, in the order to write them.
    pub(crate) missing: Vec<u8>,
    /// Where the outermost quote or bracket of `missing` stands.
    pub(crate) opener: usize,
    /// A second `: ` in a plain value.
    pub(crate) second_colon: Option<usize>,
    /// Whether the value is the `|` or `>` of a block of text.
    pub(crate) block_header: bool,
    /// `---` or `...`.
    pub(crate) marker: bool,
}

impl Line {
    /// Looks at `text`, one line without its end.
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut line = Self {
            indent: blanks(bytes, 0),
            ..Self::default()
        };
        line.tab = bytes[..line.indent].contains(&b'\t');
        line.content = line.indent;
        line.marker = matches!(bytes.get(..3), Some(b"---" | b"...")) && is_blank(bytes.get(3));
        while bytes.get(line.content) == Some(&b'-') && is_blank(bytes.get(line.content + 1)) {
            line.content = blanks(bytes, line.content + 1);
        }
        line.colon = key_colon(bytes, line.content);
        line.value = line
            .colon
            .map_or(line.content, |colon| blanks(bytes, colon + 1));
        line.value = skip_properties(bytes, line.value);
        line.block_header = matches!(bytes.get(line.value), Some(b'|' | b'>'));
        line.read_value(bytes);
        line
    }

    /// What closes the quotes and brackets that are open at its end.
    pub(crate) fn closers(&self) -> String {
        self.missing.iter().map(|byte| char::from(*byte)).collect()
    }

    /// Whether there is nothing but blanks and comments.
    pub(crate) fn is_empty(&self) -> bool {
        self.end <= self.indent
    }

    /// Whether it starts a list item.
    pub(crate) fn is_item(&self) -> bool {
        self.content > self.indent
    }

    /// Whether it is text without a key.
    pub(crate) fn is_lone(&self) -> bool {
        self.colon.is_none() && self.value < self.end && !self.marker
    }

    /// Whether there is something behind the key.
    pub(crate) fn has_value(&self) -> bool {
        self.colon.is_some() && self.value < self.end
    }

    /// Whether it is a key whose value can only come below.
    pub(crate) fn is_open(&self) -> bool {
        self.colon.is_some() && self.value >= self.end
    }

    /// Whether nothing deeper than its content can belong to it, save text that goes on.
    pub(crate) fn is_barren(&self) -> bool {
        self.has_value() && self.missing.is_empty() && !self.block_header
    }

    /// Whether it cannot be right whatever stands around it, or is text where most lines have a
    /// key.
    pub(crate) fn is_suspicious(&self) -> bool {
        self.tab
            || !self.missing.is_empty()
            || self.second_colon.is_some()
            || (self.is_lone() && !self.is_item())
    }

    fn read_value(&mut self, bytes: &[u8]) {
        let stop = match bytes.get(self.value) {
            Some(b'"' | b'\'' | b'[' | b'{') => self.read_flow(bytes),
            Some(b'#') => self.value,
            _ => self.read_plain(bytes),
        };
        self.end = stop;
        while self.end > 0 && is_blank(bytes.get(self.end - 1)) {
            self.end -= 1;
        }
        self.value = self.value.min(self.end.max(self.content));
    }

    fn read_plain(&mut self, bytes: &[u8]) -> usize {
        for i in self.value..bytes.len() {
            match bytes[i] {
                b'#' if is_blank(bytes.get(i.wrapping_sub(1))) => return i,
                b':' if is_blank(bytes.get(i + 1)) && self.second_colon.is_none() => {
                    self.second_colon = Some(i);
                }
                _ => {}
            }
        }
        bytes.len()
    }

    /// Reads quotes and brackets up to a comment, remembering what stays open.
    fn read_flow(&mut self, bytes: &[u8]) -> usize {
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut i = self.value;
        while i < bytes.len() {
            let starts_token =
                i == self.value || matches!(bytes[i - 1], b' ' | b'\t' | b',' | b'[' | b'{' | b':');
            match bytes[i] {
                quote @ (b'"' | b'\'') if starts_token => match quoted_end(bytes, i) {
                    Some(end) => i = end - 1,
                    None => {
                        open.push((quote, i));
                        i = bytes.len();
                    }
                },
                b'[' => open.push((b']', i)),
                b'{' => open.push((b'}', i)),
                b']' | b'}' => {
                    open.pop();
                }
                b'#' if is_blank(bytes.get(i.wrapping_sub(1))) => break,
                _ => {}
            }
            i += 1;
        }
        self.opener = open.first().map_or(self.value, |(_, at)| *at);
        self.missing = open.iter().rev().map(|(close, _)| *close).collect();
        i.min(bytes.len())
    }
}

/// The first byte at or behind `from` that is no blank.
pub(crate) fn blanks(bytes: &[u8], from: usize) -> usize {
    from + bytes[from.min(bytes.len())..]
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

fn is_blank(byte: Option<&u8>) -> bool {
    byte.is_none_or(|byte| matches!(byte, b' ' | b'\t'))
}

/// Behind the quote that closes the one at `open`.
fn quoted_end(bytes: &[u8], open: usize) -> Option<usize> {
    let quote = bytes[open];
    let mut i = open + 1;
    while i < bytes.len() {
        if bytes[i] == b'\\' && quote == b'"' {
            i += 1;
        } else if bytes[i] == quote {
            if quote == b'"' || bytes.get(i + 1) != Some(&quote) {
                return Some(i + 1);
            }
            i += 1;
        }
        i += 1;
    }
    None
}

/// The `:` behind the key that starts at `from`.
fn key_colon(bytes: &[u8], from: usize) -> Option<usize> {
    let mut i = match bytes.get(from)? {
        b'"' | b'\'' => quoted_end(bytes, from)?,
        b'[' | b'{' | b'#' => return None,
        _ => from,
    };
    while i < bytes.len() {
        match bytes[i] {
            b':' if is_blank(bytes.get(i + 1)) => return Some(i),
            b'#' if is_blank(bytes.get(i.wrapping_sub(1))) => return None,
            _ => i += 1,
        }
    }
    None
}

/// Passes anchors and tags.
fn skip_properties(bytes: &[u8], mut from: usize) -> usize {
    while matches!(bytes.get(from), Some(b'&' | b'!')) && bytes.get(from + 1).is_some() {
        let word = bytes[from..]
            .iter()
            .take_while(|byte| !matches!(byte, b' ' | b'\t'))
            .count();
        from = blanks(bytes, from + word);
    }
    from
}

/// The lines of a text: where each starts and what is on it.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    /// Each line without its end.
    ranges: Vec<TextRange>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let index = crate::text::LineIndex::new(text);
        let mut ranges: Vec<TextRange> = (0..index.line_count())
            .map(|line| index.line(text, line))
            .collect();
        if text.starts_with('\u{feff}') {
            ranges[0] = TextRange::new(3, ranges[0].end);
        }
        Self { text, ranges }
    }

    pub(crate) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The bytes of `line` without its end and without a byte-order mark.
    pub(crate) fn range(&self, line: usize) -> TextRange {
        self.ranges
            .get(line)
            .copied()
            .unwrap_or(TextRange::empty(end_of(self.text)))
    }

    pub(crate) fn str(&self, line: usize) -> &'a str {
        self.range(line).slice(self.text)
    }

    pub(crate) fn shape(&self, line: usize) -> Line {
        Line::new(self.str(line))
    }

    /// The line that holds `offset`.
    pub(crate) fn line_of(&self, offset: u32) -> usize {
        self.ranges
            .partition_point(|range| range.start <= offset)
            .saturating_sub(1)
    }

    /// The nearest line before `line` that is not empty.
    pub(crate) fn before(&self, line: usize) -> Option<usize> {
        (0..line).rev().find(|line| !self.shape(*line).is_empty())
    }

    /// The nearest line behind `line` that is not empty.
    pub(crate) fn after(&self, line: usize) -> Option<usize> {
        (line + 1..self.count()).find(|line| !self.shape(*line).is_empty())
    }
}

pub(crate) fn end_of(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
