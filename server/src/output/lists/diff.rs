//! Changes of fixes, as a unified diff.
//!
//! In a pipe or a file it is for `git apply` and `patch`, which need the lines of the file byte for
//! byte. On a terminal it is for people, with the same redaction as every other output.

use std::fmt::Write as _;

use similar::TextDiff;

use azml_rules::text::printable::{escaped, is_obeyed, replaced};

/// The difference between `before` and `after` of the file shown as `name`.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    with_context(3, name, before, after)
}

/// Like [`unified`], as short as `git apply` and `patch` take it.
pub(crate) fn patch(name: &str, before: &str, after: &str) -> String {
    with_context(1, name, before, after)
}

fn with_context(lines: usize, name: &str, before: &str, after: &str) -> String {
    let name = quoted(name);
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(lines)
        .header(&name, &name)
        .to_string()
}

/// `diff` for people: its lines without what a terminal obeys.
pub fn unified_for_people(diff: &str) -> String {
    let shown = replaced(diff, |at, c| match c {
        '\n' | '\t' | '#' => None,
        '\r' if diff[at..].starts_with("\r\n") => None,
        c => Some(escaped(c)),
    });
    shown.into_owned()
}

/// The first line of `diff` that a CI service would obey: it could only be shown changed, and then
/// the diff would no longer be one.
pub fn obeyed_line(diff: &str) -> Option<&str> {
    // .NET, in which both large services read logs, ends lines at a lone `\r` too.
    diff.split(['\n', '\r']).find(|line| is_obeyed(line))
}

/// A name as git writes it: in quotes with octal bytes, where something in it is not to be shown.
fn quoted(name: &str) -> String {
    let shown = replaced(name, |_, c| Some(octal(c)));
    if *shown == *name && !name.contains(['"', '\\']) {
        return name.to_owned();
    }
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", replaced(&name, |_, c| Some(octal(c))))
}

fn octal(c: char) -> String {
    let mut out = String::new();
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        // Writing to a text does not fail.
        let _ = write!(out, "\\{byte:03o}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_when_the_last_line_has_no_end() {
        let diff = unified("a.yml", "a: 1\nb: 2", "a: 1\nb: 3");
        let lines: Vec<_> = diff.lines().collect();
        assert_eq!(lines[..2], ["--- a.yml", "+++ a.yml"]);
        assert!(
            diff.contains("-b: 2\n\\ No newline at end of file\n+b: 3"),
            "{diff}"
        );
        assert_eq!(unified("a.yml", "a", "a"), "");
    }

    #[test]
    fn names_are_quoted_as_git_does() {
        assert_eq!(quoted("größe 1.yml"), "größe 1.yml");
        assert_eq!(quoted("a\nb\u{1b}.yml"), r#""a\012b\033.yml""#);
        assert_eq!(quoted("\u{202e}é\"\\.yml"), r#""\342\200\256é\"\\.yml""#);
        assert_eq!(quoted("##vso[x].yml"), r##""\043#vso[x].yml""##);
    }

    #[test]
    fn people_see_what_patch_takes() {
        let (before, after) = ("a: 1 # \u{202e}\r\n\tb: \u{1b}[2J\r\n", "a: 2\r\n");
        let diff = unified("a.yml", before, after);
        assert!(diff.contains(before.lines().next().unwrap()), "{diff}");
        assert!(
            unified_for_people(&diff).ends_with("-a: 1 # \\u{202e}\r\n-\tb: \\x1b[2J\r\n+a: 2\r\n")
        );
    }

    #[test]
    fn a_context_line_may_be_a_command() {
        let diff = |line: &str| unified("a.yml", &format!("{line}\na: 1\n"), &format!("{line}\n"));
        assert_eq!(obeyed_line(&diff("  ::error::x")), Some("   ::error::x"));
        assert_eq!(obeyed_line(&diff("a\r::error::x")), Some(" ::error::x"));
        assert_eq!(obeyed_line(&diff("# ##[debug]x")), Some(" # ##[debug]x"));
        assert_eq!(obeyed_line(&diff("## Title")), None);
    }
}
