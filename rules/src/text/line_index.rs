//! Converts offsets to lines and columns, and back.

use super::TextRange;

/// Unit of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// Bytes of UTF-8 (LSP `utf-8`).
    Utf8,
    /// UTF-16 code units (LSP `utf-16`, the protocol's default).
    Utf16,
    /// Unicode scalar values (LSP `utf-32`, and the unit of the terminal).
    Utf32,
}

/// A line and a column, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    /// Line, from 0.
    pub line: u32,
    /// Column in the requested unit, from 0.
    pub column: u32,
}

/// The starts of the lines of a text. A byte-order mark counts as part of the first line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
    has_crlf: bool,
    /// Known columns inside long lines, by offset: a line of a megabyte must not be counted from
    /// its start for each finding in it.
    marks: Vec<ColumnMark>,
}

/// An offset in a long line, and its columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ColumnMark {
    at: u32,
    utf8: u32,
    utf16: u32,
    utf32: u32,
}

impl ColumnMark {
    fn start_of_line(at: u32) -> Self {
        Self {
            at,
            utf8: 0,
            utf16: 0,
            utf32: 0,
        }
    }

    fn column(self, unit: Column) -> u32 {
        match unit {
            Column::Utf8 => self.utf8,
            Column::Utf16 => self.utf16,
            Column::Utf32 => self.utf32,
        }
    }
}

/// Average line length in bytes, estimated low, for the initial capacity.
const SHORT_LINE: usize = 24;

/// Distance in bytes between two marks.
const BETWEEN_MARKS: u32 = 1024;

impl LineIndex {
    /// Indexes the lines of `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(1 + text.len() / SHORT_LINE);
        starts.push(0);
        let mut has_crlf = false;
        for end in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n') {
                has_crlf = true;
            } else {
                starts.push(u32::try_from(end + 1).unwrap_or(u32::MAX));
            }
        }
        let mut index = Self {
            starts,
            len: u32::try_from(text.len()).unwrap_or(u32::MAX),
            has_crlf,
            marks: Vec::new(),
        };
        for line in 0..index.line_count() {
            let line = index.full_line(line);
            if line.len() > BETWEEN_MARKS {
                index.marks.extend(marks(text, line));
            }
        }
        index
    }

    /// Returns `true` if a line ends with `\r\n`.
    pub fn has_crlf(&self) -> bool {
        self.has_crlf
    }

    /// Returns the number of lines; an empty text has one, and an empty line follows a final line end.
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// Returns the line that contains `offset`, from 0.
    pub fn line_of(&self, offset: u32) -> u32 {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// Returns the bytes of `line` with its line end; empty after the last line.
    pub fn full_line(&self, line: u32) -> TextRange {
        let start = self.starts.get(line as usize).copied().unwrap_or(self.len);
        let end = self
            .starts
            .get(line as usize + 1)
            .copied()
            .unwrap_or(self.len);
        TextRange::new(start, end)
    }

    /// Returns the bytes of `line` without its line end.
    pub fn line(&self, text: &str, line: u32) -> TextRange {
        let full = self.full_line(line);
        let length = full.slice(text).trim_end_matches(['\n', '\r']).len();
        TextRange::new(full.start, full.start + u32::try_from(length).unwrap_or(0))
    }

    /// Returns the position of `offset`; an offset inside a character or after the end moves back
    /// to the nearest boundary.
    pub fn position(&self, text: &str, offset: u32, unit: Column) -> Position {
        let offset = floor_boundary(text, offset);
        let line = self.line_of(offset);
        let start = ColumnMark::start_of_line(self.full_line(line).start);
        let behind = self.marks.partition_point(|mark| mark.at <= offset);
        let last = behind.checked_sub(1).map(|last| self.marks[last]);
        let mark = last.filter(|mark| mark.at > start.at).unwrap_or(start);
        let before = TextRange::new(mark.at, offset).slice(text);
        Position {
            line,
            column: mark.column(unit) + width(before, unit),
        }
    }

    /// Returns the offset of `position`; a column after the line's end means its end, a line after
    /// the last means the end of the text.
    pub fn offset(&self, text: &str, position: Position, unit: Column) -> u32 {
        let line = self.line(text, position.line);
        let mark = self.mark_before(line, position.column, unit);
        let mut left = position.column - mark.column(unit);
        let mut offset = mark.at;
        for c in TextRange::new(offset, line.end).slice(text).chars() {
            let wide = unit_width(c, unit);
            if left < wide {
                break;
            }
            left -= wide;
            offset += u32::try_from(c.len_utf8()).unwrap_or(0);
        }
        offset
    }

    /// Returns the last known mark of `line` that is not after `column`.
    fn mark_before(&self, line: TextRange, column: u32, unit: Column) -> ColumnMark {
        let from = self.marks.partition_point(|mark| mark.at <= line.start);
        let to = self.marks.partition_point(|mark| mark.at <= line.end);
        let inside = &self.marks[from..to];
        let behind = inside.partition_point(|mark| mark.column(unit) <= column);
        let last = behind.checked_sub(1).map(|last| inside[last]);
        last.unwrap_or(ColumnMark::start_of_line(line.start))
    }
}

/// Returns a mark for each [`BETWEEN_MARKS`] bytes of `line`.
fn marks(text: &str, line: TextRange) -> Vec<ColumnMark> {
    let mut marks = Vec::new();
    let mut mark = ColumnMark::start_of_line(line.start);
    for c in line.slice(text).chars() {
        if mark.utf8 / BETWEEN_MARKS > u32::try_from(marks.len()).unwrap_or(u32::MAX) {
            marks.push(mark);
        }
        mark.at += unit_width(c, Column::Utf8);
        mark.utf8 += unit_width(c, Column::Utf8);
        mark.utf16 += unit_width(c, Column::Utf16);
        mark.utf32 += 1;
    }
    marks
}

fn floor_boundary(text: &str, offset: u32) -> u32 {
    let mut at = (offset as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn unit_width(c: char, unit: Column) -> u32 {
    let width = match unit {
        Column::Utf8 => c.len_utf8(),
        Column::Utf16 => c.len_utf16(),
        Column::Utf32 => 1,
    };
    u32::try_from(width).unwrap_or(1)
}

fn width(text: &str, unit: Column) -> u32 {
    text.chars().map(|c| unit_width(c, unit)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\r\n\té😀b\u{2028}c\rd\n";

    #[test]
    fn columns_of_long_lines_are_those_of_short_ones() {
        let part = "a€😀é ";
        let text = format!("x\n{}\r\nlast", part.repeat(2000));
        let index = LineIndex::new(&text);
        assert!(!index.marks.is_empty());
        let units = [Column::Utf8, Column::Utf16, Column::Utf32];
        for unit in units {
            for times in [0, 1, 85, 93, 94, 1000, 2000] {
                let at = u32::try_from(2 + times * part.len()).unwrap();
                let column = u32::try_from(times).unwrap() * width(part, unit);
                let position = Position { line: 1, column };
                assert_eq!(
                    index.position(&text, at, unit),
                    position,
                    "{unit:?} {times}"
                );
                assert_eq!(index.offset(&text, position, unit), at, "{unit:?} {times}");
            }
            let last = u32::try_from(text.len()).unwrap();
            assert_eq!(
                index.position(&text, last, unit),
                Position { line: 2, column: 4 }
            );
        }
    }

    #[test]
    fn only_the_three_line_ends_end_a_line() {
        assert_eq!(LineIndex::new(TEXT).line_count(), 4);
        assert_eq!(LineIndex::new("a\u{0b}b\u{0c}c\u{85}d").line_count(), 1);
        assert_eq!(LineIndex::new("").line_count(), 1);
    }

    #[test]
    fn offset_to_position_and_back_is_identity() {
        let index = LineIndex::new(TEXT);
        for unit in [Column::Utf8, Column::Utf16, Column::Utf32] {
            for (offset, _) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
                let offset = u32::try_from(offset).unwrap();
                let position = index.position(TEXT, offset, unit);
                // The offset between `\r` and `\n` is on the line that ends there.
                if TEXT.as_bytes().get(offset as usize) == Some(&b'\n') && offset == 2 {
                    continue;
                }
                assert_eq!(
                    index.offset(TEXT, position, unit),
                    offset,
                    "{unit:?} {offset}"
                );
            }
        }
    }

    #[test]
    fn columns_count_in_the_unit_asked_for() {
        let index = LineIndex::new(TEXT);
        let b = u32::try_from(TEXT.find('b').unwrap()).unwrap();
        assert_eq!(
            index.position(TEXT, b, Column::Utf8),
            Position { line: 1, column: 7 }
        );
        assert_eq!(
            index.position(TEXT, b, Column::Utf16),
            Position { line: 1, column: 4 }
        );
        assert_eq!(
            index.position(TEXT, b, Column::Utf32),
            Position { line: 1, column: 3 }
        );
    }

    #[test]
    fn positions_outside_the_text_are_clamped() {
        let index = LineIndex::new("ab\n");
        assert_eq!(
            index.offset(
                "ab\n",
                Position {
                    line: 0,
                    column: 99
                },
                Column::Utf16
            ),
            2
        );
        assert_eq!(
            index.offset("ab\n", Position { line: 9, column: 9 }, Column::Utf16),
            3
        );
        assert_eq!(
            index.position("ab\n", 99, Column::Utf16),
            Position { line: 1, column: 0 }
        );
    }
}
