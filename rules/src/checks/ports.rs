//! What a step gives to its component under a name that is misspelt.

use crate::expression::{Interface, Port, Step};
use crate::similar::closest;
use crate::syntax::Node;

/// The inputs that a component needs and the step does not set.
pub(super) fn missing<'i, 'a>(step: &Step<'a>, interface: &'i Interface<'a>) -> impl Iterator<Item = Port<'a>> + 'i {
    let sampled = step.node.get("search_space").filter(|_| step.kind == crate::expression::StepKind::Sweep);
    let given = step.inputs.clone();
    let is_set = move |name: &str| given.has(name) || sampled.is_some_and(|space| space.get(name).is_some());
    let needed = interface.inputs.list.iter().copied().filter(|port| port.is_required() && !port.key.is_repaired());
    needed.filter(move |port| !is_set(port.name()))
}

/// Inputs of the step that the component does not know, each with the one that it needs and that was probably meant.
pub(super) fn misspelt<'a>(step: &Step<'a>, interface: &Interface<'a>) -> Vec<(Node<'a>, &'a str)> {
    let mut missing: Vec<&'a str> = missing(step, interface).map(Port::name).collect();
    let mut found = Vec::new();
    for port in step.inputs.list.iter().filter(|port| !interface.inputs.has(port.name()) && !port.key.is_repaired()) {
        let free = interface.inputs.names().filter(|name| step.inputs.get(name).is_none());
        if let Some(meant) = closest(port.name(), free).filter(|name| missing.contains(name)) {
            missing.retain(|name| *name != meant);
            found.push((port.key, meant));
        }
    }
    found
}
