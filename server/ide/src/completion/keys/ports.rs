//! Completion of the inputs and outputs of the component that a step runs.

use azml_rules::expression::{ComponentInterface, Port};
use azml_rules::schema::OpenMapping;
use azml_rules::syntax::{Node, known_text};
use azml_rules::workspace::Workspace;

use super::item;
use crate::completion::item::Item;
use crate::completion::references::ports::step;
use crate::completion::stand_in::WholeKey;
use crate::markdown::{Markdown, md, prose};
use crate::step_target::subject;

/// Returns the ports that are not bound yet, required ones first; none if the mapping binds no ports.
pub(crate) fn items(workspace: &Workspace, whole: &WholeKey, open: &OpenMapping<'_>) -> Vec<Item> {
    unbound_ports(workspace, whole, open.mapping).unwrap_or_default()
}

fn unbound_ports(workspace: &Workspace, whole: &WholeKey, mapping: Node<'_>) -> Option<Vec<Item>> {
    let field = mapping
        .key()?
        .text()
        .filter(|name| matches!(*name, "inputs" | "outputs" | "search_space"))?;
    let owner = mapping.parent()?;
    let step = step(workspace, whole.stand_in.document.path(), owner)?;
    let interface = step.callee.interface()?;
    let ports = if field == "outputs" {
        &interface.outputs
    } else {
        &interface.inputs
    };
    let sections: &[&str] = if field == "outputs" {
        &["outputs"]
    } else {
        &["inputs", "search_space"]
    };
    let mut unbound: Vec<&Port<'_>> = ports.list.iter().collect();
    unbound
        .retain(|port| known_text(port.key).is_some() && !is_bound(owner, sections, port.name()));
    if field == "search_space" {
        // The search space of a sweep contains values, not data.
        unbound.retain(|port| port.kind().is_none_or(|kind| !kind.is_data()));
    }
    unbound.sort_by_key(|port| !(field != "outputs" && port.is_required()));
    Some(
        unbound
            .into_iter()
            .map(|port| of_port(port, field, interface, whole))
            .collect(),
    )
}

/// Returns `true` if one of the sections of `owner` binds `name`.
fn is_bound(owner: Node<'_>, sections: &[&str], name: &str) -> bool {
    let mut given = sections.iter().filter_map(|section| owner.get(section));
    given.any(|section| section.get(name).is_some())
}

fn of_port(
    port: &Port<'_>,
    field: &str,
    interface: &ComponentInterface<'_>,
    whole: &WholeKey,
) -> Item {
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
    let sort = if field == "outputs" {
        "Output"
    } else {
        "Input"
    };
    let mut about =
        text("description").map_or_else(Markdown::new, |text| md!("{}\n\n", prose(text)));
    about.push(md!("{} of {}", sort, subject(interface)));
    item::plain(port.name(), &detail.join(" · "), about, whole)
}
