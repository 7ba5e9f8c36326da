//! What a value refers to: names in expressions, assets, files. The parts know their own; here they are put together.

use azml_rules::expression::Slot;

use super::place::Place;
use super::value::Value;
use super::{Completions, assets, expressions, paths};
use crate::ide::Site;

/// What can be referred to at `offset`; `None` where nothing can.
pub(super) fn complete(site: &Site<'_>, offset: u32) -> Option<Completions> {
    site.document.kind()?;
    if let Some(found) = expressions::inside(site, offset) {
        return Some(found);
    }
    let value = Value::find(site.document, offset)?;
    if let Some(found) = assets::deployments(site, &value) {
        return Some(found);
    }
    if value.typed.contains("${{") || value.is_bare {
        return None;
    }
    // To read the file with something else in it takes a while: not for keys that refer to nothing.
    let (asset, path) = (assets::may_stand_at(value.key), paths::may_stand_at(value.key));
    let mut items = if may_be_bound(site, &value, offset) { expressions::bindings(site, &value) } else { Vec::new() };
    if !asset && !path {
        return (!items.is_empty()).then_some(Completions { range: value.range, items });
    }
    let probe = value.probe(site, "./x");
    let slot = if asset { assets::slot(site, &probe) } else { None };
    // Computes are ranked by what they can do.
    if matches!(slot, Some(Slot::Compute | Slot::DefaultCompute)) {
        return None;
    }
    if path {
        items.extend(paths::items(site, &value, &probe, slot));
    }
    items.extend(assets::items(site, &value, &probe, slot));
    (!items.is_empty()).then_some(Completions { range: value.range, items })
}

/// Whether the keys around the value say that it is an input or output.
fn may_be_bound(site: &Site<'_>, value: &Value<'_>, offset: u32) -> bool {
    let is_empty = value.typed.is_empty() || value.typed.starts_with('$');
    let keys = Place::find(site.document, offset).map(|place| place.keys);
    let section = |keys: Vec<String>| keys.iter().rev().skip(1).take(2).any(|key| key == "inputs" || key == "outputs");
    // A dollar is no place of its own.
    is_empty && keys.is_none_or(section)
}
