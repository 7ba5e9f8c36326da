//! From an offset to a line and a column and back, in whatever unit the client counts, held against
//! counting by hand.

use azml_rules::text::{Column, LineIndex, Position};

/// More places than this are not looked up.
const PLACES: usize = 64;
const UNITS: [Column; 3] = [Column::Utf8, Column::Utf16, Column::Utf32];

pub(super) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let index = LineIndex::new(&text);
    lines_are_the_text(&index, &text);
    let step = text.len() / PLACES + 1;
    for at in (0..=text.len()).step_by(step) {
        for unit in UNITS {
            there_and_back(&index, &text, floor(&text, at), unit);
            anywhere(&index, &text, at, unit);
        }
    }
}

fn lines_are_the_text(index: &LineIndex, text: &str) {
    let mut end = 0;
    for line in 0..index.line_count() {
        let (full, content) = (index.full_line(line), index.line(text, line));
        assert_eq!(full.start, end);
        end = full.end;
        assert!(full.contains_range(content));
        let kept = content.slice(text);
        assert!(!kept.contains(['\n', '\r']), "{kept:?}");
        let ending = &full.slice(text)[kept.len()..];
        assert!(["", "\n", "\r", "\r\n"].contains(&ending), "{ending:?}");
    }
    assert_eq!(end as usize, text.len());
}

fn there_and_back(index: &LineIndex, text: &str, at: usize, unit: Column) {
    let offset = u32::try_from(at).expect("a small file");
    let position = index.position(text, offset, unit);
    assert_eq!(position, by_hand(text, at, unit), "{unit:?} {at}");
    // No column is between the two characters of a line break.
    let there = offset.min(index.line(text, position.line).end);
    assert_eq!(index.offset(text, position, unit), there, "{unit:?} {at}");
}

/// Positions that no text has mean the nearest place inside.
fn anywhere(index: &LineIndex, text: &str, at: usize, unit: Column) {
    let at = u32::try_from(at).expect("a small file");
    for (line, column) in [(at, at), (at / 7, at * 3), (at, u32::MAX), (u32::MAX, at)] {
        let offset = index.offset(text, Position { line, column }, unit);
        assert!(text.is_char_boundary(offset as usize));
        let content = index.line(text, line.min(index.line_count() - 1));
        assert!(offset <= content.end || line >= index.line_count());
    }
    let _ = index.position(text, u32::MAX - at, unit);
}

/// Goes through the text character by character.
fn by_hand(text: &str, at: usize, unit: Column) -> Position {
    let mut position = Position::default();
    let mut last = ' ';
    for (start, c) in text.char_indices() {
        // The `\n` of a `\r\n` is still on the line that it ends.
        let starts_line = last == '\n' || (last == '\r' && c != '\n');
        if starts_line {
            position = Position {
                line: position.line + 1,
                column: 0,
            };
        }
        if start == at {
            return position;
        }
        position.column += match unit {
            Column::Utf8 => u32::try_from(c.len_utf8()).expect("at most 4"),
            Column::Utf16 => u32::try_from(c.len_utf16()).expect("at most 2"),
            Column::Utf32 => 1,
        };
        last = c;
    }
    if last == '\n' || last == '\r' {
        position = Position {
            line: position.line + 1,
            column: 0,
        };
    }
    position
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
