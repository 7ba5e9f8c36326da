//! The ends of expansions: `$VAR`, `${VAR:-x}`, `$(...)`, `` `...` ``.

use crate::shell::dialect::{Dialect, Syntax};
use crate::shell::here_document::HereDocument;

/// The length of an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// A number of bytes.
    Bytes(usize),
    /// It isn't closed, or its end is unknown.
    Open,
    /// It isn't an expansion: the `$` is a literal character.
    None,
}

/// Returns the extent of the expansion whose `$` is at the start of `text`.
pub(super) fn after_dollar(text: &str, syntax: Syntax) -> Extent {
    let bytes = text.as_bytes();
    match bytes.get(1) {
        Some(b'(') => closed(text, 2, b')', syntax),
        Some(b'{') => closed(text, 2, b'}', syntax),
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
            let is_power_shell = syntax.dialect == Dialect::PowerShell;
            let scope = if is_power_shell && text[1..].starts_with("env:") {
                4
            } else {
                0
            };
            let name = bytes[1 + scope..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
            Extent::Bytes(1 + scope + name.count())
        }
        Some(b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => Extent::Bytes(2),
        _ => Extent::None,
    }
}

/// Returns the extent of the construct at the start of `text` up to `closing`, with escapes: a
/// backquoted command, or `$'text'`. Its content begins at `from`.
pub(super) fn escaped(text: &str, from: usize, closing: u8) -> Extent {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            found if *found == closing => return Extent::Bytes(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Extent::Open
}

/// Returns the extent of the construct at the start of `text`, opened by `(` or `{` before `from`.
/// Inside are whole commands: their quotes and brackets nest, comments and here-documents have
/// quotes of their own. The end of a `case` is not searched, because it has unbalanced `)`.
pub(super) fn closed(text: &str, from: usize, closing: u8, syntax: Syntax) -> Extent {
    let bytes = text.as_bytes();
    let escape = syntax.dialect.escape();
    let is_arithmetic = closing == b')' && bytes.get(from) == Some(&b'(');
    let mut here_documents: Vec<HereDocument> = Vec::new();
    let mut waiting = vec![closing];
    let mut at = from;
    while let (Some(byte), Some(end)) = (bytes.get(at), waiting.last().copied()) {
        let is_quoted = matches!(end, b'"' | b'\'');
        match byte {
            found if *found == end => {
                waiting.pop();
                if waiting.is_empty() {
                    // The lines of a here-document may follow after the end.
                    let is_known = here_documents.is_empty();
                    return if is_known {
                        Extent::Bytes(at + 1)
                    } else {
                        Extent::Open
                    };
                }
            }
            _ if end == b'\'' => {}
            found if *found == escape => at += 1,
            b'$' if matches!(bytes.get(at + 1), Some(b'(')) => {
                waiting.push(b')');
                at += 1;
            }
            b'$' if matches!(bytes.get(at + 1), Some(b'{')) => {
                waiting.push(b'}');
                at += 1;
            }
            b'"' => waiting.push(b'"'),
            b'`' => waiting.push(b'`'),
            b'\'' if end != b'"' => waiting.push(b'\''),
            b'(' if end == b')' => waiting.push(b')'),
            b'#' if end == b')' && bytes[at - 1].is_ascii_whitespace() => {
                // The line break is read next, since here-documents begin after it.
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            b'<' if !is_quoted && !is_arithmetic && text[at..].starts_with("<<") => {
                match HereDocument::at_start(&text[at..]) {
                    Some((document, len)) if end == b')' && syntax.dialect == Dialect::Bash => {
                        here_documents.push(document);
                        at += len - 1;
                    }
                    None if end == b')' => at += 2,
                    _ => return Extent::Open,
                }
            }
            b'\n' if end == b')' => {
                for document in std::mem::take(&mut here_documents) {
                    match document.len(&text[at + 1..], syntax.line_breaks) {
                        Some(len) => at += len,
                        None => return Extent::Open,
                    }
                }
            }
            b'c' if end == b')' && text[at..].starts_with("case ") => return Extent::Open,
            _ => {}
        }
        at += 1;
    }
    Extent::Open
}
