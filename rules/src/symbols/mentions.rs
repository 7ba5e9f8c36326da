//! Fast test for a word in a document, which avoids a search of its nodes.

use crate::document::Document;
use crate::syntax::ScalarStyle;

/// Returns `true` if the text of `document` contains `word`, also with escapes. This is much
/// cheaper than a search of all values.
pub(super) fn says(document: &Document, word: &str, is_in: fn(&str, &str) -> bool) -> bool {
    let text = document.text();
    if is_in(text, word) {
        return true;
    }
    let escaped = |style| style == Some(ScalarStyle::DoubleQuoted);
    text.contains('"')
        && text.contains('\\')
        && document
            .tree()
            .nodes()
            .any(|node| escaped(node.style()) && node.text().is_some_and(|text| is_in(text, word)))
}

/// Returns `true` if `text` contains `word`.
pub(super) fn exactly(text: &str, word: &str) -> bool {
    text.contains(word)
}

/// Returns `true` if `text` contains `word`, ignoring ASCII case.
pub(super) fn in_any_case(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let Some(first) = word.first() else {
        return true;
    };
    let starts = |at: &usize| text[*at].eq_ignore_ascii_case(first);
    let last = text.len().saturating_sub(word.len() - 1);
    (0..last)
        .filter(starts)
        .any(|at| text[at..at + word.len()].eq_ignore_ascii_case(word))
}
