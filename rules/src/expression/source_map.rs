//! Maps offsets in the decoded text of a scalar to offsets in the file.
//!
//! A quoted scalar has escapes, and a multiline scalar loses its indentation and line ends. Each
//! style is decoded again from the raw text while the source of every byte is recorded. If the
//! result differs from the decoded text, every offset maps to the whole scalar.

use std::ops::Range;

use crate::syntax::{Node, ScalarStyle};
use crate::text::TextRange;

/// Source ranges of the bytes of a decoded scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceMap {
    whole: TextRange,
    kind: MapKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum MapKind {
    /// The decoded text is identical to the source, which starts at this offset.
    Same(u32),
    /// Source range of each decoded byte.
    Bytes(Vec<TextRange>),
    Unknown,
}

/// A decoded text under construction, with the source of each byte.
#[derive(Default)]
struct Trace {
    text: String,
    from: Vec<TextRange>,
}

impl Trace {
    fn push(&mut self, c: char, source: Range<usize>) {
        self.text.push(c);
        let whole = TextRange::from(source);
        self.from.extend(std::iter::repeat_n(whole, c.len_utf8()));
    }

    /// Copies `source`, which is at offset `at`, byte for byte.
    fn copy(&mut self, source: &str, at: usize) {
        self.text.push_str(source);
        self.from
            .extend((at..at + source.len()).map(|at| TextRange::from(at..at + 1)));
    }

    fn truncate(&mut self, len: usize) {
        self.text.truncate(len);
        self.from.truncate(len);
    }
}

/// Returns the range of a scalar's text, without its quotes.
pub fn text_range(node: Node<'_>) -> TextRange {
    SourceMap::new(node).range(0..node.text().map_or(0, str::len))
}

impl SourceMap {
    /// Creates the map of a scalar; for other nodes, every offset maps to the whole node.
    pub fn new(node: Node<'_>) -> Self {
        let whole = node.range();
        let (Some(style), Some(text)) = (node.style(), node.text()) else {
            return Self {
                whole,
                kind: MapKind::Unknown,
            };
        };
        let raw = node.raw();
        let start = whole.start as usize;
        if raw == text {
            return Self {
                whole,
                kind: MapKind::Same(whole.start),
            };
        }
        let quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        if quoted && raw.get(1..raw.len().saturating_sub(1)) == Some(text) && raw.len() > 1 {
            return Self {
                whole,
                kind: MapKind::Same(whole.start + 1),
            };
        }
        let trace = match style {
            ScalarStyle::Plain => aligned(text, &flow_lines(raw)),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => quoted_trace(raw, style),
            ScalarStyle::Literal | ScalarStyle::Folded => aligned(text, &block_lines(raw)),
        };
        let kind = match trace.filter(|trace| trace.text == text) {
            Some(trace) => MapKind::Bytes(
                trace
                    .from
                    .iter()
                    .map(|r| TextRange::from(r.start as usize + start..r.end as usize + start))
                    .collect(),
            ),
            None => MapKind::Unknown,
        };
        Self { whole, kind }
    }

    /// Returns `true` if ranges are exact.
    pub fn is_exact(&self) -> bool {
        self.kind != MapKind::Unknown
    }

    /// Converts a range of the decoded text to one in the file.
    pub fn range(&self, decoded: Range<usize>) -> TextRange {
        match &self.kind {
            MapKind::Same(at) => {
                TextRange::from(*at as usize + decoded.start..*at as usize + decoded.end)
            }
            MapKind::Bytes(from) => {
                let end = |at: usize| from.get(at).map(|range| range.end);
                let start = from
                    .get(decoded.start)
                    .map(|range| range.start)
                    .or_else(|| end(from.len().wrapping_sub(1)));
                let Some(start) = start else {
                    return self.whole;
                };
                let last = if decoded.end > decoded.start {
                    end(decoded.end - 1)
                } else {
                    None
                };
                TextRange::new(start, last.unwrap_or(start))
            }
            MapKind::Unknown => self.whole,
        }
    }

    /// Converts an offset of the file to one in the decoded text; `None` if it is not exact.
    pub fn decoded(&self, offset: u32) -> Option<usize> {
        match &self.kind {
            MapKind::Same(at) => offset.checked_sub(*at).map(|offset| offset as usize),
            MapKind::Bytes(from) => from
                .iter()
                .position(|range| range.start <= offset && offset < range.end)
                .or_else(|| {
                    from.iter()
                        .rposition(|range| range.end == offset)
                        .map(|at| at + 1)
                }),
            MapKind::Unknown => None,
        }
    }
}

/// Returns the content of each line of a plain scalar with its offset in `raw`.
fn flow_lines(raw: &str) -> Vec<(usize, &str)> {
    lines(raw)
        .map(|(at, line)| (at + (line.len() - line.trim_start().len()), line.trim()))
        .collect()
}

/// Returns the content of each line of a block scalar, without its indentation, with its offset in `raw`.
fn block_lines(raw: &str) -> Vec<(usize, &str)> {
    let mut all = lines(raw);
    let header = all.next().map_or("", |(_, line)| line);
    let body: Vec<(usize, &str)> = all.collect();
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let filled = body.iter().filter(|(_, line)| !line.trim().is_empty());
    let digit = header.chars().find(char::is_ascii_digit);
    // With an indentation indicator, the first line may be indented deeper than the block.
    let indent = if digit.is_some() {
        filled.map(|(_, line)| blanks(line)).min()
    } else {
        filled.map(|(_, line)| blanks(line)).next()
    };
    let indent = indent.unwrap_or(0);
    body.into_iter()
        .map(|(at, line)| {
            (
                at + indent.min(blanks(line)),
                line.get(indent..).unwrap_or(""),
            )
        })
        .collect()
}

fn lines(raw: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = raw.as_ptr() as usize;
    raw.split('\n').map(move |line| {
        (
            line.as_ptr() as usize - start,
            line.strip_suffix('\r').unwrap_or(line),
        )
    })
}

/// Aligns the content of `lines` with `text`, in which they are separated by blanks and line ends;
/// those map to the end of the line.
fn aligned(text: &str, lines: &[(usize, &str)]) -> Option<Trace> {
    let mut trace = Trace::default();
    let mut rest = text;
    let mut last = lines.first()?.0;
    for (at, content) in lines.iter().filter(|(_, content)| !content.is_empty()) {
        let folded = rest.starts_with(' ') && !content.starts_with(' ') && !trace.text.is_empty();
        let separators = if folded {
            1
        } else {
            rest.len() - rest.trim_start_matches('\n').len()
        };
        for c in rest[..separators].chars() {
            trace.push(c, last..last + 1);
        }
        rest = rest[separators..].strip_prefix(content)?;
        trace.copy(content, *at);
        last = at + content.len();
    }
    for c in rest.chars() {
        trace.push(c, last..last);
    }
    Some(trace)
}

/// Decodes a quoted scalar.
fn quoted_trace(raw: &str, style: ScalarStyle) -> Option<Trace> {
    let inner = raw.get(1..raw.len().checked_sub(1)?)?;
    let mut trace = Trace::default();
    // Blanks before a line end are removed down to this length.
    let mut solid = 0;
    let mut at = 0;
    while let Some(c) = inner[at..].chars().next() {
        let next = at + c.len_utf8();
        match c {
            '\\' if style == ScalarStyle::DoubleQuoted => {
                at += escape(&inner[at..], at + 1, &mut trace)?;
                solid = trace.text.len();
            }
            '\'' if style == ScalarStyle::SingleQuoted => {
                trace.push('\'', at + 1..at + 3);
                at += 2;
                solid = trace.text.len();
            }
            '\n' | '\r' => {
                trace.truncate(solid);
                at = fold(inner, at, &mut trace);
                solid = trace.text.len();
            }
            _ => {
                trace.copy(&inner[at..next], at + 1);
                at = next;
                if !matches!(c, ' ' | '\t') {
                    solid = trace.text.len();
                }
            }
        }
    }
    Some(trace)
}

/// Folds line ends: one becomes a blank, several become one fewer; indentation is removed.
fn fold(inner: &str, at: usize, trace: &mut Trace) -> usize {
    let rest = &inner[at..];
    let gap = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    let breaks = rest[..gap].matches('\n').count();
    if breaks <= 1 {
        trace.push(' ', at + 1..at + 1 + gap);
    }
    for _ in 1..breaks {
        trace.push('\n', at + 1..at + 1 + gap);
    }
    at + gap
}

/// Decodes one escape of a double-quoted scalar; returns its length in the source.
fn escape(rest: &str, at: usize, trace: &mut Trace) -> Option<usize> {
    let c = rest[1..].chars().next()?;
    let digits = match c {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    if digits > 0 {
        let code = u32::from_str_radix(rest.get(2..2 + digits)?, 16).ok()?;
        trace.push(char::from_u32(code)?, at..at + 2 + digits);
        return Some(2 + digits);
    }
    if matches!(c, '\n' | '\r') {
        // An escaped line end joins the lines.
        let gap = rest.len() - 1 - rest[1..].trim_start().len();
        return Some(1 + gap);
    }
    let decoded = match c {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        other => other,
    };
    trace.push(decoded, at..at + 1 + c.len_utf8());
    Some(1 + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    /// Checks that every `${{x}}` in the decoded text maps to the same bytes in the file.
    fn check(yaml: &str, times: usize) {
        let tree = parse(yaml);
        let node = tree.root().and_then(|root| root.get("k")).expect("a key k");
        let text = node.text().expect("a scalar");
        let map = SourceMap::new(node);
        assert!(map.is_exact(), "{yaml:?} decoded {text:?}");
        let places: Vec<_> = text
            .match_indices("${{x}}")
            .map(|(at, found)| at..at + found.len())
            .collect();
        assert_eq!(places.len(), times, "{yaml:?}");
        for place in places {
            assert_eq!(map.range(place.clone()).slice(yaml), "${{x}}", "{yaml:?}");
            assert_eq!(
                map.decoded(map.range(place.clone()).start),
                Some(place.start),
                "{yaml:?}"
            );
        }
    }

    #[test]
    fn every_style_maps_exactly() {
        check("k: ${{x}}\n", 1);
        check("k: a ${{x}}\n  b ${{x}}\n\n  c ${{x}}\n", 3);
        check("k: 'it''s ${{x}}'\n", 1);
        check("k: 'a  \n\n   b ${{x}} '\n", 1);
        check("k: \"a\\tb \\u00e9 \\\" ${{x}}\"\n", 1);
        check("k: \"é ${{x}} \\\n   b ${{x}}\n  c ${{x}}\"\n", 3);
        check("k: |\n  a ${{x}}\n    b ${{x}}\n\n  c ${{x}}\n", 3);
        check(
            "k: >-\n  a ${{x}}\n  b ${{x}}\n\n  c ${{x}}\n    more ${{x}}\n   less\n  d ${{x}}\n",
            5,
        );
        check("k: >+ # comment\n\n  é ${{x}}\r\n  b ${{x}}\r\n\r\n", 2);
        check("k: |2\n    deep ${{x}}\n  a ${{x}}\n", 2);
        check("{a: 1, k: 'x'' ${{x}}'}\n", 1);
    }
}
