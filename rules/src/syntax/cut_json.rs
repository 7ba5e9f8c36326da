//! JSON that ends before its brackets are closed, after an interrupted download for example.

use crate::text::TextRange;

/// An incomplete JSON text.
pub(crate) struct CutJson {
    /// The end of the text.
    pub(crate) end: TextRange,
    /// The text up to the last complete entry of its list, with the brackets closed. An incomplete
    /// entry would lack values.
    pub(crate) whole: String,
}

impl CutJson {
    /// Returns the incomplete JSON in `text`; `None` if its brackets are closed.
    pub(crate) fn find(text: &str) -> Option<Self> {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if !start.starts_with(['[', '{']) {
            return None;
        }
        let (mut open, mut quoted, mut escaped, mut whole) = (Vec::new(), false, false, (0, ""));
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'[' | b'{' => open.push(byte),
                b']' | b'}' => {
                    open.pop();
                    match open.as_slice() {
                        [b'['] => whole = (at + 1, "]"),
                        [b'{', b'['] => whole = (at + 1, "]}"),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let (length, closing) = whole;
        (quoted || !open.is_empty()).then(|| Self {
            end: TextRange::empty(end),
            whole: format!("{}{closing}", &text[..length]),
        })
    }

    /// Describes the end of a text of which only the first `count` entries are complete, in the words for
    /// one entry and for several.
    pub(crate) fn message(count: usize, (one, many): (&str, &str)) -> String {
        let used = match count {
            0 => format!("no {one} could be read"),
            1 => format!("only the first {one} is used"),
            _ => format!("only the first {count} {many} are used"),
        };
        format!("the file is incomplete; {used}")
    }
}
