//! The inputs and outputs of the component that a step runs.

use azml_rules::document::known_text;
use azml_rules::expression::{Interface, Port, Step};
use azml_rules::schema::Slot;
use azml_rules::syntax::{Node, NodeKind};
use azml_rules::workspace::Workspace;

use super::item;
use super::probe::Probe;
use crate::ide::completion::Item;

/// Those that nothing is bound to yet, required ones first; none where the mapping binds no ports.
pub(super) fn items(workspace: &Workspace, probe: &Probe, slot: &Slot<'_>) -> Vec<Item> {
    found(workspace, probe, slot.mapping).unwrap_or_default()
}

fn found(workspace: &Workspace, probe: &Probe, mapping: Node<'_>) -> Option<Vec<Item>> {
    let field = mapping.key()?.text().filter(|name| matches!(*name, "inputs" | "outputs" | "search_space"))?;
    let owner = mapping.parent()?;
    let step = step(workspace, probe, owner)?;
    let interface = step.callee.interface()?;
    let ports = if field == "outputs" { &interface.outputs } else { &interface.inputs };
    let is_free = |port: &&Port<'_>| {
        let bound = |key: &str| owner.get(key).is_some_and(|given| given.get(port.name()).is_some());
        let elsewhere = field != "outputs" && (bound("inputs") || bound("search_space"));
        known_text(port.key).is_some() && !bound(field) && !elsewhere
    };
    let mut free: Vec<&Port<'_>> = ports.list.iter().filter(is_free).collect();
    if field == "search_space" {
        // A sweep tries values, not data.
        free.retain(|port| port.kind().is_none_or(|kind| !kind.is_data()));
    }
    free.sort_by_key(|port| !(field != "outputs" && port.is_required()));
    Some(free.into_iter().map(|port| of_port(port, field, interface, probe)).collect())
}

/// The step, or the job that runs a component itself, whose mapping is `owner`.
fn step<'a>(workspace: &'a Workspace, probe: &'a Probe, owner: Node<'a>) -> Option<Step<'a>> {
    let key =
        owner.key().or_else(|| owner.entry("component").or_else(|| owner.entry("trial")).map(|entry| entry.key))?;
    let is_step = owner.key().is_none_or(|key| key.parent().and_then(Node::key).and_then(Node::text) == Some("jobs"));
    // A trial that is written out has no ports of its own to bind.
    let is_inline =
        owner.get("trial").is_some_and(|trial| trial.kind() == NodeKind::Mapping && trial.get("inputs").is_none());
    (is_step && !is_inline).then(|| Step::read(workspace, probe.document.path(), key, owner))
}

fn of_port(port: &Port<'_>, field: &str, interface: &Interface<'_>, probe: &Probe) -> Item {
    let text = |name: &str| port.field(name).and_then(Node::text);
    let mut detail = Vec::new();
    if field != "outputs" && port.is_required() {
        detail.push("required".to_owned());
    }
    if port.is_optional() {
        detail.push("optional".to_owned());
    }
    detail.extend(text("type").map(str::to_owned));
    detail.extend(text("default").map(|default| format!("default {default}")));
    let sort = if field == "outputs" { "Output" } else { "Input" };
    let mut about = text("description").map_or_else(String::new, |text| format!("{}\n\n", text.trim()));
    about.push_str(&format!("{sort} of {}", interface.subject()));
    item::plain(port.name(), &detail.join(" · "), about, probe)
}
