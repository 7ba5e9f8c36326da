//! Inputs and outputs: the values of a step, and where they come from or go to.

use azml_rules::expression::{Port, Ports, Target, scan};
use azml_rules::syntax::{Node, NodeKind};

use super::command::{bound_input, literal};
use super::model::PlannedValue;
use super::work::WrittenWork;

/// Returns the inputs that are set, and those of the component that have a default or are required.
pub(super) fn inputs(work: &WrittenWork<'_>) -> Vec<PlannedValue> {
    let own = Ports::read(work.own.node.get("inputs"));
    let declared = work.interface.as_ref().map(|it| &it.inputs);
    let unset = declared.into_iter().flat_map(|it| &it.list);
    let unset = unset.filter(|port| own.get(port.name()).is_none());
    let unset = unset.filter_map(|port| {
        let default = port.field("default").and_then(literal);
        let value = match default {
            Some(default) => format!("{default} (default)"),
            None if port.is_optional() => return None,
            None => "not set".to_owned(),
        };
        Some(named(port, value))
    });
    let set = own.list.iter();
    let set = set.map(|port| named(port, input(work, port.value)));
    set.chain(unset).collect()
}

/// Returns the outputs that are set, and those of the component.
pub(super) fn outputs(work: &WrittenWork<'_>) -> Vec<PlannedValue> {
    let own = Ports::read(work.own.node.get("outputs"));
    let all = match &work.interface {
        Some(interface) => own.with(&interface.outputs),
        None => own,
    };
    let ports = all.list.iter();
    ports
        .map(|port| named(port, destination(port.value)))
        .collect()
}

fn named(port: &Port<'_>, value: String) -> PlannedValue {
    PlannedValue {
        name: port.name().to_owned(),
        value,
    }
}

fn input(work: &WrittenWork<'_>, value: Node<'_>) -> String {
    let Some(text) = text_of(value) else {
        return "not set".to_owned();
    };
    let from = bound_input(work, value).and_then(text_of);
    match (in_words(text), from) {
        (Some(source), Some(value)) => format!("{value} ({source})"),
        (Some(source), None) => source,
        (None, _) => text.to_owned(),
    }
}

/// Returns the value of a literal or of data.
fn text_of(value: Node<'_>) -> Option<&str> {
    if value.kind() != NodeKind::Mapping {
        return value.text().filter(|_| !value.is_null());
    }
    let keys = ["path", "value", "default"].into_iter();
    let mut values = keys.filter_map(|key| value.get(key)?.text());
    values.next()
}

/// "output `clean` of step `prep`" for an expression that is all of the text.
fn in_words(text: &str) -> Option<String> {
    Some(match &scan(text).whole(text)?.target {
        Target::StepOutput(step, port) => format!("output {} of step {}", port.text, step.text),
        Target::StepInput(step, port) => format!("input {} of step {}", port.text, step.text),
        Target::ParentInput(name) => format!("input {} of the pipeline", name.text),
        Target::ParentOutput(name) => format!("output {} of the pipeline", name.text),
        _ => return None,
    })
}

fn destination(value: Node<'_>) -> String {
    match text_of(value) {
        Some(text) => in_words(text).unwrap_or_else(|| text.to_owned()),
        None => "the default datastore".to_owned(),
    }
}
