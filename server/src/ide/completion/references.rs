//! What a value refers to: names in expressions, assets, files. The parts know their own; here they are put together.

use azml_rules::expression::Slot;

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
    let probe = value.probe(site, "./x");
    let slot = assets::slot(site, &probe);
    // Computes are ranked by what they can do.
    if matches!(slot, Some(Slot::Compute | Slot::DefaultCompute)) {
        return None;
    }
    let mut items = expressions::bindings(site, &value);
    items.extend(paths::items(site, &value, &probe, slot));
    items.extend(assets::items(site, &value, &probe, slot));
    (!items.is_empty()).then_some(Completions { range: value.range, items })
}
