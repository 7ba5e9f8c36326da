//! Completion at the cursor: keys, words and other values, names in expressions, assets,
//! paths, computes ranked by suitability, VM sizes, schema URLs, whole
//! documents.
//!
//! An incomplete line is the normal case here, not an error, and it often breaks the
//! YAML around it. So completion reads the line before the tree:
//!
//! 1. [`line::Line`] reads the line, [`expressions`] look for a `${{` before the cursor, and
//!    [`commands`] for a command.
//! 2. [`line::Value`] finds the value at the cursor, the typed part of it, its quotes,
//!    and the keys around it, from the tree or else from the indentation.
//! 3. By its keys, [`computes`], [`references`] (to assets, files, inputs and outputs), and [`values`]
//!    (the schema, paths, and the rest) list the possible values. Those that need the tree use a
//!    [`stand_in::StandIn`]: the document with a valid text in place of the value.
//! 4. Where no value can be, [`skeletons`] and [`keys`] follow; keys use a
//!    [`stand_in::WholeKey`], the document with a whole key at the cursor.
//!
//! In a document whose kind is unknown, [`meant`] does this for each kind that it may become.
//!
//! [`item`] is the result. [`rule_names`] completes suppression comments.

mod commands;
mod computes;
mod expressions;
mod item;
mod keys;
mod line;
mod meant;
mod references;
pub mod rule_names;
mod skeletons;
mod stand_in;
mod values;

use azml_rules::document::Resource;

use super::Site;
use super::cursor_context::resource_behind_keys;
use computes::sizes;
pub use item::{Completions, Item, ItemSort};
use keys::required_keys;
use line::{Line, Value};
use references::{endpoints, experiments, ports};
pub use skeletons::new_document;
use values::{
    config_values, cron, images, packages, schema_values, schemas, spark_versions, zones,
};

/// Returns the values that can be written at `offset`. They depend on the typed text: the list is
/// incomplete and must be requested again when the text changes.
pub fn complete(site: &Site<'_>, offset: u32) -> Option<Completions> {
    meant::with_likely(site, offset, of_known)
}

/// Like [`complete`], using only what the document itself contains.
fn of_known(site: &Site<'_>, offset: u32) -> Option<Completions> {
    let line = Line::at(site.document, offset)?;
    if let Some(found) = expressions::inside(site, &line) {
        return Some(found);
    }
    if let Some(found) = commands::complete(site, &line) {
        return Some(found);
    }
    let Some(value) = Value::at(&line) else {
        return without_value(site, &line);
    };
    let items = values_at(site, &value);
    if !items.is_empty() {
        let words = Completions {
            range: value.range,
            items,
        };
        return Some(if value.is_item {
            with_keys(site, &line, words)
        } else {
            words
        });
    }
    let may_be_key = value.key().is_none() || value.is_item || !value.is_word();
    if may_be_key {
        without_value(site, &line)
    } else {
        None
    }
}

/// Returns the values that can be written in place of `value`.
fn values_at(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let keys = value.keys();
    let is_one = value.is_word() && !value.is_item;
    let resource = resource_behind_keys(site, &keys);
    match keys.as_slice() {
        [] => endpoints::traffic(site, value),
        _ if is_one && resource == Some(Resource::Compute) => computes::items(site, value),
        _ if is_one && resource == Some(Resource::VmSize) => sizes::items(site, value),
        keys if site.is_config() => config_values::items(value, keys),
        ["$schema"] if is_one && site.schema_help() => schemas::items(site, value),
        keys if packages::are_listed_at(site, keys) => packages::items(site, value, keys),
        keys if spark_versions::are_listed_at(site, keys) => {
            spark_versions::items(site, value, keys)
        }
        keys if zones::are_listed_at(site, keys) => zones::items(value),
        keys if cron::are_listed_at(site, keys) => cron::items(value),
        ["experiment_name"] if site.document.kind().is_some() => experiments::items(site, value),
        keys => {
            let mut items = references::items(site, value, keys, resource);
            if value.is_word() {
                items.extend(ports::words(site, value, keys));
                items.extend(images::base_images(site, value, keys));
            }
            if value.is_word() && site.schema_help() {
                // A default may be a file that is listed already.
                let is_new = |item: &Item| items.iter().all(|listed| listed.insert != item.insert);
                let new: Vec<Item> = schema_values::items(site, value, keys)
                    .into_iter()
                    .filter(is_new)
                    .collect();
                items.extend(new);
            }
            if items.is_empty() && site.schema_help() {
                items = required_keys::items(site, value, keys);
            }
            items
        }
    }
}

/// Adds keys to the words of an item if a mapping is allowed there too: a step of a table is
/// either.
fn with_keys(site: &Site<'_>, line: &Line<'_>, mut words: Completions) -> Completions {
    let keys = keys::complete(site, line).filter(|keys| keys.range == words.range);
    if let Some(keys) = keys {
        let is_key = |word: &Item| keys.items.iter().any(|key| key.label == word.label);
        words.items.retain(|word| !is_key(word));
        words.items.extend(keys.items);
    }
    words
}

/// Returns completions where there is no value: a whole document in an empty file, else a key.
fn without_value(site: &Site<'_>, line: &Line<'_>) -> Option<Completions> {
    match (skeletons::complete(site, line), keys::complete(site, line)) {
        (Some(mut whole), Some(keys)) => {
            let typed = whole.range.slice(site.document.text());
            let is_meant = |key: &Item| keys.range == whole.range && key.label.starts_with(typed);
            whole.items.extend(keys.items.into_iter().filter(is_meant));
            Some(whole)
        }
        (whole, keys) => whole.or(keys),
    }
}
