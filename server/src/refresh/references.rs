//! Names of the assets that the YAML files of a folder refer to: all versions of these are listed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use azml_rules::document::Resource;
use azml_rules::expression::AssetRef;
use azml_rules::schema::resource_uses;
use azml_rules::snapshot::asset_sorts;

use super::parts::part::Part;
use crate::config::Options;
use crate::loading::{Request, load};

/// Names by the file of the snapshot that has them.
pub(super) type ReferencedNames = BTreeMap<Part, BTreeSet<String>>;

/// Returns the names in the files below `folder`.
pub(super) fn names(folder: &Path, options: &Options) -> ReferencedNames {
    let loaded = load(&Request {
        paths: vec![folder.to_owned()],
        options: options.clone(),
        ..Request::default()
    });
    let mut names = ReferencedNames::new();
    for document in loaded.workspace.documents() {
        for (node, used) in resource_uses(document) {
            let name = node.text().and_then(|text| AssetRef::parse(text).name());
            let Some(name) = name.filter(|name| is_asset_name(name)) else {
                continue;
            };
            for part in asset_sorts(used.resource).iter().filter_map(part) {
                names.entry(part).or_default().insert(name.to_owned());
            }
        }
    }
    names
}

/// Returns the file that has the assets of a sort.
fn part(sort: &Resource) -> Option<Part> {
    match sort {
        Resource::Environment => Some(Part::Environments),
        Resource::Model => Some(Part::Models),
        Resource::Data => Some(Part::Data),
        Resource::Component => Some(Part::Components),
        _ => None,
    }
}

/// Returns `true` if `name` can be part of an address: names with expressions are unknown.
fn is_asset_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_part)
}
