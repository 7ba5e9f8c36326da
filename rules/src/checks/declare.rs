//! Repairs that declare an input or output which is used, with the type of the port it meets.

use std::sync::Arc;

use crate::document::Document;
use crate::expression::{Callee, Interface, Pipeline, Place, Port, PortType, Program, Scope, ScopeKind, Site, Step};
use crate::fix::{self, Edit};
use crate::syntax::{Node, NodeKind};
use crate::workspace::Workspace;

/// Declares `name: value` at the end of `section` (`inputs` or `outputs`) of `node`, with the section if there is none;
/// `None` where that has no plain place, as when another mapping is merged in.
pub(super) fn declare(node: Node<'_>, section: &str, name: &str, value: &str) -> Option<Edit> {
    let Some(entry) = node.entry(section) else {
        if node.get(section).is_some() {
            return None;
        }
        // Where people look for it: above the steps, inputs above outputs.
        let before: &[&str] = if section == "inputs" { &["outputs", "jobs"] } else { &["jobs"] };
        let value = quoted(node.is_flow(), value);
        return fix::add_entry(node, section, &format!("{name}: {value}\n"), before);
    };
    let section = entry.value;
    let merges_last = section.entries().last().is_some_and(|last| last.key.text() == Some("<<"));
    if merges_last || (section.kind() != NodeKind::Mapping && !section.is_null()) {
        return None;
    }
    let in_flow = section.is_flow() || node.is_flow();
    fix::add_below(entry, name, &quoted(in_flow, value))
}

/// As [`declare`], in the component that a step uses, which may be another file.
pub(super) fn declare_in(interface: &Interface<'_>, section: &str, name: &str, value: &str) -> Option<Edit> {
    let edit = declare(interface.node, section, name, value)?;
    Some(Edit { path: interface.document.map(|document| document.shared_path()), ..edit })
}

/// In a flow mapping the braces of an expression need quotes.
fn quoted(in_flow: bool, value: &str) -> String {
    if in_flow && value.starts_with("${{") { format!("\"{value}\"") } else { value.to_owned() }
}

/// A declaration with this type: `{type: uri_folder}`.
pub(super) fn typed(kind: PortType) -> String {
    format!("{{type: {}}}", kind.name())
}

/// The port that the expression at `site` is bound to: that of the component, else what the step itself writes.
pub(super) fn port_at<'a>(program: &Program<'a>, site: &Site<'a>) -> Option<Port<'a>> {
    let step = program.step(site)?;
    let name = site.key?.text()?;
    let interface = step.callee.interface();
    match site.place {
        Place::StepInput => interface.and_then(|it| it.inputs.get(name)).or_else(|| step.inputs.get(name)),
        Place::StepOutput => interface.and_then(|it| it.outputs.get(name)).or_else(|| step.outputs.get(name)),
        _ => None,
    }
}

/// The value of a new input of a pipeline *job*, which takes values and no types: the default of the port that reads it,
/// else a placeholder to fill in.
pub(super) fn job_value(port: Port<'_>) -> Option<String> {
    let kind = port.declared()?;
    if kind.is_data() {
        return Some(format!("{{type: {}, path: <path>}}", kind.name()));
    }
    let default = port.field("default").filter(|default| default.text().is_some() && !default.raw().contains('\n'));
    Some(default.map_or_else(|| format!("<{}>", kind.name()), |default| default.raw().to_owned()))
}

/// What an input `name` of the command in `scope` may be.
pub(super) fn input_value(
    workspace: &Workspace,
    document: &Document,
    program: &Program<'_>,
    scope: &Scope<'_>,
    name: &str,
) -> String {
    if let Some((pipeline, step)) = scope.step {
        return program
            .pipelines
            .get(pipeline)
            .and_then(|pipeline| binding(pipeline, step, name))
            .unwrap_or(EMPTY.into());
    }
    if scope.kind != ScopeKind::Component {
        return EMPTY.to_owned();
    }
    let given = given_types(workspace, document, program, scope.node, name);
    typed(given.unwrap_or(PortType::UriFolder))
}

/// The value of an input nobody knows anything about.
const EMPTY: &str = "\"\"";

/// The pipeline input `name`, else the only output `name` of the steps before.
fn binding(pipeline: &Pipeline<'_>, step: usize, name: &str) -> Option<String> {
    if pipeline.inputs.get(name).is_some() {
        return Some(format!("${{{{parent.inputs.{name}}}}}"));
    }
    let mut made = pipeline.steps.iter().take(step).filter(|step| step.readable_outputs().get(name).is_some());
    let only = made.next().filter(|_| made.next().is_none())?;
    Some(format!("${{{{parent.jobs.{}.outputs.{name}}}}}", only.name()))
}

/// The type that the users of a component give to its input `name`, where they agree: the step it is written in, or the
/// pipelines that name its file.
fn given_types(
    workspace: &Workspace,
    document: &Document,
    program: &Program<'_>,
    component: Node<'_>,
    name: &str,
) -> Option<PortType> {
    let mut types: Vec<Option<PortType>> = Vec::new();
    let here =
        |step: &Step<'_>| step.callee.interface().is_some_and(|it| it.document.is_none() && it.node == component);
    types.extend(
        program
            .calls()
            .filter(|(_, step)| here(step))
            .map(|(pipeline, step)| pipeline.type_given(step.inputs.get(name)?)),
    );
    if document.root() == Some(component) {
        let uses = |step: &Step<'_>| is_of(&step.callee, document.path());
        for user in workspace.dependents(document.path()) {
            let program = Program::new(workspace, user);
            let calls = program.calls().filter(|(_, step)| uses(step));
            types.extend(calls.map(|(pipeline, step)| pipeline.type_given(step.inputs.get(name)?)));
        }
    }
    let mut known = types.into_iter().flatten();
    let first = known.next()?;
    known.all(|other| other == first).then_some(first)
}

fn is_of(callee: &Callee<'_>, path: &str) -> bool {
    let document = callee.interface().and_then(|interface| interface.document);
    document.is_some_and(|document: &Arc<Document>| document.path() == path)
}
