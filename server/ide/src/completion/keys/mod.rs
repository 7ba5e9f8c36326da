//! Completion of keys at the cursor.
//!
//! The word at the cursor is first completed to a whole key and the text parsed with it, so that
//! indentation, dashes, brackets and text that only looks like a key need no special handling here.
//!
//! [`bindings`] binds the inputs of a component, [`config_keys`] has the keys of `azml.yaml`,
//! [`item`] makes the items, [`ports`] lists inputs and outputs, [`required_keys`] is for an empty
//! value that must be a mapping, [`snippet`] writes a key, [`steps`] offers whole steps, and [`uses`]
//! finds undeclared names that expressions use.

mod bindings;
mod config_keys;
mod item;
mod ports;
pub(super) mod required_keys;
mod snippet;
mod steps;
mod uses;

use azml_rules::path::file_name;
use azml_rules::schema::table::KindDef;
use azml_rules::schema::{self, OpenMapping};
use azml_rules::syntax::Node;

use super::item::{Completions, Item};
use super::line::Line;
use super::stand_in::WholeKey;
use crate::Site;
use crate::markdown::Markdown;

/// Returns the keys that can be written at the cursor.
pub(crate) fn complete(site: &Site<'_>, line: &Line<'_>) -> Option<Completions> {
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
    items.extend(steps::items(site, whole, &open));
    // The names of variables are free. (The key may belong to another mapping of the same name.)
    let is_free = open.mapping.key().and_then(Node::text) == Some("environment_variables");
    if site.schema_help() && !is_free {
        for key in open.suggested_keys(key) {
            let bound = (key.name == "inputs").then(|| bound_inputs(site, whole, &open));
            let item = bound.flatten();
            items.push(item.unwrap_or_else(|| item::of_field(&key, &open, whole)));
        }
    }
    Some(items)
}

/// Returns `inputs` of a step with all that its component requires, bound to values that fit.
fn bound_inputs(site: &Site<'_>, whole: &WholeKey, open: &OpenMapping<'_>) -> Option<Item> {
    if whole.is_flow {
        return None;
    }
    let changed = whole.stand_in.site(site);
    let mut steps = changed.program().steps();
    let (pipeline, step) = steps.find(|(_, step)| step.node.id() == open.mapping.id())?;
    step.node.get("component")?;
    let interface = step.callee.interface()?;
    let form = bindings::form(pipeline, step.node.range().start, interface)?;
    let component = interface
        .document
        .map_or("the component", |it| file_name(it.path()));
    let detail = format!("all that {component} needs");
    Some(item::with_form(
        "inputs",
        &form,
        &detail,
        Markdown::new(),
        whole,
    ))
}

/// Returns the top-level keys of documents of `kinds` that are missing in the document of `whole`,
/// those that most kinds have first.
pub(crate) fn of_kinds(
    site: &Site<'_>,
    whole: &WholeKey,
    kinds: &[&'static KindDef],
) -> Option<Completions> {
    let key = whole.key();
    let open = OpenMapping {
        mapping: key.parent()?,
        types: kinds.iter().map(|kind| kind.ty).collect(),
        words: Vec::new(),
        kinds: Vec::new(),
    };
    if !site.schema_help() {
        return None;
    }
    let offered = open.common_keys(key);
    let items = offered.iter().map(|key| item::of_field(key, &open, whole));
    Some(Completions {
        range: whole.range,
        items: items.collect(),
    })
}

/// Returns `$schema` and `type` for a file that could become an Azure ML document.
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
