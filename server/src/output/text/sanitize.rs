//! The last writer before standard output, standard error or a file.

use std::borrow::Cow;
use std::io::{Result, Write};

use crate::output::Style;
use azml_rules::secrets::Redactor;
use azml_rules::text::printable::{escaped, replaced};

/// Passes lines on, without secrets, and without anything that a terminal or a CI service obeys. Nothing that people
/// read goes around it, so what a repository writes stays text even where its newlines were
/// forgotten. What tools read back byte for byte (a difference, a fixed text) does not come here.
pub struct Screen<W: Write> {
    out: W,
    line: Vec<u8>,
    /// Colors may pass, and links to our pages.
    style: Style,
}

impl<W: Write> Screen<W> {
    /// Writes to `out` what `style` allows.
    pub fn new(out: W, style: Style) -> Self {
        Self {
            out,
            line: Vec::new(),
            style,
        }
    }

    fn end_line(&mut self) -> Result<()> {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        self.out.write_all(harmless(&text, self.style).as_bytes())
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.end_line()?;
        self.out.flush()
    }
}

/// `line` as it may be shown, with the newline at its end: without secrets, and without anything
/// that is obeyed.
pub(crate) fn harmless(line: &str, style: Style) -> Cow<'_, str> {
    match Redactor::default().redacted(line) {
        Cow::Borrowed(line) => unobeyed(line, style),
        Cow::Owned(line) => Cow::Owned(unobeyed(&line, style).into_owned()),
    }
}

fn unobeyed(line: &str, style: Style) -> Cow<'_, str> {
    let shown = replaced(line, |at, c| match c {
        '\n' | '\t' => None,
        '\u{1b}' if style.color && is_color(&line[at..]) => None,
        '\u{1b}' if style.links && is_part_of_link(&line[..at], &line[at..]) => None,
        c => Some(escaped(c)),
    });
    let text = shown.trim_start();
    if !text.starts_with("::") && !text.starts_with("##") {
        return shown;
    }
    let indent = &shown[..shown.len() - text.len()];
    let first = escaped(if text.starts_with(':') { ':' } else { '#' });
    Cow::Owned(format!("{indent}{first}{}", &text[1..]))
}

/// Returns `true` if `text` starts with a color: `ESC [ 1 ; 31 m`.
fn is_color(text: &str) -> bool {
    text.strip_prefix("\u{1b}[").is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
            .starts_with('m')
    })
}

/// Start of a link: `ESC ] 8 ; ; address ESC \`. A link ends with one that has no address.
const LINK: &str = "\u{1b}]8;;";
const END_OF_ADDRESS: &str = "\u{1b}\\";

/// Returns `true` if the escape at the start of `text` begins a link to one of our pages, or ends
/// its address, with which `before` ends.
fn is_part_of_link(before: &str, text: &str) -> bool {
    if text.starts_with(END_OF_ADDRESS) {
        return before
            .rfind(LINK)
            .is_some_and(|start| is_ours(&before[start + LINK.len()..]));
    }
    let address = text
        .strip_prefix(LINK)
        .and_then(|rest| rest.split_once(END_OF_ADDRESS));
    address.is_some_and(|(address, _)| is_ours(address))
}

fn is_ours(address: &str) -> bool {
    let page = address.strip_prefix(env!("CARGO_PKG_REPOSITORY"));
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    address.is_empty()
        || page.is_some_and(|page| page.starts_with('/') && page.chars().all(is_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&str], color: bool) -> String {
        let style = Style {
            color,
            links: color,
            ..Style::default()
        };
        let mut out = Vec::new();
        let mut screen = Screen::new(&mut out, style);
        for piece in pieces {
            screen.write_all(piece.as_bytes()).unwrap();
        }
        screen.flush().unwrap();
        drop(screen);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn no_line_starts_as_a_command() {
        let text = written(
            &["a\n::add-", "mask::x\n  ::b\n## c\n1 | ::d ##vso[e]"],
            false,
        );
        assert_eq!(
            text,
            "a\n\\x3a:add-mask::x\n  \\x3a:b\n\\x23# c\n1 | ::d \\x23#vso[e]"
        );
    }

    #[test]
    fn colors_pass_where_they_are_on_and_nothing_else_does() {
        let text = "\u{1b}[1;31merror\u{1b}[0m\t\u{1b}]0;x\u{7}\u{1b}[2J\r\u{9b}\n";
        let rest = "\t\\x1b]0;x\\x07\\x1b[2J\\r\\u{9b}\n";
        assert_eq!(
            written(&[text], true),
            format!("\u{1b}[1;31merror\u{1b}[0m{rest}")
        );
        assert_eq!(
            written(&[text], false),
            format!("\\x1b[1;31merror\\x1b[0m{rest}")
        );
    }

    #[test]
    fn links_lead_to_our_pages_only() {
        let link = |address: &str| format!("[\u{1b}]8;;{address}\u{1b}\\rule\u{1b}]8;;\u{1b}\\]\n");
        let ours = link(concat!(
            env!("CARGO_PKG_REPOSITORY"),
            "/blob/main/rules/book/x-y.md"
        ));
        assert_eq!(written(&[&ours], true), ours);
        assert!(!written(&[&ours], false).contains('\u{1b}'));
        for address in [
            "https://evil.example",
            concat!(env!("CARGO_PKG_REPOSITORY"), "@evil.example/x"),
            concat!(env!("CARGO_PKG_REPOSITORY"), ".evil.example/x"),
            "file:///etc/passwd",
        ] {
            let text = written(&[&link(address)], true);
            assert!(!text.contains(&format!("\u{1b}]8;;{address}")), "{text:?}");
        }
        assert_eq!(written(&["a\u{1b}\\b"], true), "a\\x1b\\b");
    }
}
