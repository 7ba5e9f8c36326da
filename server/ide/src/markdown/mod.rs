//! Markdown for hovers, completion and hints, in which text from files is shown literally.
//!
//! A [`Markdown`] is composed of parts. `&'static str` is trusted text of the program; everything
//! else must be escaped: by [`code`], [`plain`] in one line, or [`prose`] with paragraphs. A
//! `String` is not a part, so no text from a file gets in unescaped: no remote image, no link, no
//! HTML, no code span that ends too early. Text that azml-ls composes itself comes in through
//! [`ours`]. The modules are [`escape`] and [`unmarked`] (back to plain text).

mod escape;
mod unmarked;

use std::fmt;
use std::ops::Deref;

/// Escaped Markdown text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Markdown(String);

impl Markdown {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Used by [`md!`].
    pub(crate) fn formatted(pieces: fmt::Arguments<'_>) -> Self {
        Self(pieces.to_string())
    }

    #[allow(clippy::needless_pass_by_value)] // A piece is made to be put in.
    pub(crate) fn push(&mut self, piece: impl MarkdownPart) {
        self.0.push_str(&piece.markdown().to_string());
    }

    /// Appends a line of a list.
    #[allow(clippy::needless_pass_by_value)] // As above.
    pub(crate) fn push_row(&mut self, label: &'static str, value: impl MarkdownPart) {
        self.0 += &format!("- **{label}:** {}\n", value.markdown());
    }

    /// Removes the empty lines at its end.
    pub(crate) fn trimmed(mut self) -> Self {
        self.0.truncate(self.0.trim_end().len());
        self
    }

    /// Returns the text as it is sent to a client.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Returns the text without markup, for clients that show only plain text.
    pub fn unmarked(&self) -> String {
        unmarked::unmarked(&self.0)
    }
}

impl Deref for Markdown {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A type that can be a part of a [`Markdown`].
pub(crate) trait MarkdownPart {
    fn markdown(&self) -> impl fmt::Display;
}

impl MarkdownPart for Markdown {
    fn markdown(&self) -> impl fmt::Display {
        &self.0
    }
}

impl MarkdownPart for &Markdown {
    fn markdown(&self) -> impl fmt::Display {
        &self.0
    }
}

/// Only trusted text has this lifetime.
impl MarkdownPart for &'static str {
    fn markdown(&self) -> impl fmt::Display {
        self
    }
}

impl MarkdownPart for i64 {
    fn markdown(&self) -> impl fmt::Display {
        self
    }
}

impl MarkdownPart for usize {
    fn markdown(&self) -> impl fmt::Display {
        self
    }
}

/// Like `format!`, of [`MarkdownPart`]s. They follow the format string: an inline `{name}` would
/// bypass [`MarkdownPart`], and `concat!` makes the compiler reject that.
macro_rules! md {
    ($format:literal $(, $piece:expr)* $(,)?) => {
        $crate::markdown::Markdown::formatted(format_args!(
            concat!($format) $(, $crate::markdown::MarkdownPart::markdown(&$piece))*
        ))
    };
}
pub(crate) use md;

/// Returns Markdown that azml-ls composed of trusted text: of the schema, of numbers.
pub(crate) fn ours(text: impl Into<String>) -> Markdown {
    Markdown(text.into())
}

/// Returns text of a file as code.
pub fn code(text: impl AsRef<str>) -> Markdown {
    Markdown(escape::code(text.as_ref()))
}

/// Returns text of a file in one line.
pub fn plain(text: impl AsRef<str>) -> Markdown {
    Markdown(escape::line(text.as_ref()))
}

/// Returns a message of a rule, in which backticks mark text of a file.
pub fn message(text: impl AsRef<str>) -> Markdown {
    message_with(text, |words| words)
}

/// As [`message`]; what is outside of code passes through `words`.
pub fn message_with(text: impl AsRef<str>, words: impl Fn(String) -> String) -> Markdown {
    Markdown(escape::with_code(text.as_ref(), words))
}

/// Returns text of a file with its lines and paragraphs.
pub(crate) fn prose(text: impl AsRef<str>) -> Markdown {
    Markdown(escape::lines(text.as_ref()))
}

/// Returns `shown` as a link to the file at `url`, or to one of its lines.
pub(crate) fn link(shown: &Markdown, url: &str, line: Option<u32>) -> Markdown {
    let line = line.map_or_else(String::new, |line| format!("#L{line}"));
    Markdown(format!("[{}]({}{line})", shown.0, escape::address(url)))
}

/// Returns `pieces` separated by `between`.
pub(crate) fn joined<P: MarkdownPart>(
    pieces: impl IntoIterator<Item = P>,
    between: &'static str,
) -> Markdown {
    let mut out = Markdown::new();
    for (number, piece) in pieces.into_iter().enumerate() {
        if number > 0 {
            out.push(between);
        }
        out.push(piece);
    }
    out
}

/// Like [`azml_rules::wording::listed_up_to`].
pub(crate) fn listed_up_to(most: usize, pieces: Vec<Markdown>) -> Markdown {
    let texts = pieces.into_iter().map(Markdown::into_string).collect();
    Markdown(azml_rules::wording::listed_up_to(most, texts))
}
