//! Expressions and references are found in any text, and their places are places of the file.

use std::ops::Range;

use azml_rules::expression::{AssetRef, Program, ScannedText, Target, scan, text_range};
use azml_rules::syntax::{Node, Tree, parse};
use azml_rules::text::TextRange;

use super::{Folder, fits};

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = super::folder::text(bytes) else {
        return;
    };
    check_text(&text);
    check_scalars(&parse(text.as_str()));
    let workspace = Folder::read(&text).workspace();
    for document in workspace.documents() {
        let program = Program::new(&workspace, document);
        for (site, expression) in program.expressions() {
            fits(site.text.range(&expression.range), document.text());
            let _ = program.scope(site);
            if let Some(pipeline) = site.pipeline {
                let _ = program.pipelines[pipeline].type_of(&expression.target);
            }
        }
    }
}

/// A text that is one value.
fn check_text(text: &str) {
    let found = scan(text);
    let slice = |range: &Range<usize>| {
        text.get(range.clone())
            .unwrap_or_else(|| panic!("{range:?} in {text:?}"))
    };
    let mut last = 0;
    for expression in &found.expressions {
        assert!(
            slice(&expression.range).starts_with("${{"),
            "{expression:?}"
        );
        assert!(expression.range.start >= last, "{expression:?}");
        last = expression.range.end;
        assert!(!slice(&expression.path).contains('}'), "{expression:?}");
        if let Some(bracket) = expression.bracket {
            let around = &found.brackets[bracket].range;
            assert!(around.contains(&expression.range.start), "{expression:?}");
        }
        for name in names(&expression.target) {
            assert_eq!(slice(&name.1), name.0);
        }
    }
    for bracket in &found.brackets {
        assert!(slice(&bracket.range).starts_with("$[["), "{bracket:?}");
    }
    let mut last = 0;
    for mistake in &found.mistakes {
        assert!(!slice(&mistake.range).is_empty(), "{mistake:?}");
        assert!(mistake.range.start >= last, "{mistake:?}");
        last = mistake.range.end;
    }
    let _ = AssetRef::parse(text).name();
}

/// The names in a target, with their places.
fn names<'t>(target: &Target<'t>) -> Vec<(&'t str, Range<usize>)> {
    target
        .names()
        .into_iter()
        .map(|name| (name.text, name.range.clone()))
        .collect()
}

/// Every scalar of a tree, with its places in the file.
fn check_scalars(tree: &Tree) {
    let text = tree.text();
    for node in tree.nodes() {
        let Some(read) = ScannedText::new(node) else {
            continue;
        };
        let inside = |range: TextRange| {
            fits(range, text);
            assert!(node.range().contains_range(range), "{range:?} of {node:?}");
        };
        inside(text_range(node));
        for expression in &read.scan.expressions {
            inside(read.range(&expression.range));
            if let Some(place) = read.exact(&expression.path) {
                is_at(node, place, &read.text[expression.path.clone()]);
            }
            if let Some(edit) = read.edit(&expression.path, "inputs.x") {
                inside(edit.range);
            }
        }
        for mistake in &read.scan.mistakes {
            inside(read.range(&mistake.range));
        }
    }
}

/// Where a decoded text has an exact place, the file says the same there, but for escapes and line
/// ends.
fn is_at(node: Node<'_>, place: TextRange, decoded: &str) {
    let raw = place.slice(node.tree().text());
    let is_plain = !raw.contains(['\\', '\'', '\n', '\r']);
    assert!(!is_plain || raw == decoded, "{raw:?} is not {decoded:?}");
}
