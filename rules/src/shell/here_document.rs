//! Here-documents: `<<END`, and lines up to the line `END`.

use super::dialect::LineBreaks;

/// A here-document whose lines follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HereDocument {
    /// The line that ends it; `None` if it is unknown.
    delimiter: Option<String>,
    /// `true` for `<<-`: tabs at the start of its lines are ignored.
    strips_tabs: bool,
}

impl HereDocument {
    /// Returns the here-document that begins with `operator` and the word after it, if that is `<<`
    /// or `<<-`.
    pub(super) fn new(operator: &str, delimiter: Option<&str>) -> Option<Self> {
        matches!(operator, "<<" | "<<-").then(|| Self {
            delimiter: delimiter.map(str::to_owned),
            strips_tabs: operator == "<<-",
        })
    }

    /// Reads `<<END`, `<<-END`, or `<<'END'` at the beginning of `text`; returns its length, too.
    pub(crate) fn at_start(text: &str) -> Option<(Self, usize)> {
        let rest = text.strip_prefix("<<").filter(|it| !it.starts_with('<'))?;
        let operator = if rest.starts_with('-') { "<<-" } else { "<<" };
        let rest = text[operator.len()..].trim_start_matches([' ', '\t']);
        let end = rest.find(|c: char| c.is_whitespace() || ";|&<>()".contains(c));
        let word = &rest[..end.unwrap_or(rest.len())];
        let delimiter = word.replace(['"', '\'', '\\'], "");
        let is_known = !delimiter.is_empty() && !delimiter.contains(['$', '`']);
        let document = Self::new(operator, is_known.then_some(&delimiter))?;
        Some((document, text.len() - rest.len() + word.len()))
    }

    /// Returns the length of its lines at the start of `text`, with the delimiter; `None` if the
    /// delimiter is missing.
    pub(super) fn len(&self, text: &str, line_breaks: LineBreaks) -> Option<usize> {
        let delimiter = self.delimiter.as_ref()?;
        let mut len = 0;
        for line in text.split_inclusive('\n') {
            len += line.len();
            if self.is_delimiter(delimiter, line, line_breaks) {
                return Some(len);
            }
        }
        None
    }

    fn is_delimiter(&self, delimiter: &str, line: &str, line_breaks: LineBreaks) -> bool {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = match line_breaks {
            LineBreaks::Decoded if self.strips_tabs => line.trim_start_matches('\t'),
            LineBreaks::Decoded => line,
            LineBreaks::Source | LineBreaks::Folded => line.trim(),
        };
        line == delimiter
    }

    /// Returns `true` if `line` of a decoded text ends it.
    pub(crate) fn ends_at(&self, line: &str) -> bool {
        let delimiter = self.delimiter.as_ref();
        delimiter.is_some_and(|it| self.is_delimiter(it, line, LineBreaks::Decoded))
    }

    /// Returns the line that ends it; `None` if it is unknown.
    pub(crate) fn delimiter(&self) -> Option<&str> {
        self.delimiter.as_deref()
    }

    /// Returns `true` if its delimiter is a plain name: `EOF`.
    pub(crate) fn is_named(&self) -> bool {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        self.delimiter
            .as_ref()
            .is_some_and(|it| it.chars().all(is_part))
    }
}
