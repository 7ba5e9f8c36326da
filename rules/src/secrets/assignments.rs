//! Secrets that are known by the name they are given: `NAME=value`, `name: value`, `--name value`.

use std::ops::Range;

use memchr::memchr3_iter;

use super::names::names_secret;
use super::randomness::looks_random;

/// Calls `found` with the range of each value in `text` that is a secret by its name, and the name.
pub(super) fn each_assigned<'t>(text: &'t str, mut found: impl FnMut(Range<usize>, &'t str)) {
    let bytes = text.as_bytes();
    for at in memchr3_iter(b'=', b':', b' ', bytes) {
        let Some(name) = name_before(text, at) else {
            continue;
        };
        // A space only follows the name of a flag.
        if bytes[at] == b' ' && !text[..at].ends_with(name) {
            continue;
        }
        let is_flag = text[..at - name.len()].ends_with("--");
        if (bytes[at] == b' ' && !is_flag) || !names_secret(name) {
            continue;
        }
        let value = value_after(text, at + 1);
        if looks_random(&text[value.clone()]) {
            found(value, name);
        }
    }
}

/// Returns the name that ends before `at`, which may be in quotes, or before spaces.
fn name_before(text: &str, at: usize) -> Option<&str> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let before = text[..at].trim_end_matches([' ', '"', '\'']);
    let length = before.bytes().rev().take_while(is_name).count();
    let name = before[before.len() - length..].trim_start_matches('-');
    (!name.is_empty()).then_some(name)
}

/// Returns the range of the value that begins after `from`: without quotes, spaces, and a YAML anchor.
fn value_after(text: &str, from: usize) -> Range<usize> {
    let is_end = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\''
                    | '`'
                    | ','
                    | ';'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '{'
                    | '}'
                    | '<'
                    | '>'
                    | '|'
                    | '&'
            )
    };
    let mut start = from;
    loop {
        let rest = &text[start..];
        start += rest.len() - rest.trim_start_matches([' ', '"', '\'', '=', '\\']).len();
        let end = text[start..]
            .find(is_end)
            .map_or(text.len(), |end| start + end);
        // `&anchor value` and `!!str value`.
        let is_property = text[start..].starts_with(['&', '!']);
        if !is_property {
            return start..end;
        }
        let property = text[start + 1..].find(' ').map(|at| start + 1 + at);
        match property {
            Some(next) if !text[start..next].contains('\n') => start = next,
            _ => return start..end,
        }
    }
}
