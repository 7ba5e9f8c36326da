//! Places in a text, counted in bytes as we do and in units of UTF-16 as JavaScript does.

use azml_rules::text::{Column, LineIndex, Position, TextRange};
use serde::Serialize;

/// A range in units of UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct UnitRange {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Converts the places of a text: it is counted once, and not for each of them.
#[derive(Debug)]
pub(crate) struct UnitIndex {
    lines: LineIndex,
    /// The units before each line.
    starts: Vec<usize>,
}

impl UnitIndex {
    /// Counts `text`.
    pub(crate) fn new(text: &str) -> Self {
        let lines = LineIndex::new(text);
        let mut before = 0;
        let starts = (0..lines.line_count()).map(|line| {
            let start = before;
            before += lines
                .full_line(line)
                .slice(text)
                .chars()
                .map(char::len_utf16)
                .sum::<usize>();
            start
        });
        let starts = starts.collect();
        Self { lines, starts }
    }

    /// Returns `range` of `text` in units.
    pub(crate) fn units(&self, text: &str, range: TextRange) -> UnitRange {
        let unit = |offset| {
            let Position { line, column } = self.lines.position(text, offset, Column::Utf16);
            self.starts[line as usize] + column as usize
        };
        UnitRange {
            from: unit(range.start),
            to: unit(range.end),
        }
    }

    /// Returns the byte offset of `unit` in `text`; its end if it is shorter.
    pub(crate) fn offset(&self, text: &str, unit: usize) -> u32 {
        let line = self.starts.partition_point(|start| *start <= unit) - 1;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let at = Position {
            line: number(line),
            column: number(unit - self.starts[line]),
        };
        self.lines.offset(text, at, Column::Utf16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree_beyond_the_basic_plane() {
        let text = "é: 🙂 x\r\n🙂: y";
        let index = UnitIndex::new(text);
        for (part, from) in [("x", 6), ("y", 13)] {
            let at = u32::try_from(text.find(part).unwrap()).unwrap();
            let range = index.units(text, TextRange::new(at, at + 1));
            assert_eq!(range, UnitRange { from, to: from + 1 });
            assert_eq!(index.offset(text, from), at);
        }
        assert_eq!(index.offset(text, 99) as usize, text.len());
        assert_eq!(UnitIndex::new("").offset("", 1), 0);
    }
}
