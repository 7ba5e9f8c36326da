//! Keys that can be written at the cursor.
//!
//! The word at the cursor is made a whole key first and the text parsed with it: then indentation, dashes, brackets and
//! text that only looks like a key need no thought of their own here.

mod config;
mod draft;
mod item;
mod ports;
mod snippet;
mod uses;

use azml_rules::schema::{self, OpenMapping};

use super::item::{Completions, Item};
use crate::ide::Site;
use draft::Draft;

/// The keys that can be written at `offset`.
pub(super) fn complete(site: &Site<'_>, offset: u32) -> Option<Completions> {
    let draft = Draft::find(site.document, offset).filter(|draft| draft.range.touches(offset))?;
    let items = if site.is_config() {
        config::items(&draft)
    } else {
        items(site, &draft)?
    };
    (!items.is_empty()).then_some(Completions {
        range: draft.range,
        items,
    })
}

fn items(site: &Site<'_>, draft: &Draft) -> Option<Vec<Item>> {
    let key = draft.key();
    let kind = site.document.kind();
    let open = schema::open_mapping(site.workspace, &draft.document, kind, key)?;
    if open.mapping.parent().is_none() && open.kinds.is_empty() {
        return Some(first_keys(site, &open, draft));
    }
    let mut items = ports::items(site.workspace, draft, &open);
    if items.is_empty() {
        items = uses::items(site, draft, open.mapping);
    }
    if site.schema_help() {
        items.extend(
            open.offered_keys(key)
                .iter()
                .map(|key| item::of_field(key, &open, draft)),
        );
    }
    Some(items)
}

/// `$schema` and `type` of a file that could become a document of ours.
fn first_keys(site: &Site<'_>, open: &OpenMapping<'_>, draft: &Draft) -> Vec<Item> {
    let others = open
        .mapping
        .entries()
        .filter(|entry| entry.key.id() != draft.key().id());
    let written: Vec<&str> = others.filter_map(|entry| entry.key.text()).collect();
    if site.document.is_foreign() || !site.schema_help() || !schema::is_some_kind_with(&written) {
        return Vec::new();
    }
    let first = [
        (
            "$schema",
            "the address of the schema: says which sort of document this is",
        ),
        (
            "type",
            "which of its sort: command, pipeline, amlcompute, uri_folder, ...",
        ),
    ];
    let free = first.iter().filter(|(name, _)| !written.contains(name));
    free.map(|(name, detail)| item::plain(name, detail, String::new(), draft))
        .collect()
}
