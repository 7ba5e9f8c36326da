//! Bindings of the inputs of a component in a new step, to values of the pipeline that fit.

use azml_rules::expression::{ComponentInterface, Pipeline, Port, PortType, Step};
use azml_rules::syntax::known_text;

use super::snippet::Form;
use crate::port_value::port_word;

/// Returns the inputs of a component as a step of `pipeline` at `at` binds them; optional ones
/// only if a value of their name exists. `None` if there are none.
pub(crate) fn form(
    pipeline: &Pipeline<'_>,
    at: u32,
    interface: &ComponentInterface<'_>,
) -> Option<Form> {
    let mut entries = Vec::new();
    for port in &interface.inputs.list {
        let Some(name) = known_text(port.key) else {
            continue;
        };
        let form = match source(pipeline, at, *port) {
            Some(path) => Form::Text(format!("${{{{{path}}}}}")),
            None if port.is_required() => to_fill_in(*port, name),
            None => continue,
        };
        entries.push((name.to_owned(), form));
    }
    (!entries.is_empty()).then_some(Form::Entries(entries))
}

/// Returns the value of the pipeline that fits the input: the one with its name, else data that
/// only one earlier step delivers, else the only data input of the pipeline.
fn source(pipeline: &Pipeline<'_>, at: u32, port: Port<'_>) -> Option<String> {
    let (name, kind) = (port.name(), port.declared()?);
    if pipeline
        .inputs
        .get(name)
        .is_some_and(|own| suits(own, port))
    {
        return Some(format!("parent.inputs.{name}"));
    }
    if !kind.is_data() || !port.is_required() {
        return None;
    }
    let before = pipeline
        .steps
        .iter()
        .filter(|step| step.node.range().end <= at);
    let mut delivered: Vec<String> = Vec::new();
    for step in before.rev() {
        delivered = outputs(step, kind, name);
        if !delivered.is_empty() {
            break;
        }
    }
    if let [only] = delivered.as_slice() {
        return Some(only.clone());
    }
    let own = pipeline
        .inputs
        .list
        .iter()
        .filter(|own| suits(**own, port) && own.kind().is_some_and(PortType::is_data));
    let own: Vec<&Port<'_>> = own.collect();
    match own.as_slice() {
        [only] => Some(format!("parent.inputs.{}", only.name())),
        _ => None,
    }
}

/// Returns `true` if an input of the pipeline can be bound to `port`.
fn suits(own: Port<'_>, port: Port<'_>) -> bool {
    let fits = own.kind().zip(port.declared());
    let may_be_absent = own.is_optional() && port.is_required();
    fits.is_some_and(|(own, required)| own.fits(required)) && !may_be_absent
}

/// Returns the outputs of `step` of this type; only the one called `name` if it exists.
fn outputs(step: &Step<'_>, kind: PortType, name: &str) -> Vec<String> {
    let Some(interface) = step.callee.interface() else {
        return Vec::new();
    };
    let of_type = interface.outputs.list.iter();
    let mut of_type: Vec<&Port<'_>> = of_type
        .filter(|port| port.declared() == Some(kind) && known_text(port.key).is_some())
        .collect();
    if of_type.iter().any(|port| port.name() == name) {
        of_type.retain(|port| port.name() == name);
    }
    let path = |port: &&Port<'_>| format!("parent.jobs.{}.outputs.{}", step.name(), port.name());
    of_type.iter().map(path).collect()
}

/// Returns a placeholder value that the input accepts.
fn to_fill_in(port: Port<'_>, name: &str) -> Form {
    match port.declared() {
        Some(kind) if kind.is_data() => Form::Entries(vec![
            ("type".to_owned(), Form::Text(kind.name().to_owned())),
            (
                "path".to_owned(),
                Form::Suggestion(format!("azureml:{name}@latest")),
            ),
        ]),
        _ => Form::Suggestion(port_word(port).unwrap_or_default()),
    }
}
