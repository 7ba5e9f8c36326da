//! Skeletons of documents: `data/skeletons/`, which documents the syntax of placeholders.

use std::fmt::Write as _;

/// A whole document with placeholders.
#[derive(Debug)]
pub struct Skeleton {
    /// The name of its file.
    pub id: &'static str,
    /// Its label in lists.
    pub label: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Words that users type to find it.
    pub words: &'static [&'static str],
    /// Parts of file names for which it is suggested.
    pub names: &'static [&'static str],
    /// The only file name it is for; empty for any.
    pub only: &'static str,
    marked: &'static str,
}

/// A piece of a skeleton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SkeletonPart<'s> {
    Text(&'s str),
    /// A placeholder: its number and its default.
    Stop(&'s str, &'s str),
}

include!(concat!(env!("OUT_DIR"), "/skeletons.rs"));

/// Returns every skeleton, in the order in which they are offered.
pub fn skeletons() -> &'static [Skeleton] {
    SKELETONS
}

impl Skeleton {
    /// Returns the document with the defaults of the placeholders.
    pub fn plain(&self) -> String {
        plain(self.marked)
    }

    /// Returns the document as an LSP snippet.
    pub fn snippet(&self) -> String {
        snippet(self.marked)
    }
}

/// Returns the text `marked` with the defaults of its placeholders.
pub fn plain(marked: &str) -> String {
    let mut plain = String::new();
    for piece in pieces(marked) {
        let (SkeletonPart::Text(text) | SkeletonPart::Stop(_, text)) = piece;
        plain.push_str(text);
    }
    plain
}

/// Returns the text `marked` as an LSP snippet.
pub fn snippet(marked: &str) -> String {
    let mut snippet = String::new();
    for piece in pieces(marked) {
        match piece {
            SkeletonPart::Text(text) => snippet.push_str(&escaped(text)),
            SkeletonPart::Stop(number, text) => {
                let _ = write!(snippet, "${{{number}:{}}}", escaped(text));
            }
        }
    }
    snippet
}

/// Returns the text of an LSP snippet with the words of its tab stops.
pub fn without_stops(snippet: &str) -> String {
    let mut text = String::new();
    let mut open = 0_u32;
    let mut rest = snippet.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => text.extend(rest.next()),
            '$' => {
                let braced = rest.next_if_eq(&'{').is_some();
                open += u32::from(braced);
                while rest.next_if(char::is_ascii_digit).is_some() {}
                if braced {
                    let _colon = rest.next_if_eq(&':');
                }
            }
            '}' if open > 0 => open -= 1,
            other => text.push(other),
        }
    }
    text
}

/// Escapes characters that have a meaning in a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('$', "\\$")
        .replace('}', "\\}")
}

fn pieces(marked: &str) -> Vec<SkeletonPart<'_>> {
    let mut pieces = Vec::new();
    let mut rest = marked;
    while let Some((before, stop, after)) = next_stop(rest) {
        pieces.extend([SkeletonPart::Text(before), stop]);
        rest = after;
    }
    pieces.push(SkeletonPart::Text(rest));
    pieces
}

/// Returns the text before the next placeholder, the placeholder, and the text after it.
fn next_stop(text: &str) -> Option<(&str, SkeletonPart<'_>, &str)> {
    let mut angles = text.match_indices('<').map(|(at, _)| at);
    let start = angles.find(|at| text[at + 1..].starts_with(|c: char| c.is_ascii_digit()))?;
    let (inside, after) = text[start + 1..].split_once('>')?;
    let (number, content) = inside.split_once(':').unwrap_or((inside, ""));
    let piece = SkeletonPart::Stop(number, content);
    Some((&text[..start], piece, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKED: Skeleton = Skeleton {
        id: "x",
        label: "",
        about: "",
        words: &[],
        names: &[],
        only: "",
        marked: "a: <1:b c>\nd: ${{inputs.<2:x>}} < 3 > 2\n",
    };

    #[test]
    fn defaults_stand_in_plain_text() {
        assert_eq!(MARKED.plain(), "a: b c\nd: ${{inputs.x}} < 3 > 2\n");
    }

    #[test]
    fn a_snippet_has_tab_stops_and_keeps_expressions() {
        let snippet = "a: ${1:b c}\nd: \\${{inputs.${2:x}\\}\\} < 3 > 2\n";
        assert_eq!(MARKED.snippet(), snippet);
        assert_eq!(without_stops(snippet), MARKED.plain());
    }
}
