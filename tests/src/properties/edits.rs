//! Edits can be undone: the reverse edits restore the text.

use azml_rules::fix::{Edit, Fix, apply};
use azml_rules::text::TextRange;

use super::fits;

/// Returns the text after `edits`, all of one file, in order and without overlap.
///
/// # Panics
/// When they are not, or touch a byte that they do not name.
pub(super) fn made(text: &str, edits: &[Edit]) -> String {
    edits.iter().for_each(|edit| fits(edit.range, text));
    for pair in edits.windows(2) {
        assert!(pair[0].range.end <= pair[1].range.start, "{edits:?}");
    }
    let (after, count) = apply(text, [&Fix::safe("", edits.to_vec())]);
    assert_eq!(count, 1, "{edits:?}");
    let (before, _) = apply(&after, [&Fix::safe("", undo(text, edits))]);
    assert_eq!(before, text, "{edits:?}");
    after
}

/// Returns the edits that undo `edits` of `text`.
fn undo(text: &str, edits: &[Edit]) -> Vec<Edit> {
    let mut back = Vec::new();
    let mut moved = 0_i64;
    for edit in edits {
        let start = u32::try_from(i64::from(edit.range.start) + moved).expect("it is in the text");
        let length = u32::try_from(edit.text.len()).expect("a small edit");
        let range = TextRange::new(start, start + length);
        back.push(Edit::new(range, edit.range.slice(text)));
        moved += i64::from(length) - i64::from(edit.range.len());
    }
    back
}
