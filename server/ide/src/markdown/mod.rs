//! Markdown for cards, completion and hints, in which text of files is nothing but text.
//!
//! A [`Markdown`] is made of pieces. Our own words are those that live as long as the program;
//! everything else says what it is: [`code`], [`plain`] in one line, [`prose`] with paragraphs. A
//! `String` is no piece, so nothing from a file gets in unescaped: no image that loads when one looks
//! at it, no link, no HTML, no code span that ends too early. What azml-ls composes of its own words
//! comes in through [`ours`].

mod escape;
mod unmarked;

use std::fmt;
use std::ops::Deref;

/// Text with marks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Markdown(String);

impl Markdown {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// What [`md!`] makes.
    pub(crate) fn formatted(pieces: fmt::Arguments<'_>) -> Self {
        Self(pieces.to_string())
    }

    #[allow(clippy::needless_pass_by_value)] // A piece is made to be put in.
    pub(crate) fn push(&mut self, piece: impl MarkdownPart) {
        self.0.push_str(&piece.markdown().to_string());
    }

    /// A line of a list.
    #[allow(clippy::needless_pass_by_value)] // As above.
    pub(crate) fn push_row(&mut self, label: &'static str, value: impl MarkdownPart) {
        self.0 += &format!("- **{label}:** {}\n", value.markdown());
    }

    /// Without the empty lines at its end.
    pub(crate) fn trimmed(mut self) -> Self {
        self.0.truncate(self.0.trim_end().len());
        self
    }

    /// The text as it is sent to a client.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The same without marks, for clients that show only text.
    #[must_use]
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

/// What may stand in a [`Markdown`].
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

/// Only our own words live that long.
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

/// As `format!`, of [`MarkdownPart`]s. They stand behind the text: one that is named in it would not be
/// asked what it is, and `concat!` makes the compiler refuse that.
macro_rules! md {
    ($format:literal $(, $piece:expr)* $(,)?) => {
        $crate::markdown::Markdown::formatted(format_args!(
            concat!($format) $(, $crate::markdown::MarkdownPart::markdown(&$piece))*
        ))
    };
}
pub(crate) use md;

/// Markdown that azml-ls composed of its own words: of the catalogue, of numbers.
pub(crate) fn ours(text: impl Into<String>) -> Markdown {
    Markdown(text.into())
}

/// Text of a file as code.
pub(crate) fn code(text: impl AsRef<str>) -> Markdown {
    Markdown(escape::code(text.as_ref()))
}

/// Text of a file in one line.
pub fn plain(text: impl AsRef<str>) -> Markdown {
    Markdown(escape::line(text.as_ref()))
}

/// A message of a rule, which says with backticks what stands in a file.
pub fn message(text: impl AsRef<str>) -> Markdown {
    Markdown(escape::with_code(text.as_ref()))
}

/// Text of a file with its lines and paragraphs.
pub(crate) fn prose(text: impl AsRef<str>) -> Markdown {
    Markdown(escape::lines(text.as_ref()))
}

/// `shown` as a link to the file at the address `url`, to one of its lines.
pub(crate) fn link(shown: &Markdown, url: &str, line: Option<u32>) -> Markdown {
    let line = line.map_or_else(String::new, |line| format!("#L{line}"));
    Markdown(format!("[{}]({}{line})", shown.0, escape::address(url)))
}

/// `pieces` with `between` them.
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

/// As [`azml_rules::wording::listed_up_to`].
pub(crate) fn listed_up_to(most: usize, pieces: Vec<Markdown>) -> Markdown {
    let texts = pieces.into_iter().map(Markdown::into_string).collect();
    Markdown(azml_rules::wording::listed_up_to(most, texts))
}
