//! Completion of references: assets, files, inputs and outputs. Each module lists its own items;
//! here they are combined.
//!
//! [`assets`] and [`endpoints`] have the files of the folder as [`asset_item`]s; [`experiments`] and
//! [`ports`] are the other names that files define.

pub(super) mod asset_item;
mod assets;
pub(super) mod endpoints;
pub(super) mod experiments;
pub(super) mod ports;

use azml_rules::document::Resource;

use super::expressions;
use super::item::Item;
use super::line::Value;
use super::stand_in::StandIn;
use super::values::{images, paths};
use crate::Site;

/// Returns the references for `value`, the value of the last of `keys`, including those to a
/// `resource`.
pub(crate) fn items(
    site: &Site<'_>,
    value: &Value<'_>,
    keys: &[&str],
    resource: Option<Resource>,
) -> Vec<Item> {
    let Some(key) = keys
        .last()
        .filter(|_| site.document.kind().is_some() && !value.typed.contains("${{"))
    else {
        return Vec::new();
    };
    match resource {
        Some(Resource::Endpoint) => return endpoints::endpoints(site, value),
        Some(Resource::Deployment) => return endpoints::deployments(site, value),
        _ => {}
    }
    let mut items = if may_be_bound(value, keys) {
        expressions::bindings(site, value)
    } else {
        Vec::new()
    };
    // Parsing the file with a stand-in takes a while: skip it for keys that reference nothing.
    let (asset, path) = (resource.is_some(), paths::may_stand_at(key));
    if asset || path {
        let stand_in = StandIn::of_value(site.document, value, "./x");
        let used = if asset {
            assets::used_at(&stand_in)
        } else {
            None
        };
        if path {
            items.extend(paths::items(site, value, &stand_in, used));
        }
        if let Some(used) = used {
            items.extend(assets::items(site, value, &stand_in, used));
            if used.resource == Resource::Environment {
                items.extend(images::environments(site, value));
            }
        }
    }
    items
}

/// Returns `true` if the keys around the value show that it is an input or output, or its `path`.
fn may_be_bound(value: &Value<'_>, keys: &[&str]) -> bool {
    let is_empty = value.typed.is_empty() || value.typed.starts_with('$');
    let is_section = |key: &str| matches!(key, "inputs" | "outputs");
    let is_port = match keys {
        [.., section, _, _] if is_section(section) => true,
        [.., section, _] => is_section(section),
        _ => false,
    };
    is_empty && is_port
}
