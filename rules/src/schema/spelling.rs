//! Spellings of the words of an enumeration that the client accepts.

use super::table::{Spelling, Type};
use super::union_members::enum_values;

/// Returns `true` if the client accepts `text` as one of `values`.
pub(super) fn is_one_of(text: &str, spelling: Spelling, values: &[&str]) -> bool {
    let has = |text: &str| values.contains(&text);
    let is_small = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    match spelling {
        // Fast path for the usual spelling, which needs no conversion.
        Spelling::Lower | Spelling::Snake if text.bytes().all(is_small) => has(text),
        Spelling::Exact => has(text),
        Spelling::Lower => has(&text.to_lowercase()),
        Spelling::Upper => has(&text.to_uppercase()),
        Spelling::Snake => has(&snake_list(text)),
        Spelling::Camel => has(&camel(text)),
        Spelling::Pascal => has(&pascal(text)),
    }
}

/// Returns the allowed value that differs from `text` only in letter case, hyphens and underscores.
pub fn meant<'v>(text: &str, values: &[&'v str]) -> Option<&'v str> {
    let text = letters(text);
    let mut same = values.iter().filter(|value| letters(value) == text);
    let mut plural = values.iter().filter(|value| {
        let value = letters(value);
        value.strip_suffix('s') == Some(&text) || text.strip_suffix('s') == Some(&value)
    });
    same.next().or_else(|| plural.next()).copied()
}

/// Returns the text in lower case, without separators.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| !matches!(c, '_' | '-' | ' '));
    letters.collect::<String>().to_lowercase()
}

/// Returns the word of `ty` that differs from `text` only in letter case, hyphens or underscores.
pub fn misspelled(ty: &'static Type, text: &str) -> Option<&'static str> {
    meant(text, &enum_values(ty))
}

/// Converts each part of a comma-separated list.
fn snake_list(text: &str) -> String {
    if !text.contains(',') {
        return snake(text);
    }
    let parts: Vec<String> = text.split(',').map(|part| snake(part.trim())).collect();
    parts.join(",")
}

/// Converts to snake case like the client: `_` before a capital that starts a lowercase word, then
/// between a lowercase letter or digit and a capital.
fn snake(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for (at, c) in letters.iter().enumerate() {
        let word =
            c.is_ascii_uppercase() && letters.get(at + 1).is_some_and(char::is_ascii_lowercase);
        let after_small =
            at > 0 && (letters[at - 1].is_ascii_lowercase() || letters[at - 1].is_ascii_digit());
        if at > 0 && (word || (c.is_ascii_uppercase() && after_small)) {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn camel(text: &str) -> String {
    let mut out = String::new();
    let mut raise = false;
    for c in text.chars() {
        match c {
            '_' => raise = true,
            _ if raise => {
                out.extend(c.to_uppercase());
                raise = false;
            }
            _ => out.push(c),
        }
    }
    out
}

fn pascal(text: &str) -> String {
    let mut out = String::new();
    for part in text.split('_') {
        let mut letters = part.chars();
        out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        out.extend(letters.flat_map(char::to_lowercase));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_the_spellings_the_client_accepts() {
        let managed = &["managed_identity", "managed"];
        for text in [
            "managed_identity",
            "MANAGED_IDENTITY",
            "ManagedIdentity",
            "managedIdentity",
            "Managed",
        ] {
            assert!(is_one_of(text, Spelling::Snake, managed), "{text}");
        }
        for text in ["managedidentity", "Managed_Identity", "managed-identity"] {
            assert!(!is_one_of(text, Spelling::Snake, managed), "{text}");
        }
        assert!(is_one_of(
            "Low_Priority",
            Spelling::Lower,
            &["low_priority"]
        ));
        assert!(!is_one_of(
            "LowPriority",
            Spelling::Lower,
            &["low_priority"]
        ));
        assert!(is_one_of("ENABLED", Spelling::Pascal, &["Enabled"]));
        assert_eq!(
            meant("LowPriority", &["dedicated", "low_priority"]),
            Some("low_priority")
        );
    }
}
