//! The known part of a word.

/// A word of a command line as `argparse` gets it, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentToken {
    /// Exactly this text.
    Text(String),
    /// One word with this prefix; the rest is unknown.
    Start(String),
    /// One word that is a value: it does not begin with `-`.
    Value,
    /// Unknown: a value, a flag, several words, or none.
    Unclear,
}

impl ArgumentToken {
    /// Returns the text with which it certainly begins.
    pub fn known(&self) -> &str {
        match self {
            Self::Text(text) | Self::Start(text) => text,
            Self::Value | Self::Unclear => "",
        }
    }

    /// Returns `true` if the whole word is known.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Text(_))
    }
}
