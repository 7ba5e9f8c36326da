//! Where what the shell expands itself ends: `$VAR`, `${VAR:-x}`, `$(...)`, `` `...` ``.

/// How long an expansion is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// So many bytes.
    Bytes(usize),
    /// It is not closed, or it cannot be known where.
    Open,
    /// It is none: the `$` stands for itself.
    None,
}

/// The expansion that `text` begins with by its `$`.
pub(super) fn after_dollar(text: &str) -> Extent {
    let bytes = text.as_bytes();
    match bytes.get(1) {
        Some(b'(') => closed(text, 2, b')'),
        Some(b'{') => closed(text, 2, b'}'),
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
            let name = bytes[1..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
            Extent::Bytes(1 + name.count())
        }
        Some(b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => Extent::Bytes(2),
        _ => Extent::None,
    }
}

/// The backquoted command that `text` begins with.
pub(super) fn backquoted(text: &str) -> Extent {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'`' => return Extent::Bytes(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Extent::Open
}

/// What `text` begins with, opened by `(` or `{` before `from`. Inside are whole commands: their
/// quotes and brackets nest. A `case` has `)` of its own, and a here-document quotes of its own:
/// where they end is not looked for.
pub(super) fn closed(text: &str, from: usize, closing: u8) -> Extent {
    let bytes = text.as_bytes();
    let mut waiting = vec![closing];
    let mut at = from;
    while let (Some(byte), Some(wanted)) = (bytes.get(at), waiting.last().copied()) {
        let is_quoted = matches!(wanted, b'"' | b'\'');
        match byte {
            found if *found == wanted => {
                waiting.pop();
                if waiting.is_empty() {
                    return Extent::Bytes(at + 1);
                }
            }
            _ if wanted == b'\'' => {}
            b'\\' => at += 1,
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
            b'\'' if wanted != b'"' => waiting.push(b'\''),
            b'(' if wanted == b')' => waiting.push(b')'),
            b'#' if wanted == b')' && bytes[at - 1].is_ascii_whitespace() => return Extent::Open,
            b'<' if !is_quoted && bytes.get(at + 1) == Some(&b'<') => return Extent::Open,
            b'c' if wanted == b')' && text[at..].starts_with("case ") => return Extent::Open,
            _ => {}
        }
        at += 1;
    }
    Extent::Open
}

/// `$'text'`, with escapes.
pub(super) fn ansi_quoted(text: &str) -> Extent {
    let bytes = text.as_bytes();
    let mut at = 2;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\'' => return Extent::Bytes(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Extent::Open
}
