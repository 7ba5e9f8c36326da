//! Keys that can be written at the cursor.
//!
//! The word at the cursor is made a whole key first and the text parsed with it: then indentation,
//! dashes, brackets and text that only looks like a key need no thought of their own here.

mod config_keys;
mod item;
mod ports;
mod snippet;
mod uses;

use azml_rules::schema::{self, OpenMapping};

use super::item::{Completions, Item};
use super::line::Line;
use super::stand_in::WholeKey;
use crate::ide::Site;
use crate::ide::markdown::Markdown;

/// The keys that can be written at the cursor.
pub(super) fn complete(site: &Site<'_>, line: &Line<'_>) -> Option<Completions> {
    let key = WholeKey::at(line).filter(|key| key.range.touches(line.cursor))?;
    let items = if site.is_config() {
        config_keys::items(&key)
    } else {
        items(site, &key)?
    };
    (!items.is_empty()).then_some(Completions {
        range: key.range,
        items,
    })
}

fn items(site: &Site<'_>, whole: &WholeKey) -> Option<Vec<Item>> {
    let key = whole.key();
    let kind = site.document.kind();
    let open = schema::open_mapping(site.workspace, &whole.stand_in.document, kind, key)?;
    if open.mapping.parent().is_none() && open.kinds.is_empty() {
        return Some(first_keys(site, &open, whole));
    }
    let mut items = ports::items(site.workspace, whole, &open);
    if items.is_empty() {
        items = uses::items(site, whole, open.mapping);
    }
    if site.schema_help() {
        items.extend(
            open.offered_keys(key)
                .iter()
                .map(|key| item::of_field(key, &open, whole)),
        );
    }
    Some(items)
}

/// `$schema` and `type` of a file that could become a document of ours.
fn first_keys(site: &Site<'_>, open: &OpenMapping<'_>, whole: &WholeKey) -> Vec<Item> {
    let others = open
        .mapping
        .entries()
        .filter(|entry| entry.key.id() != whole.key().id());
    let written: Vec<&str> = others.filter_map(|entry| entry.key.text()).collect();
    if site.document.is_foreign() || !site.schema_help() || !schema::is_some_kind_with(&written) {
        return Vec::new();
    }
    let first = [
        (
            "$schema",
            "the URL of the schema, which sets the kind of the document",
        ),
        (
            "type",
            "the type: command, pipeline, amlcompute, uri_folder, ...",
        ),
    ];
    let missing = first.iter().filter(|(name, _)| !written.contains(name));
    missing
        .map(|(name, detail)| item::plain(name, detail, Markdown::new(), whole))
        .collect()
}
