//! The text of an open document: the only place that knows ropey.
//!
//! Lines end at `\n`, `\r` and `\r\n` only (ropey is built with `cr_lines` and without its Unicode
//! line ends), so a line here is a line of [`azml_rules::text::LineIndex`]. A position outside of
//! the text means the nearest place inside.

use azml_rules::text::{self, Column, LineIndex};
use ropey::{Rope, RopeSlice};
use tower_lsp::lsp_types::{Position, TextDocumentContentChangeEvent};

/// Maximum size of a document. Larger files are never Azure ML YAML and are not analyzed.
pub(crate) const MAX_BYTES: usize = 5 << 20;

/// Size from which on texts are analyzed in places of their own, so that any number of them leaves
/// places to the others.
pub(crate) const LONG_TEXT: usize = 128 * 1024;

/// The text of an open document and which lines changed since it last parsed.
#[derive(Clone, Debug)]
pub(crate) struct TextDocument {
    rope: Rope,
    /// Replaces the rope for a text that is too large: one allocation, which returns to the system
    /// when the document is closed. It is never analyzed, and an edit may be slow.
    too_large: Option<String>,
    /// `true` for a cell of a notebook: its first line is a comment to everyone else.
    is_cell: bool,
    edited: Vec<u32>,
    /// Offset after the last inserted character, in ropey's unit.
    insertion_end: Option<usize>,
}

impl TextDocument {
    pub(crate) fn new(text: &str) -> Self {
        let is_too_large = text.len() > MAX_BYTES;
        let rope = if is_too_large { "" } else { text };
        Self {
            rope: Rope::from_str(rope),
            too_large: is_too_large.then(|| text.to_owned()),
            is_cell: false,
            edited: Vec::new(),
            insertion_end: None,
        }
    }

    /// The text of a cell of a notebook.
    pub(crate) fn of_cell(text: &str) -> Self {
        Self {
            is_cell: true,
            ..Self::new(text)
        }
    }

    pub(crate) fn is_cell(&self) -> bool {
        self.is_cell
    }

    /// The text that is read: `%%` of the first line of a cell is `##`, so that the line is a comment, and each place stays.
    pub(crate) fn text(&self) -> String {
        let mut text = self.raw();
        if self.is_cell && text.starts_with("%%") {
            text.replace_range(..2, "##");
        }
        text
    }

    /// The text as the client has it.
    pub(crate) fn raw(&self) -> String {
        let too_large = self.too_large.clone();
        too_large.unwrap_or_else(|| self.rope.to_string())
    }

    /// In bytes.
    pub(crate) fn length(&self) -> usize {
        let too_large = self.too_large.as_ref().map(String::len);
        too_large.unwrap_or_else(|| self.rope.len_bytes())
    }

    pub(crate) fn is_long(&self) -> bool {
        self.length() >= LONG_TEXT
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large.is_some()
    }

    /// The lines (from 0) that changed since [`Self::parsed_well`].
    pub(crate) fn edited(&self) -> &[u32] {
        &self.edited
    }

    /// Returns the position of the last edit; `None` in a text without edits.
    pub(crate) fn writing_spot(&self) -> Option<u32> {
        let end = self.insertion_end?.min(self.rope.len_chars());
        u32::try_from(self.rope.char_to_byte(end)).ok()
    }

    /// The line (from 0) where something was written or deleted last.
    pub(crate) fn writing_line(&self) -> Option<u32> {
        let end = self.insertion_end?.min(self.rope.len_chars());
        u32::try_from(self.rope.char_to_line(end)).ok()
    }

    /// The text as it is now has no syntax error: mistakes made from here on are in lines edited
    /// from here on.
    pub(crate) fn parsed_well(&mut self) {
        self.edited.clear();
    }

    /// Makes one change of the client.
    pub(crate) fn change(&mut self, change: &TextDocumentContentChangeEvent, unit: Column) {
        if let Some(text) = self.too_large.take() {
            self.restart(&changed(text, change, unit));
            return;
        }
        match change.range {
            Some(range) => {
                let start = self.char_at(range.start, unit);
                let end = self.char_at(range.end, unit).max(start);
                self.replace(start, end, &change.text);
            }
            None if change.text.len() > MAX_BYTES => self.restart(&change.text),
            None => self.set(&change.text),
        }
        if self.rope.len_bytes() > MAX_BYTES {
            self.restart(&self.raw());
        }
    }

    /// Begins anew with `text`.
    fn restart(&mut self, text: &str) {
        *self = Self {
            is_cell: self.is_cell,
            ..Self::new(text)
        };
    }

    /// Replaces the whole text; what is the same at both ends counts as unchanged.
    fn set(&mut self, text: &str) {
        let (old_len, new_len) = (self.rope.len_chars(), text.chars().count());
        let same = same_chars(self.rope.chars(), text.chars());
        let old_end = self.rope.chars_at(old_len).reversed();
        // What both begin with does not count once more as what they end with.
        let most = old_len.min(new_len) - same;
        let same_end = same_chars(old_end.take(most), text.chars().rev());
        let inserted = text.chars().skip(same).take(new_len - same_end - same);
        self.replace(same, old_len - same_end, &inserted.collect::<String>());
    }

    fn replace(&mut self, start: usize, end: usize, text: &str) {
        let (first, last) = (self.line_of(start), self.line_of(end));
        let before = self.rope.len_lines();
        self.rope.remove(start..end);
        self.rope.insert(start, text);
        if start < end || !text.is_empty() {
            self.insertion_end = Some(start + text.chars().count());
        }
        let moved = |line: u32| moved(line, before, self.rope.len_lines());
        let mut edited: Vec<u32> = (first..=moved(last).max(first)).collect();
        for line in &self.edited {
            if *line < first {
                edited.push(*line);
            } else if *line > last {
                edited.push(moved(*line));
            }
        }
        edited.sort_unstable();
        edited.dedup();
        self.edited = edited;
    }

    fn line_of(&self, char: usize) -> u32 {
        u32::try_from(self.rope.char_to_line(char)).unwrap_or(u32::MAX)
    }

    /// The index of the character at `position`, in ropey's unit.
    fn char_at(&self, position: Position, unit: Column) -> usize {
        let line = position.line as usize;
        if line >= self.rope.len_lines() {
            return self.rope.len_chars();
        }
        let content = without_line_end(self.rope.line(line));
        let column = position.character as usize;
        let inside = match unit {
            Column::Utf8 => content.byte_to_char(column.min(content.len_bytes())),
            Column::Utf16 => content.utf16_cu_to_char(column.min(content.len_utf16_cu())),
            Column::Utf32 => column.min(content.len_chars()),
        };
        self.rope.line_to_char(line) + inside
    }
}

/// `text` with one change of the client.
fn changed(mut text: String, change: &TextDocumentContentChangeEvent, unit: Column) -> String {
    let Some(range) = change.range else {
        return change.text.clone();
    };
    let lines = LineIndex::new(&text);
    let offset = |at: Position| {
        let position = text::Position {
            line: at.line,
            column: at.character,
        };
        lines.offset(&text, position, unit) as usize
    };
    let start = offset(range.start);
    let end = offset(range.end).max(start);
    text.replace_range(start..end, &change.text);
    text
}

/// Returns the number of characters that both have in common at the start.
fn same_chars(old: impl Iterator<Item = char>, new: impl Iterator<Item = char>) -> usize {
    old.zip(new).take_while(|(a, b)| a == b).count()
}

/// Returns the new number of `line` after the text changed from `before` to `after` lines.
fn moved(line: u32, before: usize, after: usize) -> u32 {
    let [before, after] = [before, after].map(|count| i64::try_from(count).unwrap_or(0));
    u32::try_from(i64::from(line) + after - before).unwrap_or(0)
}

fn without_line_end(line: RopeSlice<'_>) -> RopeSlice<'_> {
    let from_end = line.chars_at(line.len_chars()).reversed();
    let ends = from_end.take(2).take_while(|c| matches!(c, '\n' | '\r'));
    line.slice(..line.len_chars() - ends.count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tower_lsp::lsp_types::Range;

    fn change(text: &str, range: Option<[u32; 4]>, new: &str, unit: Column) -> TextDocument {
        let mut document = TextDocument::new(text);
        let range =
            range.map(|[l1, c1, l2, c2]| Range::new(Position::new(l1, c1), Position::new(l2, c2)));
        let event = TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: new.to_owned(),
        };
        document.change(&event, unit);
        document
    }

    fn insertion(line: u32, text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(line, 0), Position::new(line, 0))),
            range_length: None,
            text: text.to_owned(),
        }
    }

    fn changed(text: &str, range: [u32; 4], new: &str, unit: Column) -> String {
        change(text, Some(range), new, unit).text()
    }

    #[test]
    fn something_is_written_where_the_last_insertion_ends() {
        let mut document = TextDocument::new("é: 1\nb: 2\n");
        assert_eq!(document.writing_spot(), None);
        document.change(&insertion(1, "ü"), Column::Utf16);
        assert_eq!(document.writing_spot(), Some(8));
        let event = |text: &str| TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: text.to_owned(),
        };
        document.change(&event("é: 15\nüb: 2\n"), Column::Utf16);
        assert_eq!(document.writing_spot(), Some(6), "only what differs counts");
        document.change(&event("é: 15\nüb: 2\n"), Column::Utf16);
        assert_eq!(document.writing_spot(), Some(6), "nothing was written");
        document.change(&event("é: 1\nüb: 2\n"), Column::Utf16);
        assert_eq!(document.writing_spot(), Some(5), "a deletion");
    }

    #[test]
    fn columns_are_those_of_the_client() {
        let text = "é😀x\r\n中y";
        assert_eq!(
            changed(text, [0, 6, 0, 7], "Z", Column::Utf8),
            "é😀Z\r\n中y"
        );
        assert_eq!(
            changed(text, [0, 3, 0, 4], "Z", Column::Utf16),
            "é😀Z\r\n中y"
        );
        assert_eq!(
            changed(text, [0, 2, 0, 3], "Z", Column::Utf32),
            "é😀Z\r\n中y"
        );
        assert_eq!(
            changed(text, [1, 1, 1, 2], "Z", Column::Utf16),
            "é😀x\r\n中Z"
        );
    }

    #[test]
    fn positions_outside_mean_the_nearest_place() {
        assert_eq!(
            changed("ab\r\nc", [0, 9, 0, 99], "!", Column::Utf16),
            "ab!\r\nc"
        );
        assert_eq!(changed("ab\n", [7, 0, 9, 0], "!", Column::Utf16), "ab\n!");
        assert_eq!(
            changed("ab\rc", [1, 0, 0, 0], "!", Column::Utf16),
            "ab\r!c",
            "an end before its start"
        );
        assert_eq!(
            changed("😀", [0, 1, 0, 1], "!", Column::Utf16),
            "!😀",
            "inside a pair"
        );
    }

    #[test]
    fn lines_are_those_of_the_line_index() {
        for text in ["a\u{2028}b\u{0b}c\u{85}\nd\re\r\nf\n", "", "\n", "a"] {
            let lines = usize::try_from(LineIndex::new(text).line_count()).unwrap();
            assert_eq!(TextDocument::new(text).rope.len_lines(), lines, "{text:?}");
        }
    }

    #[test]
    fn remembers_which_lines_changed() {
        let text = "a\nb\nc\nd\n";
        let mut document = change(text, Some([2, 0, 2, 1]), "C", Column::Utf16);
        assert_eq!(document.edited(), [2]);
        document.change(&insertion(0, "x\ny\n"), Column::Utf16);
        assert_eq!(document.edited(), [0, 1, 2, 4], "what is below moves down");
        document.parsed_well();
        assert!(document.edited().is_empty());
    }

    #[test]
    fn a_new_text_as_a_whole_changes_only_what_differs() {
        let document = change("a\nb\nc\nd\n", None, "a\nB\nc\nd\n", Column::Utf16);
        assert_eq!(
            (document.text().as_str(), document.edited()),
            ("a\nB\nc\nd\n", &[1][..])
        );
        let document = change("aaaa", None, "aa", Column::Utf16);
        assert_eq!(document.text(), "aa");
    }

    /// Applies an edit to a string as the specification defines it: slow and simple.
    fn spliced(text: &str, range: [u32; 4], new: &str, unit: Column) -> String {
        let [start, end] = [[range[0], range[1]], [range[2], range[3]]].map(|[line, column]| {
            let mut left = line;
            let mut chars = text.char_indices().peekable();
            while left > 0 {
                let Some((_, c)) = chars.next() else {
                    return text.len();
                };
                let is_pair = c == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n');
                left -= u32::from(matches!(c, '\r' | '\n') && !is_pair);
            }
            let mut passed = 0;
            for (at, c) in chars {
                passed += match unit {
                    Column::Utf8 => c.len_utf8(),
                    Column::Utf16 => c.len_utf16(),
                    Column::Utf32 => 1,
                };
                if matches!(c, '\r' | '\n') || passed > column as usize {
                    return at;
                }
            }
            text.len()
        });
        [&text[..start], new, &text[end.max(start)..]].concat()
    }

    #[test]
    fn ten_thousand_edits_in_three_units_come_to_the_text_of_a_plain_string() {
        const PIECES: [&str; 12] = [
            "",
            "",
            "",
            "x",
            "é",
            "中",
            "😀",
            "\r",
            "\n",
            "\r\n",
            "\u{2028}",
            "a: 😀\nb",
        ];
        let start = "name: é中😀\r\ninputs:\n  a: 1\n";
        for (seed, unit) in [Column::Utf8, Column::Utf16, Column::Utf32]
            .into_iter()
            .enumerate()
        {
            let mut state = 0x9E37_79B9_7F4A_7C15 ^ seed as u64;
            let mut below = |limit: u32| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                u32::try_from(state >> 40).unwrap() % limit
            };
            let mut document = TextDocument::new(start);
            let mut expected = start.to_owned();
            for round in 0..10_000 {
                let lines = LineIndex::new(&expected).line_count() + 1;
                let line = below(lines);
                let range = [line, below(12), line + below(2), below(12)];
                let new = PIECES[below(12) as usize];
                expected = spliced(&expected, range, new, unit);
                let [l1, c1, l2, c2] = range;
                let event = TextDocumentContentChangeEvent {
                    range: Some(Range::new(Position::new(l1, c1), Position::new(l2, c2))),
                    range_length: None,
                    text: new.to_owned(),
                };
                document.change(&event, unit);
                assert_eq!(document.text(), expected, "{unit:?}, {round}: {range:?}");
            }
        }
    }

    #[test]
    fn a_text_that_is_too_large_is_edited_like_any_other() {
        let line = "# é😀 of a text that grows too large\n";
        let small = line.repeat(10);
        let large = line.repeat(1 + MAX_BYTES / line.len());
        let mut document = TextDocument::new(&small);
        let edit = |range: Option<[u32; 4]>, text: &str| TextDocumentContentChangeEvent {
            range: range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d))),
            range_length: None,
            text: text.to_owned(),
        };
        document.change(&edit(Some([1, 0, 1, 0]), &large), Column::Utf16);
        assert!(document.is_too_large());
        assert_eq!(document.length(), small.len() + large.len());
        document.change(&edit(Some([0, 2, 0, 5]), "x"), Column::Utf16);
        assert!(document.text().starts_with("# x of a text"));
        let lines = u32::try_from(large.lines().count()).unwrap();
        document.change(&edit(Some([1, 0, 1 + lines, 0]), ""), Column::Utf16);
        assert!(!document.is_too_large());
        assert_eq!(document.text(), small.replacen("é😀", "x", 1));
        document.change(&edit(None, &large), Column::Utf16);
        assert!(document.is_too_large() && document.text() == large);
        document.change(&edit(None, &small), Column::Utf16);
        assert_eq!((document.is_too_large(), document.text()), (false, small));
    }
}
