//! Lines as seen without context: their key, value and comment, and the quotes and brackets that
//! they leave open.

use crate::text::TextRange;

/// Characters that some readers treat as line ends or ignore.
pub(super) const OTHER_BREAKS: [char; 4] = ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'];

/// Parts of one line, as byte offsets within the line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    /// End of the indentation.
    pub(crate) indent: usize,
    /// `true` if the indentation contains a tab.
    pub(crate) tab: bool,
    /// Offset after the `- ` of list items; the end of the line for a blank one.
    pub(crate) content: usize,
    /// The `:` after the key.
    pub(crate) colon: Option<usize>,
    /// Start of the value; `end` if there is none.
    pub(crate) value: usize,
    /// End of the content, without trailing blanks and comment.
    pub(crate) end: usize,
    /// Missing closing characters, in the order to write them.
    pub(crate) missing: Vec<u8>,
    /// Offset of the outermost quote or bracket of `missing`.
    pub(crate) opener: usize,
    /// A second `: ` in a plain value.
    pub(crate) second_colon: Option<usize>,
    /// `true` if the value is the `|` or `>` of a block scalar.
    pub(crate) block_header: bool,
    /// `true` for `---` or `...`.
    pub(crate) marker: bool,
}

impl Line {
    /// Reads `text`, one line without its line end.
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

    /// Returns the closing characters for the quotes and brackets that are open at the end.
    pub(crate) fn closers(&self) -> String {
        self.missing.iter().map(|byte| char::from(*byte)).collect()
    }

    /// Returns `true` if the line has only blanks and comments.
    pub(crate) fn is_empty(&self) -> bool {
        self.end <= self.indent
    }

    /// Returns `true` if the line starts a list item.
    pub(crate) fn is_item(&self) -> bool {
        self.content > self.indent
    }

    /// Returns `true` if the line is text without a key.
    pub(crate) fn is_lone(&self) -> bool {
        self.colon.is_none() && self.value < self.end && !self.marker
    }

    /// Returns `true` if there is a value after the key.
    pub(crate) fn has_value(&self) -> bool {
        self.colon.is_some() && self.value < self.end
    }

    /// Returns `true` if the line is a key without a value on the same line.
    pub(crate) fn is_open(&self) -> bool {
        self.colon.is_some() && self.value >= self.end
    }

    /// Returns `true` if no deeper line can belong to this one, except the continuation of a plain scalar.
    pub(crate) fn is_barren(&self) -> bool {
        self.has_value() && self.missing.is_empty() && !self.block_header
    }

    /// Returns `true` if the line is wrong in any context, or is text without a key where most
    /// lines have one.
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

    /// Reads quotes and brackets up to a comment, and records those that stay open.
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

/// Returns the offset of the first non-blank byte at or after `from`.
pub(crate) fn blanks(bytes: &[u8], from: usize) -> usize {
    from + bytes[from.min(bytes.len())..]
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

fn is_blank(byte: Option<&u8>) -> bool {
    byte.is_none_or(|byte| matches!(byte, b' ' | b'\t'))
}

/// Returns the offset after the quote that closes the one at `open`.
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

/// Returns the offset of the `:` after the key that starts at `from`.
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

/// Skips anchors and tags.
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

/// The lines of a text: their ranges and content.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    /// Ranges of the lines without their line ends.
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

    /// Returns the range of `line` without its line end and without a byte-order mark.
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

    /// Returns the line that contains `offset`.
    pub(crate) fn line_of(&self, offset: u32) -> usize {
        self.ranges
            .partition_point(|range| range.start <= offset)
            .saturating_sub(1)
    }

    /// Returns the nearest line before `line` that is not empty.
    pub(crate) fn before(&self, line: usize) -> Option<usize> {
        (0..line).rev().find(|line| !self.shape(*line).is_empty())
    }

    /// Returns the nearest line after `line` that is not empty.
    pub(crate) fn after(&self, line: usize) -> Option<usize> {
        (line + 1..self.count()).find(|line| !self.shape(*line).is_empty())
    }
}

pub(crate) fn end_of(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
