//! Source code for miette: the concatenated excerpts of one finding.

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::snippet::ExcerptText;

/// The excerpts of one finding.
pub(crate) struct Snippets(Vec<Snippet>);

struct Snippet {
    /// Offset of its start in the concatenation.
    base: usize,
    excerpt: ExcerptText,
}

impl Snippets {
    /// Concatenates the excerpts.
    pub(crate) fn new(excerpts: impl Iterator<Item = ExcerptText>) -> Self {
        let mut base = 0;
        let snippets = excerpts.map(|excerpt| {
            let snippet = Snippet { base, excerpt };
            // One byte between two: no span is in both.
            base = snippet.end() + 1;
            snippet
        });
        Self(snippets.collect())
    }

    /// Returns the labels of the excerpts.
    pub(crate) fn labels(&self) -> Vec<LabeledSpan> {
        let mut labels = Vec::new();
        for snippet in &self.0 {
            for mark in &snippet.excerpt.marks {
                let span = (snippet.base + mark.range.start, mark.range.len());
                labels.push(match &mark.label {
                    Some(label) => LabeledSpan::new_with_span(Some(label.clone()), span),
                    None => LabeledSpan::new_primary_with_span(None, span),
                });
            }
        }
        labels
    }
}

impl Snippet {
    fn end(&self) -> usize {
        self.base + self.excerpt.text.len()
    }

    /// Returns the line and column of `start`: miette requests no context lines.
    fn place(&self, start: usize) -> (usize, usize) {
        let mut marks = self.excerpt.marks.iter();
        let place = marks
            .find(|mark| mark.range.start == start)
            .map(|it| it.place);
        let (line, column) = place.map_or((1, 1), |place| (place.line, place.column));
        (line as usize - 1, column as usize - 1)
    }
}

/// The start of the line `lines` above the one of `at`.
fn start_of_lines(text: &str, at: usize, lines: usize) -> usize {
    let mut ends = text[..at].rmatch_indices('\n');
    ends.nth(lines).map_or(0, |(end, _)| end + 1)
}

/// The end of the line `lines` below the one of `at`, with the line end.
fn end_of_lines(text: &str, at: usize, lines: usize) -> usize {
    let mut ends = text[at..].match_indices('\n');
    ends.nth(lines).map_or(text.len(), |(end, _)| at + end + 1)
}

impl SourceCode for Snippets {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let mut snippets = self.0.iter();
        let snippet = snippets
            .find(|snippet| snippet.base <= start && end <= snippet.end())
            .ok_or(MietteError::OutOfBounds)?;
        let ExcerptText {
            name,
            text,
            first_line,
            ..
        } = &snippet.excerpt;
        let (start, end) = (start - snippet.base, end - snippet.base);
        let is_place = before == 0 && after == 0;
        let range = if is_place {
            start..end
        } else {
            start_of_lines(text, start, before)..end_of_lines(text, end, after)
        };
        let (line, column) = if is_place {
            snippet.place(start)
        } else {
            let above = text[..range.start].matches('\n').count();
            (*first_line as usize + above, 0)
        };
        let data = &text[range.clone()];
        Ok(Box::new(MietteSpanContents::new_named(
            name.clone(),
            data.as_bytes(),
            (snippet.base + range.start, range.len()).into(),
            line,
            column,
            data.lines().count(),
        )))
    }
}
