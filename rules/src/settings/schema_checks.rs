//! `schemaChecks: off`, for people who keep a generic YAML server with a JSON schema next to us.

use crate::rule::Rule;

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

/// The rules whose mistakes a generic YAML server finds too, with a JSON schema or because the text is ambiguous.
///
/// Not among them: `yaml-syntax`, without which a broken file would pass; what knows how the client reads YAML
/// (`quote-required-string`, `unquoted-version`, `unquoted-datetime`); what knows where a key belongs, which files there
/// are, and what values mean together.
pub const SCHEMA_RULES: [&str; 8] = [
    "duplicate-key",
    "enum-spelling",
    "invalid-type",
    "invalid-value",
    "missing-required-key",
    "null-where-value-needed",
    "read-only-key",
    "unknown-key",
];

/// Whether a generic YAML server finds the mistakes of `rule` too.
#[must_use]
pub fn is_schema_rule(rule: &Rule) -> bool {
    SCHEMA_RULES.contains(&rule.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::rule;

    #[test]
    fn every_schema_rule_exists() {
        for name in SCHEMA_RULES {
            assert!(rule(name).is_some_and(is_schema_rule), "{name}");
        }
    }
}
