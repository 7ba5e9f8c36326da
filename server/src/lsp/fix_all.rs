//! `source.fixAll.azml`: safe repairs until nothing is left to repair.

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::fix::{self, Applicability, Fix};
use azml_rules::text::TextRange;
use tower_lsp::lsp_types::TextEdit;

use super::analysis::Current;
use super::convert;
use crate::check::guarded;

/// Repairs make room for repairs; what needs more rounds goes in circles.
const ROUNDS: usize = 16;

/// The edits that make all safe repairs; none if there is nothing to repair, or if repairing would break the text.
pub(super) fn edits(current: &Current) -> Vec<TextEdit> {
    let old = current.document.text();
    let Ok(Some(new)) = guarded(|| fixed(current)) else { return Vec::new() };
    let (range, new_text) = difference(old, &new);
    vec![TextEdit { range: convert::range(old, current.document.lines(), range, current.client.unit), new_text }]
}

fn fixed(current: &Current) -> Option<String> {
    let mut workspace = (*current.view.workspace).clone();
    let path = current.document.path();
    let errors = current.document.tree().errors().len();
    let mut text = current.document.text().to_owned();
    for _ in 0..ROUNDS {
        let found = analyze(&workspace, path);
        let is_safe = |fix: &&Fix| fix.applicability == Applicability::Safe;
        let safe: Vec<&Fix> = found.iter().filter_map(|diagnostic| diagnostic.fixes.iter().find(is_safe)).collect();
        let (next, applied) = fix::apply(&text, safe);
        if applied == 0 {
            break;
        }
        let document = Document::new(path, next.as_str());
        if document.tree().errors().len() > errors {
            return None;
        }
        workspace.insert(document);
        text = next;
    }
    (text != current.document.text()).then_some(text)
}

/// The part of `old` that differs, and what stands there in `new`.
fn difference<'n>(old: &str, new: &'n str) -> (TextRange, String) {
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = same(&mut old.chars(), &mut new.chars());
    let (old_rest, new_rest): (&str, &'n str) = (&old[start..], &new[start..]);
    let end = same(&mut old_rest.chars().rev(), &mut new_rest.chars().rev());
    let replaced = TextRange::from(start..old.len() - end);
    (replaced, new_rest[..new_rest.len() - end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_replaced() {
        assert_eq!(difference("a: 2\nb: é\n", "a: 0\nb: é\n"), (TextRange::new(3, 4), "0".to_owned()));
        assert_eq!(difference("aa", "a"), (TextRange::new(1, 2), String::new()));
        assert_eq!(difference("é", "è"), (TextRange::new(0, 2), "è".to_owned()));
    }
}
