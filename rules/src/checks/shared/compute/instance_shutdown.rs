//! Idle shutdown and stop schedules of compute instances.

use crate::checks::context::Context;
use crate::fix::{self, Fix};
use crate::syntax::{Node, known_text};

/// Result of looking for settings that stop a compute instance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shutdown<'t> {
    /// Something stops it, or may: a template, an expression, or a syntax error hides the setting.
    Maybe,
    /// Nothing stops it.
    Never,
    /// A schedule starts it (the value of `action`), and nothing stops it.
    OnlyStarts(Node<'t>),
}

/// Looks for idle shutdown and for schedules that stop the instance in the document.
pub(crate) fn shutdown<'a>(cx: &Context<'a>) -> Shutdown<'a> {
    let document = cx.document;
    // The last one belongs to a cluster; another rule reports it here.
    let idle = [
        "idle_time_before_shutdown_minutes",
        "idle_time_before_shutdown",
        "idle_time_before_scale_down",
    ];
    // In broken text, a missing key may be one that wasn't parsed.
    if !document.tree().errors().is_empty() || idle.iter().any(|key| document.get(key).is_some()) {
        return Shutdown::Maybe;
    }
    match document
        .get("schedules")
        .filter(|schedules| !schedules.is_null())
    {
        None => Shutdown::Never,
        Some(schedules) if schedules.entries().next().is_none() => Shutdown::Maybe,
        Some(schedules) => match schedules
            .get("compute_start_stop")
            .filter(|list| !list.is_null())
        {
            None => Shutdown::Never,
            Some(list) if list.items().next().is_none() => Shutdown::Maybe,
            Some(list) => of_list(list),
        },
    }
}

fn of_list(list: Node<'_>) -> Shutdown<'_> {
    let mut start = None;
    for item in list.items() {
        let (state, action) = (word(item, "state"), word(item, "action"));
        let is_off = state.as_deref() == Some("disabled");
        match action.as_deref() {
            _ if item.get("state").is_some() && state.is_none() => return Shutdown::Maybe,
            Some("start" | "stop") if is_off => {}
            Some("start") => start = start.or_else(|| item.get("action")),
            _ => return Shutdown::Maybe,
        }
    }
    start.map_or(Shutdown::Never, Shutdown::OnlyStarts)
}

/// Returns the text at `key` in lower case.
fn word(item: Node<'_>, key: &str) -> Option<String> {
    let text = item.get(key).and_then(known_text);
    text.map(str::to_ascii_lowercase)
}

/// Formats "compute instance `ci-anna`".
pub(crate) fn instance_name(cx: &Context<'_>) -> String {
    match cx.document.get("name").and_then(known_text) {
        Some(name) => format!("compute instance `{name}`"),
        None => "this compute instance".to_owned(),
    }
}

/// Adds idle shutdown after `size`, else after another key at the top.
pub(crate) fn add_idle_shutdown(cx: &Context<'_>) -> Option<Fix> {
    let root = cx.document.root()?;
    let after = ["size", "name", "type"]
        .iter()
        .find_map(|key| root.entry(key))?;
    let edit = fix::insert_key(after, "idle_time_before_shutdown_minutes", "60");
    Some(Fix::unsafe_(
        "add `idle_time_before_shutdown_minutes: 60`",
        vec![edit],
    ))
}
