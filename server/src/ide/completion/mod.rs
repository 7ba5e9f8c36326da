//! What can be written at the cursor: keys, words and other values, names in expressions, assets, paths, computes ranked by
//! how they fit the work, VM sizes, addresses of schemas, whole documents.
//!
//! The line before the cursor says where it is, the tree says what is around it: a line that is half written is the
//! everyday case here, not a broken one.

mod assets;
mod computes;
pub(super) mod expressions;
mod fit;
mod keys;
mod list;
mod paths;
mod place;
mod probe;
mod references;
mod schemas;
mod settings;
mod sizes;
mod skeletons;
mod value;
mod values;

use azml_rules::document::Kind;
use azml_rules::text::TextRange;

use super::Site;
use super::hover::names_a_compute;
use place::Place;

/// What a value stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A compute.
    Compute,
    /// A word of the service: `local`, `serverless`.
    Word,
    /// A VM size.
    Size,
    /// A key of a mapping.
    Key,
    /// One of the values that the schema knows for a place.
    Value,
    /// A whole document.
    Skeleton,
    /// A name inside an expression: a context, a step, an input, an output.
    Name,
    /// An asset, or a version of one.
    Asset,
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// One value that can be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it stands for.
    pub sort: Sort,
    /// How it is listed.
    pub label: String,
    /// What is written in place of [`Completions::range`].
    pub insert: String,
    /// What the client holds against what is typed.
    pub filter: String,
    /// Why it is here, in short.
    pub detail: String,
    /// More about it, in Markdown.
    pub about: String,
    /// Not to be taken any more.
    pub is_retired: bool,
    /// [`Item::insert`] has tab stops: `$1`, `${2:name}`, `$0`.
    pub is_snippet: bool,
}

/// Values in the order in which they fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completions {
    /// What is replaced.
    pub range: TextRange,
    /// The values, the best first.
    pub items: Vec<Item>,
}

/// The values that can be written at `offset`. They depend on what is typed: ask again when more is.
#[must_use]
pub fn complete(site: &Site<'_>, offset: u32) -> Option<Completions> {
    if let Some(found) = references::complete(site, offset) {
        return Some(found);
    }
    let Some(place) = Place::find(site.document, offset) else { return elsewhere(site, offset) };
    let keys: Vec<&str> = place.keys.iter().map(String::as_str).collect();
    let items = match keys.as_slice() {
        keys if !place.is_item && names_a_compute(site.document, keys) => computes::items(site, &place),
        keys if !place.is_item && names_a_size(site, keys) => sizes::items(site, &place),
        keys if site.is_config() => settings::items(&place, keys),
        _ if !site.schema_help() => Vec::new(),
        ["$schema"] => schemas::items(site, &place),
        keys => values::items(site, &place, keys),
    };
    match items.is_empty() {
        true if place.is_item => elsewhere(site, offset),
        true => None,
        false => Some(Completions { range: place.range, items }),
    }
}

/// What can be written where no value is: a whole document where there is none, else a key.
fn elsewhere(site: &Site<'_>, offset: u32) -> Option<Completions> {
    match (skeletons::complete(site, offset), keys::complete(site, offset)) {
        (Some(mut whole), Some(keys)) => {
            let typed = whole.range.slice(site.document.text());
            let is_meant = |key: &Item| keys.range == whole.range && key.label.starts_with(typed);
            whole.items.extend(keys.items.into_iter().filter(is_meant));
            Some(whole)
        }
        (whole, keys) => whole.or(keys),
    }
}

fn names_a_size(site: &Site<'_>, keys: &[&str]) -> bool {
    if site.is_config() {
        return matches!(keys, ["computes", .., "size"]);
    }
    match (site.document.kind(), keys) {
        (Some(Kind::ComputeAmlcompute | Kind::ComputeComputeinstance), ["size"]) => true,
        (Some(Kind::DeploymentKubernetesOnline), _) => false,
        (Some(_), [.., "instance_type"]) => true,
        _ => false,
    }
}

impl Place<'_> {
    /// `value` as it is written here: a blank goes between it and its colon.
    fn written(&self, value: &str) -> String {
        let blank = if self.is_at_colon { " " } else { "" };
        format!("{blank}{value}")
    }
}
