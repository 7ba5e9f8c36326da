//! Every key of the real files that the catalogue knows has a card with a description.

#![allow(clippy::print_stdout)]

use std::collections::BTreeSet;

use azml_ide::{Site, hover};
use azml_rules::document::Document;
use azml_rules::schema::judge_document;
use azml_rules::workspace::Workspace;
use azml_tests::{corpus, sources};

/// How many keys are known, and which of them have no card with a description.
#[derive(Default)]
struct Count {
    known: usize,
    without: BTreeSet<String>,
}

impl Count {
    fn look(&mut self, workspace: &Workspace, document: &Document) {
        let text_of = |_: &str| None;
        let site = Site::new(document, workspace, "", &text_of);
        let walk = judge_document(workspace, document);
        let keys: BTreeSet<_> = walk.fields.iter().map(|(id, _)| *id).collect();
        for id in keys {
            let key = document.tree().node(id);
            self.known += 1;
            let card = hover::hover(&site, key.range().start);
            if !card.is_some_and(|card| card.range == key.range() && is_described(&card.text)) {
                self.without
                    .insert(format!("{}: {:?}", document.path(), key.path()));
            }
        }
    }
}

/// Whether a sentence follows the heading.
fn is_described(card: &str) -> bool {
    card.lines()
        .nth(2)
        .is_some_and(|line| line.starts_with(char::is_alphanumeric) || line.starts_with('`'))
}

#[test]
fn nearly_every_known_key_has_a_card_with_a_description() {
    let mut count = Count::default();
    let mut folders = corpus::folders();
    folders.push(sources::fixtures().join("tour"));
    folders.push(sources::fixtures().join("computes"));
    for folder in folders {
        let workspace = corpus::load(&folder);
        for document in workspace.documents() {
            count.look(&workspace, document);
        }
    }
    let with = count.known - count.without.len();
    println!(
        "{} keys of files are known, {with} have a card with a description",
        count.known
    );
    assert!(count.known > 100, "the fixtures have keys");
    assert!(
        with * 100 >= count.known * 99,
        "without: {:#?}",
        count.without
    );
}

#[test]
fn a_card_without_a_sentence_does_not_count() {
    assert!(is_described("### `x`\n\nWhat it is.\n\n- **Type:** text"));
    assert!(!is_described("### `x`\n\n- **Type:** text"));
    assert!(!is_described("### `x`\n\n\n\n- **Type:** text"));
}
