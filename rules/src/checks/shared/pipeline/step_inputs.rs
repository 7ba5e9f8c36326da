//! Inputs that a step doesn't pass to its component, or passes under a misspelled name.

use crate::checks::context::Context;
use crate::document::Kind;
use crate::expression::{ComponentInterface, Port, Step};
use crate::similar::closest;
use crate::syntax::{Node, known_text};

/// Returns the inputs that a component needs and the step does not set.
pub(crate) fn missing<'i, 'a>(
    step: &Step<'a>,
    interface: &'i ComponentInterface<'a>,
) -> impl Iterator<Item = Port<'a>> + 'i {
    let sampled = step
        .node
        .get("search_space")
        .filter(|_| step.kind == crate::expression::StepKind::Sweep);
    let given = step.inputs.clone();
    let ports = interface.inputs.list.iter().copied();
    let needed = ports.filter(|port| port.is_required() && !port.key.is_repaired());
    needed.filter(move |port| {
        let name = port.name();
        !given.has(name) && sampled.is_none_or(|space| space.get(name).is_none())
    })
}

/// Returns the inputs of the step that the component doesn't know, each with the required input
/// that was probably meant.
pub(crate) fn misspelled<'a>(
    step: &Step<'a>,
    interface: &ComponentInterface<'a>,
) -> Vec<(Node<'a>, &'a str)> {
    let mut missing: Vec<&'a str> = missing(step, interface).map(Port::name).collect();
    let mut found = Vec::new();
    for port in step
        .inputs
        .list
        .iter()
        .filter(|port| !interface.inputs.has(port.name()) && !port.key.is_repaired())
    {
        let free = interface
            .inputs
            .names()
            .filter(|name| step.inputs.get(name).is_none());
        if let Some(meant) = closest(port.name(), free).filter(|name| missing.contains(name)) {
            missing.retain(|name| *name != meant);
            found.push((port.key, meant));
        }
    }
    found
}

/// Returns `true` if a step runs a flow without the one input that it needs.
pub(crate) fn lacks_flow_data(cx: &Context<'_>, step: &Step<'_>) -> bool {
    let component = step.node.get("component").and_then(known_text);
    let flow = component.and_then(|path| cx.workspace.referenced(cx.document.path(), path));
    flow.is_some_and(|flow| matches!(flow.kind(), Some(Kind::FlowDag | Kind::FlowRun)))
        && !step.inputs.has(FLOW_DATA)
}

/// The name of the input that every flow needs.
pub(crate) const FLOW_DATA: &str = "data";
