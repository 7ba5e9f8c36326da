//! Fixes that declare a used input or output, with the type of the port that it is bound to.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::document::Document;
use crate::expression::{
    Callee, ComponentInterface, ExpressionRole, ExpressionScope, ExpressionSite, Pipeline, Port,
    PortType, Program, ScopeKind, Step, misspelled_section,
};
use crate::fix::{self, Edit};
use crate::symbols::dependents;
use crate::syntax::{Node, NodeId, NodeKind};
use crate::workspace::Workspace;

/// Declares `name: value` at the end of `section` (`inputs` or `outputs`) of `node`, and adds the
/// section if it is missing; `None` if the section has no plain place, for example because another
/// mapping is merged in.
pub(crate) fn declare(node: Node<'_>, section: &str, name: &str, value: &str) -> Option<Edit> {
    // A misspelled section still counts as the section.
    let written = node
        .entry(section)
        .or_else(|| misspelled_section(node, section));
    let Some(entry) = written else {
        if node.get(section).is_some() {
            return None;
        }
        // The usual order: `inputs` above `outputs` above `jobs`.
        let before: &[&str] = if section == "inputs" {
            &["outputs", "jobs"]
        } else {
            &["jobs"]
        };
        let value = quoted(node.is_flow(), value);
        return fix::add_entry(node, section, &format!("{name}: {value}\n"), before);
    };
    let section = entry.value;
    let merges_last = section
        .last_entry()
        .is_some_and(|last| last.key.text() == Some("<<"));
    if merges_last || (section.kind() != NodeKind::Mapping && !section.is_null()) {
        return None;
    }
    let in_flow = section.is_flow() || node.is_flow();
    fix::add_below(entry, name, &quoted(in_flow, value))
}

/// Like [`declare`], in the component that a step uses, which may be another file.
pub(crate) fn declare_in_component(
    interface: &ComponentInterface<'_>,
    section: &str,
    name: &str,
    value: &str,
) -> Option<Edit> {
    let edit = declare(interface.node, section, name, value)?;
    Some(Edit {
        path: interface.document.map(|document| document.shared_path()),
        ..edit
    })
}

/// Quotes an expression in a flow mapping, where its braces would be read as YAML.
fn quoted(in_flow: bool, value: &str) -> String {
    if in_flow && value.starts_with("${{") {
        format!("\"{value}\"")
    } else {
        value.to_owned()
    }
}

/// Returns a declaration with this type: `{type: uri_folder}`.
pub(crate) fn typed_declaration(kind: PortType) -> String {
    format!("{{type: {}}}", kind.name())
}

/// Returns the port that the expression at `site` is bound to: that of the component, else the one
/// that the step declares.
pub(crate) fn port_at<'a>(program: &Program<'a>, site: &ExpressionSite<'a>) -> Option<Port<'a>> {
    let step = program.step(site)?;
    let name = site.key?.text()?;
    let interface = step.callee.interface();
    match site.role {
        ExpressionRole::StepInput => interface
            .and_then(|it| it.inputs.get(name))
            .or_else(|| step.inputs.get(name)),
        ExpressionRole::StepOutput => interface
            .and_then(|it| it.outputs.get(name))
            .or_else(|| step.outputs.get(name)),
        _ => None,
    }
}

/// Returns the value of a new input of a pipeline *job*, which takes values and no types: the
/// default of the port that reads it, else a placeholder.
pub(crate) fn job_input_value(port: Port<'_>) -> Option<String> {
    let kind = port.declared()?;
    if kind.is_data() {
        return Some(format!("{{type: {}, path: <path>}}", kind.name()));
    }
    let default = port
        .field("default")
        .filter(|default| default.text().is_some() && !default.raw().contains('\n'));
    Some(default.map_or_else(
        || format!("<{}>", kind.name()),
        |default| default.raw().to_owned(),
    ))
}

/// A document as a program, with the programs that use it; those are parsed once, on first use.
pub(crate) struct ProgramWithUsers<'a> {
    workspace: &'a Workspace,
    document: &'a Document,
    program: &'a Program<'a>,
    others: OnceCell<Vec<Program<'a>>>,
    makers: OnceCell<HashMap<(usize, &'a str), Vec<usize>>>,
    inline: OnceCell<HashMap<NodeId, Vec<Call<'a>>>>,
}

/// A step that runs a component, with its pipeline.
type Call<'a> = (&'a Pipeline<'a>, &'a Step<'a>);

impl<'a> ProgramWithUsers<'a> {
    pub(crate) fn new(
        workspace: &'a Workspace,
        document: &'a Document,
        program: &'a Program<'a>,
    ) -> Self {
        Self {
            workspace,
            document,
            program,
            others: OnceCell::new(),
            makers: OnceCell::new(),
            inline: OnceCell::new(),
        }
    }

    /// Returns a value for a new input `name` of the command in `scope`.
    pub(crate) fn input_value(&self, scope: &ExpressionScope<'a>, name: &str) -> String {
        if let Some((pipeline, step)) = scope.step {
            return self.binding(pipeline, step, name).unwrap_or(EMPTY.into());
        }
        if scope.kind != ScopeKind::Component {
            return EMPTY.to_owned();
        }
        typed_declaration(self.given(scope.node, name).unwrap_or(PortType::UriFolder))
    }

    /// Returns an expression for the input `name` of the pipeline around a step, else for the only
    /// output `name` of the steps before it.
    fn binding(&self, pipeline: usize, step: usize, name: &str) -> Option<String> {
        let around = self.program.pipelines.get(pipeline)?;
        if around.inputs.get(name).is_some() {
            return Some(format!("${{{{parent.inputs.{name}}}}}"));
        }
        let makers = self.makers.get_or_init(|| makers(self.program));
        let makers = makers.get(&(pipeline, name)).map_or(&[][..], Vec::as_slice);
        let [only] = makers[..makers.partition_point(|maker| *maker < step)] else {
            return None;
        };
        let only = around.steps.get(only)?.name();
        Some(format!("${{{{parent.jobs.{only}.outputs.{name}}}}}"))
    }

    /// Returns the type that the users of a component give to its input `name`, if they agree: the
    /// step that contains it, or the pipelines that name its file.
    fn given(&self, component: Node<'a>, name: &str) -> Option<PortType> {
        let is_file = self.document.root() == Some(component);
        let of_file = |step: &Step<'_>| is_file && is_of(&step.callee, self.document.path());
        let inline = self.inline.get_or_init(|| inline_calls(self.program));
        let here = inline.get(&component.id()).into_iter().flatten().copied();
        let others: &[Program<'a>] = if is_file { self.others() } else { &[] };
        let there = others
            .iter()
            .flat_map(Program::calls)
            .filter(|(_, step)| of_file(step));
        let mut types = here
            .chain(there)
            .filter_map(|(pipeline, step)| pipeline.type_given(step.inputs.get(name)?));
        let first = types.next()?;
        types.all(|other| other == first).then_some(first)
    }

    fn others(&self) -> &[Program<'a>] {
        self.others.get_or_init(|| {
            let users = dependents(self.workspace, self.document.path());
            users
                .map(|user| Program::new(self.workspace, user))
                .collect()
        })
    }
}

/// The value of an input about which nothing is known.
const EMPTY: &str = "\"\"";

/// Indexes the steps of each pipeline by the names of their outputs.
fn makers<'a>(program: &Program<'a>) -> HashMap<(usize, &'a str), Vec<usize>> {
    let mut makers: HashMap<(usize, &str), Vec<usize>> = HashMap::new();
    for (at, pipeline) in program.pipelines.iter().enumerate() {
        for (step_at, step) in pipeline.steps.iter().enumerate() {
            for name in step.readable_outputs().names() {
                makers.entry((at, name)).or_default().push(step_at);
            }
        }
    }
    makers
}

/// Returns `true` if the callee is written inline in the step, at `component`.
/// Indexes the steps by the inline components that they run.
fn inline_calls<'a>(program: &'a Program<'a>) -> HashMap<NodeId, Vec<Call<'a>>> {
    let mut calls: HashMap<NodeId, Vec<Call<'a>>> = HashMap::new();
    for (pipeline, step) in program.calls() {
        if let Some(interface) = step.callee.interface()
            && interface.document.is_none()
        {
            let steps = calls.entry(interface.node.id()).or_default();
            steps.push((pipeline, step));
        }
    }
    calls
}

fn is_of(callee: &Callee<'_>, path: &str) -> bool {
    let document = callee.interface().and_then(|interface| interface.document);
    document.is_some_and(|document: &Arc<Document>| document.path() == path)
}
