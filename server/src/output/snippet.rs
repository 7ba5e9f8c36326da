//! The lines that a report shows, as miette reads them.
//!
//! miette's own sources scan the text from its start for each span (11 s for 1,000 findings in 1
//! MB) and count columns in bytes. This one looks lines up in the
//! [`LineIndex`](azml_rules::text::LineIndex) that is there anyway. Several files stand behind each
//! other in one space of offsets, so that a report can point into all of them.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use azml_rules::text::{LineIndex, TextRange};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::place::PrintedPlace;
use super::printable::{escaped, printable, replaced};
use super::source::{Source, Sources};
use crate::check::Report;

/// A place of more lines is shown by its first one: the rest is the file itself.
const MOST_LINES: u32 = 6;

/// A longer line tells nothing in a terminal.
const LONGEST_LINE: u32 = 2000;

/// A text as it may be shown: same lines, with what a terminal obeys written out.
pub(super) struct ShownText {
    name: String,
    source: Arc<Source>,
    /// Where something is written out.
    rewritten: Option<Rewritten>,
}

/// A text in which some characters are longer than in the file.
struct Rewritten {
    text: String,
    lines: LineIndex,
    /// The ends of those characters, in the file and here.
    ends: Vec<(u32, u32)>,
}

/// Texts ready to be shown; each is prepared once.
#[derive(Default)]
pub(super) struct ShownTexts {
    known: RefCell<BTreeMap<String, Option<Arc<ShownText>>>>,
    /// What is not shown of each file.
    secrets: BTreeMap<String, Vec<TextRange>>,
}

impl ShownTexts {
    /// Secrets that `report` found are not shown.
    pub(super) fn without_secrets(report: &Report) -> Self {
        let mut secrets: BTreeMap<String, Vec<TextRange>> = BTreeMap::new();
        for (file, found) in report.findings().filter(|(_, found)| found.confidential) {
            let known = secrets.entry(file.path.to_string()).or_default();
            known.extend(found.each().map(|found| found.range));
        }
        Self {
            secrets,
            ..Self::default()
        }
    }

    pub(super) fn get(&self, sources: &Sources<'_>, key: &str) -> Option<Arc<ShownText>> {
        if let Some(known) = self.known.borrow().get(key) {
            return known.clone();
        }
        let shown = sources.get(key).map(|source| {
            let source = match self.secrets.get(key) {
                Some(secrets) => masked(&source, secrets),
                None => source,
            };
            let name = printable(&sources.name(key)).into_owned();
            Arc::new(ShownText::new(name, source))
        });
        self.known
            .borrow_mut()
            .insert(key.to_owned(), shown.clone());
        shown
    }
}

/// The text of `source` with a star for each byte of `secrets` but line ends.
fn masked(source: &Source, secrets: &[TextRange]) -> Arc<Source> {
    let mut text = source.text().to_owned();
    for secret in secrets {
        let stars: String = secret
            .slice(&text)
            .bytes()
            .map(|byte| {
                if matches!(byte, b'\r' | b'\n') {
                    char::from(byte)
                } else {
                    '*'
                }
            })
            .collect();
        text.replace_range(secret.start as usize..secret.end as usize, &stars);
    }
    let lines = LineIndex::new(&text);
    Arc::new(Source::Other(text, lines))
}

impl ShownText {
    pub(super) fn new(name: String, source: Arc<Source>) -> Self {
        let rewritten = Rewritten::of(source.text());
        Self {
            name,
            source,
            rewritten,
        }
    }

    fn text(&self) -> &str {
        match &self.rewritten {
            Some(rewritten) => &rewritten.text,
            None => self.source.text(),
        }
    }

    fn lines(&self) -> &LineIndex {
        match &self.rewritten {
            Some(rewritten) => &rewritten.lines,
            None => self.source.lines(),
        }
    }

    /// Where `range` of the file is shown.
    fn shown(&self, range: TextRange) -> TextRange {
        match &self.rewritten {
            Some(it) => TextRange::new(it.offset(range.start), it.offset(range.end)),
            None => range,
        }
    }

    /// What in the file is shown at `offset`.
    fn in_file(&self, offset: u32) -> u32 {
        let ends = self.rewritten.as_ref().map_or(&[][..], |it| &it.ends);
        let before = ends.partition_point(|(_, shown_end)| *shown_end <= offset);
        match before.checked_sub(1).map(|last| ends[last]) {
            Some((end, shown_end)) => end + (offset - shown_end),
            None => offset,
        }
    }

    fn len(&self) -> u32 {
        number(self.text().len())
    }

    /// Whether `range` of the file can be shown at all.
    pub(super) fn has_room_for(&self, range: TextRange) -> bool {
        let length = u32::try_from(self.source.text().len()).unwrap_or(u32::MAX);
        if range.end > length {
            return false;
        }
        let lines = self.lines();
        let first = lines.line_of(self.shown(range).start);
        let mut around = first.saturating_sub(1)..=first + MOST_LINES + 1;
        around.all(|line| lines.full_line(line).len() <= LONGEST_LINE)
    }

    /// What to mark for `range` of the file: never empty, never much, without the line end behind
    /// it.
    pub(super) fn marked(&self, range: TextRange) -> TextRange {
        let (text, lines) = (self.text(), self.lines());
        let mut range = self.shown(range);
        let kept = range.slice(text).trim_end().len();
        range = TextRange::new(range.start, range.start + u32::try_from(kept).unwrap_or(0));
        let first = lines.line(text, lines.line_of(range.start));
        if lines.line_of(range.end) - lines.line_of(range.start) >= MOST_LINES {
            range.end = first.end;
        }
        if range.is_empty() {
            widened(text, range.start)
        } else {
            range
        }
    }
}

impl Rewritten {
    /// `None` where everything may be shown as it is.
    fn of(text: &str) -> Option<Self> {
        let ends = RefCell::new(Vec::new());
        // How much longer the text is so far; shorter by a byte-order mark.
        let longer = Cell::new(0_isize);
        let shown = replaced(text, |at, c| {
            let shown = match c {
                '\n' | '\t' => return None,
                '\r' if text[at..].starts_with("\r\n") => return None,
                // It ends a line for us, and for miette once it is a `\n`.
                '\r' => "\n".to_owned(),
                '\u{feff}' if at == 0 => String::new(),
                c => escaped(c),
            };
            longer.set(longer.get() + shown.len() as isize - c.len_utf8() as isize);
            let end = at + c.len_utf8();
            let shown_end = end.saturating_add_signed(longer.get());
            ends.borrow_mut().push((number(end), number(shown_end)));
            Some(shown)
        });
        let Cow::Owned(shown) = shown else {
            return None;
        };
        Some(Self {
            lines: LineIndex::new(&shown),
            text: shown,
            ends: ends.into_inner(),
        })
    }

    /// Where `offset` of the file is.
    fn offset(&self, offset: u32) -> u32 {
        let before = self.ends.partition_point(|(end, _)| *end <= offset);
        match before.checked_sub(1).map(|last| self.ends[last]) {
            Some((end, shown_end)) => shown_end + (offset - end),
            None => offset,
        }
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The character at `offset`; at the end of a line the one before it.
fn widened(text: &str, offset: u32) -> TextRange {
    let at = offset as usize;
    let after = text[at..]
        .chars()
        .next()
        .filter(|c| !matches!(c, '\n' | '\r'));
    let before = text[..at].chars().next_back();
    let length = |c: char| u32::try_from(c.len_utf8()).unwrap_or(1);
    match (after, before) {
        (Some(after), _) => TextRange::new(offset, offset + length(after)),
        (None, Some(before)) => TextRange::new(offset - length(before), offset),
        (None, None) => TextRange::empty(offset),
    }
}

/// The texts of one report, one behind the other.
#[derive(Default)]
pub(super) struct SnippetSource {
    parts: Vec<SnippetPart>,
    end: usize,
}

struct SnippetPart {
    base: usize,
    shown: Arc<ShownText>,
    /// Where the first mark is shown, and where that is in the file.
    place: Option<(u32, PrintedPlace)>,
}

impl SnippetSource {
    /// Adds a place of `shown`; returns the span to mark in it.
    pub(super) fn add(&mut self, shown: &Arc<ShownText>, range: TextRange) -> SourceSpan {
        let known = self
            .parts
            .iter()
            .position(|part| Arc::ptr_eq(&part.shown, shown));
        let part = known.unwrap_or_else(|| {
            let base = self.end;
            // One byte between two texts: no span is in both.
            self.end += shown.len() as usize + 1;
            self.parts.push(SnippetPart {
                base,
                shown: shown.clone(),
                place: None,
            });
            self.parts.len() - 1
        });
        let part = &mut self.parts[part];
        let marked = shown.marked(range);
        part.place
            .get_or_insert((marked.start, PrintedPlace::new(&shown.source, range.start)));
        (part.base + marked.start as usize, marked.len() as usize).into()
    }
}

impl SnippetPart {
    fn end(&self) -> usize {
        self.base + self.shown.len() as usize
    }

    /// The bytes from the lines before `range` to those after it.
    fn context(&self, range: TextRange, before: usize, after: usize) -> SnippetLines {
        let lines = self.shown.lines();
        let last = lines.line_of(if range.is_empty() {
            range.end
        } else {
            range.end - 1
        });
        if before == 0 && after == 0 {
            let place = match self.place {
                Some((start, place)) if start == range.start => place,
                _ => PrintedPlace::new(&self.shown.source, self.shown.in_file(range.start)),
            };
            return SnippetLines {
                range,
                line: place.line - 1,
                column: place.column - 1,
                lines: 1,
            };
        }
        let first = lines.line_of(range.start).saturating_sub(number(before));
        let last = last
            .saturating_add(number(after))
            .min(lines.line_count() - 1);
        let whole = TextRange::new(lines.full_line(first).start, lines.full_line(last).end);
        SnippetLines {
            range: whole,
            line: first,
            column: 0,
            lines: last - first + 1,
        }
    }
}

struct SnippetLines {
    range: TextRange,
    line: u32,
    column: u32,
    lines: u32,
}

impl SourceCode for SnippetSource {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset() + span.len();
        let mut parts = self.parts.iter();
        let part = parts
            .find(|part| part.base <= span.offset() && end <= part.end())
            .ok_or(MietteError::OutOfBounds)?;
        let range = TextRange::from(span.offset() - part.base..end - part.base);
        let SnippetLines {
            range,
            line,
            column,
            lines,
        } = part.context(range, before, after);
        Ok(Box::new(MietteSpanContents::new_named(
            part.shown.name.clone(),
            range.slice(part.shown.text()).as_bytes(),
            (part.base + range.start as usize, range.len() as usize).into(),
            line as usize,
            column as usize,
            lines as usize,
        )))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, Report};

    use super::*;

    /// Counts the bytes that are handed out.
    struct Counting(SnippetSource, Arc<AtomicUsize>);

    impl SourceCode for Counting {
        fn read_span<'a>(
            &'a self,
            span: &SourceSpan,
            before: usize,
            after: usize,
        ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
            let contents = self.0.read_span(span, before, after)?;
            self.1.fetch_add(contents.data().len(), Ordering::Relaxed);
            Ok(contents)
        }
    }

    #[test]
    fn a_thousand_reports_on_a_megabyte_read_only_their_lines() {
        let text = "key: some value of ordinary length\n".repeat(30_000);
        let lines = LineIndex::new(&text);
        let shown = Arc::new(ShownText::new(
            "x.yml".to_owned(),
            Arc::new(Source::Other(text, lines)),
        ));
        let read = Arc::new(AtomicUsize::new(0));
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::none());
        for number in 0..1000 {
            let mut sheet = SnippetSource::default();
            let span = sheet.add(&shown, TextRange::from(number * 1050..number * 1050 + 3));
            let found = MietteDiagnostic::new("wrong").with_label(LabeledSpan::underline(span));
            let report = Report::new(found).with_source_code(Counting(sheet, read.clone()));
            handler.render_report(&mut String::new(), &*report).unwrap();
        }
        let each = read.load(Ordering::Relaxed) / 1000;
        assert!((1..500).contains(&each), "{each} bytes for each report");
    }
}
