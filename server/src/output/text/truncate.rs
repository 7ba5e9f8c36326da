//! Truncation of long lines to the text around their marks.

use azml_rules::text::TextRange;
use unicode_width::UnicodeWidthChar as _;

/// The most columns that a tab fills.
pub(crate) const TAB: usize = 4;

/// A line as it is shown.
pub(crate) struct Cut {
    /// Shown text.
    pub(crate) text: String,
    /// The part of the line that is in it.
    visible: TextRange,
    /// Offset in the text where that part starts.
    at: usize,
}

impl Cut {
    /// Returns the offset in the shown text of the byte at `offset` of the whole text, or of its replacement.
    pub(crate) fn offset(&self, offset: u32) -> usize {
        self.at + (offset.clamp(self.visible.start, self.visible.end) - self.visible.start) as usize
    }
}

/// Returns the part of `line` of `text` that fits into `room` columns: the text around `mark`, else
/// its start. An `ellipsis` replaces omitted text.
pub(crate) fn cut(
    text: &str,
    line: TextRange,
    mark: Option<TextRange>,
    room: usize,
    ellipsis: &str,
) -> Cut {
    let mark = mark.unwrap_or(TextRange::empty(line.start));
    let visible = if is_within(line.slice(text), room) {
        line
    } else {
        window(text, line, mark, room.saturating_sub(2 * ellipsis.len()))
    };
    let left = if visible.start > line.start {
        ellipsis
    } else {
        ""
    };
    let right = if visible.end < line.end { ellipsis } else { "" };
    Cut {
        text: format!("{left}{}{right}", visible.slice(text)),
        at: left.len(),
        visible,
    }
}

fn is_within(line: &str, room: usize) -> bool {
    let mut columns = 0;
    line.chars().all(|c| {
        columns += width(c);
        columns <= room
    })
}

/// The part of `line` around `mark` that fills `room` columns.
fn window(text: &str, line: TextRange, mark: TextRange, room: usize) -> TextRange {
    let at = mark.start.clamp(line.start, line.end);
    let (before, behind) = (
        TextRange::new(line.start, at).slice(text),
        TextRange::new(at, line.end).slice(text),
    );
    let marked = TextRange::new(at, mark.end.clamp(at, line.end)).slice(text);
    let (_, columns) = fitting(marked.chars(), room);
    let (_, left) = fitting(before.chars().rev(), (room - columns) / 2);
    let (right_bytes, right) = fitting(behind.chars(), room - left);
    // Where the line ends early, there is more room on the left.
    let (mut left_bytes, _) = fitting(before.chars().rev(), room - right);
    let start = &before[before.len() - left_bytes..];
    // A sign without width belongs to the letter that is left out.
    let lost = start.len() - start.trim_start_matches(|c| width(c) == 0).len();
    if left_bytes < before.len() {
        left_bytes -= lost;
    }
    TextRange::from(at as usize - left_bytes..at as usize + right_bytes)
}

/// Returns the number of bytes of `letters` that fit into `room` columns, and their width in columns.
fn fitting(letters: impl Iterator<Item = char>, room: usize) -> (usize, usize) {
    let (mut bytes, mut columns) = (0, 0);
    for c in letters {
        if columns + width(c) > room {
            break;
        }
        bytes += c.len_utf8();
        columns += width(c);
    }
    (bytes, columns)
}

/// The columns of `c`, counted as miette does.
fn width(c: char) -> usize {
    if c == '\t' {
        TAB
    } else {
        c.width().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, mark: &str, room: usize) -> (String, usize) {
        let start = line.find(mark).expect("it is there");
        let mark = TextRange::from(start..start + mark.len());
        let cut = cut(
            line,
            TextRange::from(0..line.len()),
            Some(mark),
            room,
            "...",
        );
        let at = cut.offset(mark.start);
        (cut.text, at)
    }

    #[test]
    fn a_line_that_fits_is_shown_whole() {
        assert_eq!(shown("name: cpu", "cpu", 9), ("name: cpu".to_owned(), 6));
    }

    #[test]
    fn a_long_line_is_shown_around_its_mark() {
        let line = format!("{}MARK{}", "a".repeat(100), "b".repeat(100));
        assert_eq!(
            shown(&line, "MARK", 20),
            ("...aaaaaMARKbbbbb...".to_owned(), 8)
        );
        assert_eq!(
            shown(&line, "aaaa", 20),
            ("aaaaaaaaaaaaaa...".to_owned(), 0)
        );
        let line = format!("{}MARK", "a".repeat(100));
        assert_eq!(
            shown(&line, "MARK", 20),
            ("...aaaaaaaaaaMARK".to_owned(), 13)
        );
    }

    #[test]
    fn a_mark_that_is_too_long_is_shown_from_its_start() {
        let line = format!("a: {}", "b".repeat(100));
        assert_eq!(
            shown(&line, &line[3..], 20),
            ("...bbbbbbbbbbbbbb...".to_owned(), 3)
        );
    }

    #[test]
    fn letters_are_as_wide_as_terminals_show_them() {
        let line = format!("{}X{}", "計".repeat(50), "e\u{301}".repeat(50));
        assert_eq!(
            shown(&line, "X", 20),
            (format!("...計計計X{}...", "e\u{301}".repeat(7)), 12)
        );
        let line = format!("{}X", "e\u{301}".repeat(50));
        assert_eq!(
            shown(&line, "X", 11).0,
            format!("...{}X", "e\u{301}".repeat(4))
        );
    }
}
