//! Escapes text from files for output.
//!
//! Names, values and paths in a repository may contain any characters. Those that control a
//! terminal, an editor, or the log of a CI run, and those that deceive the reader ([Trojan
//! Source]), are escaped as in rustc: `\x1b`, `\u{202e}`. [`printable`] makes one line out of any
//! text; [`Screen`] does the same for all output, as a second barrier.
//!
//! [`Screen`]: azml_ls::output::Screen
//! [Trojan Source]: https://trojansource.codes

use std::borrow::Cow;

/// Returns `text` as one line, without control and invisible characters.
pub fn printable(text: &str) -> Cow<'_, str> {
    replaced(text, |_, c| Some(escaped(c)))
}

/// Returns `text` in which `replacement` replaces each character that must not be shown. A
/// character stays if the replacement is `None`.
pub fn replaced(text: &str, replacement: impl Fn(usize, char) -> Option<String>) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    for (at, c) in hidden(text) {
        if let Some(replacement) = replacement(at, c) {
            out.push_str(&text[done..at]);
            out.push_str(&replacement);
            done = at + c.len_utf8();
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Returns `c` as rustc escapes it.
pub fn escaped(c: char) -> String {
    match c {
        '\t' | '\n' | '\r' => c.escape_default().to_string(),
        c if c.is_ascii() => format!("\\x{:02x}", u32::from(c)),
        c => c.escape_unicode().to_string(),
    }
}

/// Returns the characters of `text` that must not be shown.
fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut next = 0;
    std::iter::from_fn(move || {
        loop {
            next += text[next..]
                .bytes()
                .position(|b| !is_plain(b) || b == b'#')?;
            let (at, c) = (next, text[next..].chars().next()?);
            next += c.len_utf8();
            let is_hidden = match c {
                '#' => starts_command(&text[at..]),
                // Persian, Hindi and composed emoji need these.
                ZERO_WIDTH_NON_JOINER | ZERO_WIDTH_JOINER => {
                    at == 0 || text.as_bytes()[at - 1].is_ascii()
                }
                c => is_hidden(c),
            };
            if is_hidden {
                return Some((at, c));
            }
        }
    })
}

const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';

fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// Returns `true` for control characters, line ends, text directions, and characters without width.
fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Returns `true` if a CI service interprets a line that contains `text` anywhere: `##vso[...]` on
/// Azure DevOps, `##[...]` on GitHub, `##teamcity[...]`.
fn starts_command(text: &str) -> bool {
    text.strip_prefix("##").is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .starts_with('[')
    })
}

/// Returns `true` if a CI service interprets `line`: it contains a command, or starts with one of
/// GitHub, `::add-mask::`.
pub fn is_obeyed(line: &str) -> bool {
    line.trim_start().starts_with("::")
        || line
            .match_indices("##")
            .any(|(at, _)| starts_command(&line[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_obeyed_or_not_seen_is_written_out() {
        for (text, shown) in [
            ("plain: größe 計算 ✓", "plain: größe 計算 ✓"),
            ("a\u{1b}[31m\u{7}\0\u{7f}", "a\\x1b[31m\\x07\\x00\\x7f"),
            ("a\tb\nc\r", "a\\tb\\nc\\r"),
            ("\u{9b}31m\u{85}", "\\u{9b}31m\\u{85}"),
            ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
            (
                "\u{202e}gnp\u{2066}\u{61c}",
                "\\u{202e}gnp\\u{2066}\\u{61c}",
            ),
            ("com\u{200d}pute\u{200b}", "com\\u{200d}pute\\u{200b}"),
            ("👩\u{200d}💻 می\u{200c}شود", "👩\u{200d}💻 می\u{200c}شود"),
            ("\u{e0041}\u{feff}", "\\u{e0041}\\u{feff}"),
        ] {
            assert_eq!(printable(text), shown, "{text:?}");
            assert_eq!(printable(shown), shown, "shown once is shown for good");
        }
    }

    #[test]
    fn commands_of_azure_devops_are_broken_anywhere() {
        assert_eq!(printable("x ##vso[a]b"), "x \\x23#vso[a]b");
        assert_eq!(printable("###[error]"), "#\\x23#[error]");
        assert_eq!(printable("## title [1] ##"), "## title [1] ##");
    }

    #[test]
    fn a_line_is_obeyed_by_its_start_or_by_what_it_holds() {
        for line in [
            "::add-mask::x",
            " \u{3000}::error::",
            "+a ##[debug]",
            "##VSO[",
        ] {
            assert!(is_obeyed(line), "{line}");
        }
        for line in ["a ::b", "-::b", " ## Title", "a[##]"] {
            assert!(!is_obeyed(line), "{line}");
        }
    }
}
