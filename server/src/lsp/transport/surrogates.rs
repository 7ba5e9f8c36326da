//! Replacement of lone surrogates, which JavaScript writes when half of an emoji was deleted.
//!
//! `"\ud83d"` is a valid string in JavaScript and an invalid one in Unicode. U+FFFD replaces it: it
//! has the same length in UTF-16, so that later positions stay correct.

const REPLACEMENT: &str = "\\ufffd";

/// JSON without escapes of lone surrogates; `None` where there are none.
pub(crate) fn without_lone_surrogates(json: &str) -> Option<String> {
    let mut mended = String::new();
    let (mut not_excluded, mut at) = (0, 0);
    while let Some(next) = memchr::memchr(b'\\', &json.as_bytes()[at..]) {
        at += next;
        match unit(json, at) {
            Some(0xD800..=0xDBFF) if matches!(unit(json, at + 6), Some(0xDC00..=0xDFFF)) => {
                at += 12;
            }
            Some(0xD800..=0xDFFF) => {
                mended.push_str(&json[not_excluded..at]);
                mended.push_str(REPLACEMENT);
                at += REPLACEMENT.len();
                not_excluded = at;
            }
            Some(_) => at += 6,
            // Skips the backslash and the escaped character, which is missing at the end.
            None => at = (at + 2).min(json.len()),
        }
    }
    if not_excluded == 0 {
        return None;
    }
    mended.push_str(&json[not_excluded..]);
    Some(mended)
}

/// The UTF-16 unit that is escaped at `at`: `\ud83d`.
fn unit(json: &str, at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_surrogates_are_replaced() {
        for (json, mended) in [
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\uDE00 é""#, r#""\ufffd é""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\ude00\ud83d""#, r#""\ufffd\ufffd""#),
            (r#""\ud83dA\n\ude00""#, r#""\ufffdA\n\ufffd""#),
            (r#""\\\ud83d""#, r#""\\\ufffd""#),
        ] {
            assert_eq!(
                without_lone_surrogates(json).as_deref(),
                Some(mended),
                "{json}"
            );
        }
        for json in [
            r#""\ud83d\ude00""#,
            r#""\\ud83d""#,
            r#""\u12""#,
            r#""\u+123""#,
            "\\",
            "\\é",
        ] {
            assert_eq!(without_lone_surrogates(json), None, "{json}");
        }
    }
}
