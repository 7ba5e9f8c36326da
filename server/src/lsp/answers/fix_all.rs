//! `source.fixAll.azml`: the same loop of safe repairs as `--check --fix`, on the open text.

use azml_rules::fix::Applicability;
use azml_rules::rule::Level;
use azml_rules::text::TextRange;
use tower_lsp::lsp_types::TextEdit;

use crate::check::{RepairChoice, fix};
use crate::files::Loaded;
use crate::lsp::current::Current;

/// What is repaired: safely, and no matters of taste.
const SAFE: RepairChoice = RepairChoice {
    lowest: Applicability::Safe,
    least: Level::Info,
};

/// The edits that make all safe repairs; none if there is nothing to repair.
pub(super) fn edits(current: &Current) -> Vec<TextEdit> {
    let mut loaded = Loaded {
        workspace: (*current.view.workspace).clone(),
        asked: vec![current.document.shared_path()],
        ..Loaded::default()
    };
    let fixed = fix(&mut loaded, SAFE);
    let Some(file) = fixed.files.first() else {
        return Vec::new();
    };
    let (range, new_text) = difference(current.document.text(), &file.after);
    vec![TextEdit {
        range: current.range(range),
        new_text,
    }]
}

/// The part of `old` that differs, and what stands there in `new`.
fn difference(old: &str, new: &str) -> (TextRange, String) {
    let start = same_bytes(old.chars(), new.chars());
    let end = same_bytes(old[start..].chars().rev(), new[start..].chars().rev());
    (
        TextRange::from(start..old.len() - end),
        new[start..new.len() - end].to_owned(),
    )
}

/// The length of what both begin with.
fn same_bytes(old: impl Iterator<Item = char>, new: impl Iterator<Item = char>) -> usize {
    let same = old.zip(new).take_while(|(a, b)| a == b);
    same.map(|(a, _)| a.len_utf8()).sum()
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
