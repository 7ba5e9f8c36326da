//! Values of plain scalars as the official client reads them.
//!
//! The client loads files with a YAML 1.1 reader (`yes`, `010`, `1:30`, dates). A value that other
//! readers take for a string may be a number or a boolean there, and the other way round (`1e5`
//! without a dot is a string).

use std::borrow::Cow;

/// A scalar as the official client reads it.
#[derive(Clone, PartialEq, Debug)]
pub enum Scalar {
    /// Empty, `~` or `null`.
    Null,
    /// `true`, `yes`, `on` and their opposites.
    Bool(bool),
    /// An integer: decimal, `0x`, `0b`, octal with a leading `0`, base 60 with colons.
    Int(i64),
    /// A number with a dot; `.inf`, `.nan`.
    Float(f64),
    /// A date or a date with a time.
    Timestamp,
    /// Anything else.
    Str,
}

/// Reads a plain (unquoted) scalar by YAML 1.1, <https://yaml.org/type/>, as PyYAML implements it.
pub fn read_plain(text: &str) -> Scalar {
    if is_plainly_text(text) {
        return Scalar::Str;
    }
    match text {
        _ if is_null(text) => return Scalar::Null,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => {
            return Scalar::Bool(true);
        }
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => {
            return Scalar::Bool(false);
        }
        _ => {}
    }
    if let Some(int) = read_int(text) {
        return Scalar::Int(int);
    }
    if let Some(float) = read_float(text) {
        return Scalar::Float(float);
    }
    if is_timestamp(text) {
        Scalar::Timestamp
    } else {
        Scalar::Str
    }
}

/// Returns `true` if a plain scalar is null.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// Returns `true` if `text` begins like neither a number or date nor a word such as `true`, `null`
/// or `false` (the longest). It is a fast path for most texts.
fn is_plainly_text(text: &str) -> bool {
    const LONGEST_WORD: usize = 5;
    match text.bytes().next() {
        None | Some(b'~' | b'+' | b'-' | b'.' | b'0'..=b'9') => false,
        Some(b'n' | b'N' | b't' | b'T' | b'y' | b'Y' | b'o' | b'O' | b'f' | b'F') => {
            text.len() > LONGEST_WORD
        }
        Some(_) => true,
    }
}

fn read_int(text: &str) -> Option<i64> {
    let (sign, digits) = split_sign(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let plain = without_underscores(digits);
    let value = if let Some(hex) = plain.strip_prefix("0x") {
        i64::from_str_radix(hex, 16).ok()?
    } else if let Some(binary) = plain.strip_prefix("0b") {
        i64::from_str_radix(binary, 2).ok()?
    } else if plain.as_bytes().contains(&b':') {
        sexagesimal(&plain)?
    } else if plain.len() > 1 && plain.starts_with('0') {
        i64::from_str_radix(&plain, 8).ok()?
    } else {
        plain.parse().ok()?
    };
    Some(sign * value)
}

fn sexagesimal(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let head = parts.next()?;
    if head.starts_with('0') {
        return None;
    }
    let mut total: i64 = head.parse().ok()?;
    for part in parts {
        let digit: i64 = part.parse().ok()?;
        if part.is_empty() || part.len() > 2 || digit > 59 {
            return None;
        }
        total = total.checked_mul(60)?.checked_add(digit)?;
    }
    Some(total)
}

fn read_float(text: &str) -> Option<f64> {
    let (sign, digits) = split_sign(text);
    #[allow(clippy::cast_precision_loss)] // The sign is 1 or -1.
    let sign = sign as f64;
    match digits {
        ".inf" | ".Inf" | ".INF" => return Some(sign * f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" => return Some(f64::NAN),
        _ => {}
    }
    let (mantissa, exponent) = digits
        .split_once(['e', 'E'])
        .map_or((digits, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.')?;
    let digits_only = |s: &str| s.chars().all(|c| c.is_ascii_digit() || c == '_');
    if !digits_only(whole) || !digits_only(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    // YAML 1.1 requires a sign in the exponent: `1.0e5` is a string to PyYAML.
    if exponent.is_some_and(|e| {
        !e.starts_with(['+', '-']) || e.len() < 2 || !e[1..].bytes().all(|b| b.is_ascii_digit())
    }) {
        return None;
    }
    let value = without_underscores(digits).parse::<f64>();
    value.ok().map(|value| sign * value)
}

/// Removes the underscores that group the digits of a number.
fn without_underscores(digits: &str) -> Cow<'_, str> {
    if digits.as_bytes().contains(&b'_') {
        Cow::Owned(digits.replace('_', ""))
    } else {
        Cow::Borrowed(digits)
    }
}

fn split_sign(text: &str) -> (i64, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits = |from: usize, count: usize| (from..from + count).all(is_digit);
    if !(digits(0, 4) && bytes.get(4) == Some(&b'-')) {
        return false;
    }
    if bytes.len() == 10 && digits(5, 2) && bytes[7] == b'-' && digits(8, 2) {
        return true;
    }
    let Some((date, time)) = text.split_once(['T', 't', ' ', '\t']) else {
        return false;
    };
    let date_ok = date[5..]
        .split_once('-')
        .is_some_and(|(m, d)| short_number(m) && short_number(d));
    let mut clock = time.trim_start().splitn(3, ':');
    date_ok
        && clock.next().is_some_and(short_number)
        && clock
            .next()
            .is_some_and(|m| m.len() == 2 && short_number(m))
        && clock
            .next()
            .is_some_and(|s| s.len() >= 2 && s.as_bytes()[..2].iter().all(u8::is_ascii_digit))
}

fn short_number(text: &str) -> bool {
    (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_plain_scalars_as_the_client_does() {
        assert_eq!(read_plain("yes"), Scalar::Bool(true));
        assert_eq!(read_plain("Off"), Scalar::Bool(false));
        assert_eq!(read_plain("y"), Scalar::Str);
        assert_eq!(read_plain("010"), Scalar::Int(8));
        assert_eq!(read_plain("0o10"), Scalar::Str);
        assert_eq!(read_plain("1_000"), Scalar::Int(1000));
        assert_eq!(read_plain("1:30"), Scalar::Int(90));
        assert_eq!(read_plain("-0x1F"), Scalar::Int(-31));
        assert_eq!(read_plain("1.5"), Scalar::Float(1.5));
        assert_eq!(read_plain("1e5"), Scalar::Str);
        assert_eq!(read_plain("1.0e5"), Scalar::Str);
        assert_eq!(read_plain("1.0e+5"), Scalar::Float(1e5));
        assert_eq!(read_plain("2024-01-02"), Scalar::Timestamp);
        assert_eq!(read_plain("2024-01-02T10:00:00Z"), Scalar::Timestamp);
        assert_eq!(read_plain("2024-1"), Scalar::Str);
        assert_eq!(read_plain("~"), Scalar::Null);
        assert_eq!(read_plain("nothing"), Scalar::Str);
        assert_eq!(read_plain("089"), Scalar::Str);
    }
}
