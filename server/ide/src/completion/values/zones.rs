//! Completion of time zones of schedules: their Windows names, also found by their IANA names.

use azml_rules::document::{Kind, KindFamily};
use azml_rules::time_zone::{TimeZone, time_zone, time_zones};

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::Markdown;

/// Returns `true` if the value under `keys` is the time zone of a trigger.
pub(crate) fn are_listed_at(site: &Site<'_>, keys: &[&str]) -> bool {
    has_triggers(site) && matches!(keys, [.., "trigger", "time_zone"])
}

/// Returns `true` if the document can have triggers.
pub(crate) fn has_triggers(site: &Site<'_>) -> bool {
    site.document.kind().is_some_and(|kind| {
        kind == Kind::ComputeComputeinstance || kind.family() == KindFamily::Schedule
    })
}

/// Returns the time zones for a value.
pub(crate) fn items(value: &Value<'_>) -> Vec<Item> {
    let mut zones: Vec<&TimeZone> = time_zones().filter_map(time_zone).collect();
    // The clocks of UTC never change.
    zones.sort_by_key(|zone| zone.windows != "UTC");
    let items = zones.into_iter().filter_map(|zone| item(value, zone));
    items.collect()
}

fn item(value: &Value<'_>, zone: &TimeZone) -> Option<Item> {
    let typed = value.typed.to_lowercase();
    let has = |name: &str| name.to_lowercase().contains(&typed);
    // "Berlin" must find its zone, so the text that clients filter by contains the IANA name too.
    let filter = [zone.windows, zone.iana]
        .into_iter()
        .find(|name| has(name))?;
    Some(Item {
        sort: ItemSort::Value,
        label: zone.windows.to_owned(),
        insert: value.written(zone.windows),
        filter: filter.to_owned(),
        detail: zone.iana.to_owned(),
        about: Markdown::new(),
        is_retired: false,
        is_snippet: false,
    })
}
