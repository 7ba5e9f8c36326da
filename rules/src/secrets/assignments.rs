//! Secrets that are known by the name they are given: `NAME=value`, `name: value`, `--name value`.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memchr2_iter;
use memchr::memmem::Finder;

use super::names::names_secret;
use super::randomness::looks_random;
use crate::work_counter;

/// Calls `found` with the range of each value in `text` that is a secret by its name, and the name.
pub(super) fn each_assigned<'t>(text: &'t str, mut found: impl FnMut(Range<usize>, &'t str)) {
    let mut word = 0..0;
    let mut check = |name: &'t str, from: usize| {
        if names_secret(name) {
            let value = value_after(text, from, &mut word);
            if looks_random(&text[value.clone()]) {
                found(value, name);
            }
        }
    };
    let bytes = text.as_bytes();
    for at in memchr2_iter(b'=', b':', bytes) {
        if let Some(name) = name_before(text, at) {
            check(name, at + 1);
        }
    }
    for at in FLAGS.find_iter(bytes) {
        let name = &text[at + FLAG.len()..];
        let letters = name.bytes().take_while(is_name);
        let length = letters.take(LONGEST_NAME).count();
        work_counter::spend(length as u64);
        let end = at + FLAG.len() + length;
        if bytes.get(end) == Some(&b' ') {
            check(&name[..length], end + 1);
        }
    }
}

/// Maximum length of a name: a line of dashes has a flag at every second one.
const LONGEST_NAME: usize = 128;

/// Text before the name of a flag.
const FLAG: &str = "--";

// A finder takes longer to make than to read a line.
static FLAGS: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(FLAG));

fn is_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Returns the name that ends before `at`, which may be in quotes, or before spaces.
fn name_before(text: &str, at: usize) -> Option<&str> {
    let bytes = &text.as_bytes()[..at];
    let is_around = |byte: &u8| matches!(byte, b' ' | b'"' | b'\'');
    let end = bytes.iter().rposition(|byte| !is_around(byte))? + 1;
    let before = &text[..end];
    let letters = before.bytes().rev().take_while(is_name);
    let length = letters.take(LONGEST_NAME).count();
    let name = before[before.len() - length..].trim_start_matches('-');
    (!name.is_empty()).then_some(name)
}

/// Returns the range of the value that begins after `from`: without quotes, spaces, and a YAML anchor.
/// `word` is the last one that was read to its end: one may have many names in it.
fn value_after(text: &str, from: usize, word: &mut Range<usize>) -> Range<usize> {
    let mut start = from;
    loop {
        let rest = &text[start..];
        start += rest.len() - rest.trim_start_matches([' ', '"', '\'', '=', '\\']).len();
        if !(word.start..word.end).contains(&start) {
            let end = text[start..].find(is_end);
            *word = start..end.map_or(text.len(), |end| start + end);
            work_counter::spend(word.len() as u64);
        }
        let value = start..word.end.max(start);
        // `&anchor value` and `!!str value`.
        let is_property = text[start..].starts_with(['&', '!']);
        if !is_property {
            return value;
        }
        let mut property = text.as_bytes()[start + 1..].iter().take(LONGEST_NAME);
        let end = property.position(|byte| matches!(byte, b' ' | b'\n'));
        match end.map(|length| start + 1 + length) {
            Some(next) if text.as_bytes()[next] == b' ' => start = next,
            _ => return value,
        }
    }
}

/// Returns `true` for a character after a value.
fn is_end(c: char) -> bool {
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
}
