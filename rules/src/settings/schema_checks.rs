//! `schemaChecks: off`, for people who keep a generic YAML server with a JSON schema next to us.

/// Whether we say what a JSON schema can say as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaChecks {
    /// Yes.
    On,
    /// No: a generic YAML server does.
    Off,
}

impl SchemaChecks {
    /// As written in settings. `off` is a boolean to a YAML 1.1 reader and a word to others.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "on" | "On" | "ON" | "true" => Some(Self::On),
            "off" | "Off" | "OFF" | "false" => Some(Self::Off),
            _ => None,
        }
    }
}
