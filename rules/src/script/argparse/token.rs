//! A word as far as it is known.

/// A word of a command line as `argparse` will see it, as far as that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentToken {
    /// Exactly this.
    Text(String),
    /// One word that begins so; the rest is not known.
    Start(String),
    /// One word that is a value: it does not begin with `-`.
    Value,
    /// Anything: a value, a flag, several words, or none.
    Unclear,
}

impl ArgumentToken {
    /// The text that it surely begins with.
    #[must_use]
    pub fn known(&self) -> &str {
        match self {
            Self::Text(text) | Self::Start(text) => text,
            Self::Value | Self::Unclear => "",
        }
    }

    /// Whether nothing of it is unknown.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Text(_))
    }
}
