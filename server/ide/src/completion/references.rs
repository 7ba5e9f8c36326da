//! What a value refers to: assets, files, inputs and outputs. The parts know their own; here they
//! are put together.

use azml_rules::document::Resource;

use super::item::Item;
use super::line::Value;
use super::stand_in::StandIn;
use super::{assets, endpoints, expressions, images, paths};
use crate::Site;

/// What `value`, the value of the last of `keys`, can refer to, and among it what names a
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
    // To read the file with something else in it takes a while: not for keys that refer to nothing.
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

/// Whether the keys around the value say that it is an input or output, or its `path`.
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
