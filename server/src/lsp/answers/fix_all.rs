//! `source.fixAll.azml`: the same loop of safe repairs as `--check --fix`, on the open text.

use azml_rules::fix::Applicability;
use azml_rules::rule::Level;
use azml_rules::text::TextRange;
use tower_lsp::lsp_types::TextEdit;

use crate::check::{RepairChoice, fix};
use crate::files::Loaded;
use crate::lsp::analysis::Current;
use crate::lsp::convert;

/// The edits that make all safe repairs; none if there is nothing to repair.
pub(in crate::lsp) fn edits(current: &Current) -> Vec<TextEdit> {
    let old = current.document.text();
    let mut loaded = Loaded {
        workspace: (*current.view.workspace).clone(),
        asked: vec![current.document.shared_path()],
        ..Loaded::default()
    };
    let fixed = fix(
        &mut loaded,
        RepairChoice {
            lowest: Applicability::Safe,
            least: Level::Info,
        },
    );
    let Some(new) = fixed.files.first().map(|file| &file.after) else {
        return Vec::new();
    };
    let (range, new_text) = difference(old, new);
    vec![TextEdit {
        range: convert::range(old, current.document.lines(), range, current.client.unit),
        new_text,
    }]
}

/// The part of `old` that differs, and what stands there in `new`.
fn difference(old: &str, new: &str) -> (TextRange, String) {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
    let start: usize = same.map(|(a, _)| a.len_utf8()).sum();
    let same = old[start..]
        .chars()
        .rev()
        .zip(new[start..].chars().rev())
        .take_while(|(a, b)| a == b);
    let end: usize = same.map(|(a, _)| a.len_utf8()).sum();
    (
        TextRange::from(start..old.len() - end),
        new[start..new.len() - end].to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_replaced() {
        assert_eq!(
            difference("a: 2\nb: é\n", "a: 0\nb: é\n"),
            (TextRange::new(3, 4), "0".to_owned())
        );
        assert_eq!(difference("aa", "a"), (TextRange::new(1, 2), String::new()));
        assert_eq!(difference("é", "è"), (TextRange::new(0, 2), "è".to_owned()));
    }
}
