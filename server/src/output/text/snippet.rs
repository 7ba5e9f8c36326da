//! The lines of a text that a finding shows, with its marks: so few of them, and so little of a long
//! one, that a thousand findings in a large file are written as fast as in a small one.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_rules::text::TextRange;

use super::place::PrintedPlace;
use super::redact::ShownText;
use super::style::Style;
use super::truncate::{Cut, cut};

/// Places further apart are excerpts of their own.
const MOST_LINES_BETWEEN: u32 = 1000;

/// Lines shown above and below a mark.
pub(crate) const CONTEXT: u32 = 1;

/// Columns that miette puts in front of a line, besides its number: ` 12 | `.
const FRAME: usize = 4;

/// Columns that a mark of several lines takes in front of them.
const GUTTER: usize = 4;

/// Something to point at.
pub(crate) struct Mark {
    /// In the text as it is shown.
    range: TextRange,
    place: PrintedPlace,
    label: Option<String>,
}

impl Mark {
    /// Creates a mark at `range` of the file of `text`. The mark of the finding itself has no label.
    pub(crate) fn new(text: &ShownText, range: TextRange, label: Option<String>) -> Self {
        Self {
            range: text.marked(range),
            place: text.place(range),
            label,
        }
    }
}

/// Lines of one text.
pub(crate) struct Excerpt {
    text: Arc<ShownText>,
    marks: Vec<Mark>,
    /// First and last line, from 0.
    lines: (u32, u32),
}

/// An [`Excerpt`] as text.
pub(crate) struct ExcerptText {
    /// The path of its file.
    pub(crate) name: String,
    /// Its lines. Those that are far from every mark are empty: only their number counts.
    pub(crate) text: String,
    /// The number of the first line, from 0.
    pub(crate) first_line: u32,
    /// The marks, in the order in which they were added.
    pub(crate) marks: Vec<ExcerptMark>,
}

/// A [`Mark`] in an [`ExcerptText`].
pub(crate) struct ExcerptMark {
    /// In the text of the excerpt.
    pub(crate) range: std::ops::Range<usize>,
    /// In the file.
    pub(crate) place: PrintedPlace,
    /// Text of the label.
    pub(crate) label: Option<String>,
}

impl Excerpt {
    /// The lines around `mark` of `text`.
    pub(crate) fn new(text: Arc<ShownText>, mark: Mark) -> Self {
        let lines = around(&text, mark.range);
        Self {
            text,
            marks: vec![mark],
            lines,
        }
    }

    /// Adds `mark` of `text`; returns it if it belongs to another excerpt.
    pub(crate) fn take(&mut self, text: &Arc<ShownText>, mark: Mark) -> Option<Mark> {
        let (first, last) = around(text, mark.range);
        let is_near =
            first <= self.lines.1 + MOST_LINES_BETWEEN && self.lines.0 <= last + MOST_LINES_BETWEEN;
        if self.text.name() != text.name() || !is_near {
            return Some(mark);
        }
        self.lines = (self.lines.0.min(first), self.lines.1.max(last));
        self.marks.push(mark);
        None
    }

    /// Its lines, cut to the width of `style`, with the marks.
    pub(crate) fn text(&self, style: Style) -> ExcerptText {
        let shown = self.shown_lines(style);
        let mut text = String::new();
        let mut starts = BTreeMap::new();
        for line in self.lines.0..=self.lines.1 {
            if let Some(cut) = shown.get(&line) {
                starts.insert(line, text.len());
                text += &cut.text;
            }
            text.push('\n');
        }
        let lines = self.text.lines();
        let offset = |offset: u32| {
            let line = lines.line_of(offset);
            Some(starts.get(&line)? + shown.get(&line)?.offset(offset))
        };
        let marks = self.marks.iter().filter_map(|mark| {
            let (start, end) = (offset(mark.range.start)?, offset(mark.range.end)?);
            Some(ExcerptMark {
                range: start..end.max(start),
                place: mark.place,
                label: mark.label.clone(),
            })
        });
        ExcerptText {
            name: self.text.name().to_owned(),
            first_line: self.lines.0,
            marks: marks.collect(),
            text,
        }
    }

    /// Returns the shown part of each line.
    fn shown_lines(&self, style: Style) -> BTreeMap<u32, Cut> {
        let (text, lines) = (self.text.text(), self.text.lines());
        let digits = (self.lines.1 + 1).to_string().len();
        let is_long = |mark: &Mark| lines.line_of(mark.range.start) < lines.line_of(mark.range.end);
        let gutter = if self.marks.iter().any(is_long) {
            GUTTER
        } else {
            0
        };
        let room = style.width.saturating_sub(FRAME + digits + gutter);
        let mut shown = BTreeMap::new();
        for mark in &self.marks {
            let (first, last) = around(&self.text, mark.range);
            for line in first..=last {
                let whole = lines.line(text, line);
                let marks = self.marks.iter().map(|mark| mark.range);
                let here = marks.filter(|mark| mark.start <= whole.end && whole.start <= mark.end);
                let here = here.reduce(TextRange::cover);
                shown
                    .entry(line)
                    .or_insert_with(|| cut(text, whole, here, room, style.drawing.ellipsis()));
            }
        }
        shown
    }
}

/// Returns the lines to show for a mark at `range`, without the empty line after the last line end.
fn around(text: &ShownText, range: TextRange) -> (u32, u32) {
    let lines = text.lines();
    let (first, last) = (lines.line_of(range.start), lines.line_of(range.end));
    let mut end = (last + CONTEXT).min(lines.line_count().saturating_sub(1));
    if end > last && lines.full_line(end).is_empty() {
        end -= 1;
    }
    (first.saturating_sub(CONTEXT), end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::text::source::SourceText;

    fn shown(text: &str) -> Arc<ShownText> {
        shown_as("x.yml", text)
    }

    fn shown_as(name: &str, text: &str) -> Arc<ShownText> {
        let source = Arc::new(SourceText::new(text));
        Arc::new(ShownText::new(name.to_owned(), source))
    }

    fn mark(text: &ShownText, start: usize, label: Option<&str>) -> Mark {
        Mark::new(
            text,
            TextRange::from(start..start + 3),
            label.map(str::to_owned),
        )
    }

    #[test]
    fn of_a_large_file_only_the_lines_around_a_mark_are_taken() {
        let text = shown(&"key: some value of ordinary length\n".repeat(30_000));
        for number in 0..1000 {
            let excerpt = Excerpt::new(text.clone(), mark(&text, number * 1050, None));
            let shown = excerpt.text(Style::default());
            assert!((60..120).contains(&shown.text.len()), "{}", shown.text);
            assert_eq!(shown.marks.len(), 1);
        }
    }

    #[test]
    fn of_a_long_line_only_what_is_around_the_marks_is_taken() {
        for letter in ["a", "é", "計", "😀"] {
            let before = letter.repeat(10_000);
            let text = shown(&format!("a: 1\nb: {before}MARK{before}\nc: 2\n"));
            let at = text.text().find("MARK").unwrap();
            let excerpt = Excerpt::new(text.clone(), mark(&text, at, None));
            let shown = excerpt.text(Style::default());
            assert!(shown.text.len() < 500, "{}", shown.text);
            let at = shown.text.find("MAR").unwrap();
            assert_eq!(shown.marks[0].range, at..at + 3, "{}", shown.text);
        }
    }

    #[test]
    fn places_of_a_file_stand_in_one_excerpt_unless_they_are_very_far_apart() {
        let text = shown(&"key: value\n".repeat(5000));
        let mut excerpt = Excerpt::new(text.clone(), mark(&text, 11 * 600, None));
        for (line, is_taken) in [(0, true), (598, true), (1500, true), (4000, false)] {
            let rest = excerpt.take(&text, mark(&text, 11 * line, Some("here")));
            assert_eq!(rest.is_none(), is_taken, "{line}");
        }
        let whole = excerpt.text(Style::default());
        let lines: Vec<usize> = (0..)
            .zip(whole.text.lines())
            .filter(|it| !it.1.is_empty())
            .map(|it| it.0)
            .collect();
        assert_eq!(lines, [0, 1, 597, 598, 599, 600, 601, 1499, 1500, 1501]);
        let other = shown_as("y.yml", "key: value\n");
        assert!(
            excerpt
                .take(&other, mark(&other, 0, Some("there")))
                .is_some()
        );
    }
}
