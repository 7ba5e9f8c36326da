//! Extracts the definition of a step into a component file.
//!
//! The new file is beside the pipeline, so that every relative path in it stays valid. The
//! step keeps its arguments for the component: its inputs and outputs, its compute and resources.

use azml_rules::document::{Kind, KindFamily};
use azml_rules::expression::{
    Callee, ExpressionRole, Pipeline, Port, PortType, Program, Step, StepKind, Target, scan,
};
use azml_rules::fix::{self, Edit};
use azml_rules::path::file_name;
use azml_rules::schema::table::KindDef;
use azml_rules::syntax::{Entry, Node, NodeKind, known_text};
use azml_rules::text::TextRange;

use super::moved::{dedented, is_bound, is_whole};
use super::new_file::{identifier, new_path};
use super::refactoring::{NewFile, Refactoring, RefactoringSort};
use crate::Site;

/// Keys of a command; all other keys of a step belong to the step.
const OF_COMMAND: &[&str] = &["code", "command", "environment", "distribution"];

/// Returns the refactoring if the cursor is on the name of a step, or on its `component` or `command`.
pub(crate) fn extract(site: &Site<'_>, cursor: u32) -> Option<Refactoring> {
    let program = site.program();
    let mut pipelines = program.pipelines.iter().enumerate();
    let found = pipelines.find_map(|(at, pipeline)| {
        let mut steps = pipeline.steps.iter();
        let step = steps.position(|step| is_at_component(step, cursor))?;
        Some((at, pipeline, step))
    });
    let (pipeline_at, pipeline, step_at) = found?;
    let step = pipeline.steps.get(step_at)?;
    let in_place = step.key.value_of_key() == Some(step.node) && step.node.anchor().is_none();
    if !in_place || step.node.is_flow() {
        return None;
    }
    let name = identifier(step.name())?;
    let (text, edits) = match step.node.entry("component") {
        Some(entry) => of_mapping(entry, step, &name)?,
        None => of_command(program, pipeline, (pipeline_at, step_at), &name)?,
    };
    let file = new_path(site, &name)?;
    let reference = format!("./{}", file_name(&file));
    let edits = edits
        .into_iter()
        .map(|edit| Edit {
            text: edit.text.replace(HERE, &reference),
            ..edit
        })
        .collect();
    let title = format!(
        "Move the component of step `{}` to `{reference}`",
        step.name()
    );
    Some(Refactoring {
        sort: RefactoringSort::Extract,
        title,
        edits,
        new_files: vec![NewFile { path: file, text }],
    })
}

/// Returns `true` if `cursor` is on the name of `step`, or on its `component` or `command`.
fn is_at_component(step: &Step<'_>, cursor: u32) -> bool {
    let named = ["component", "command"].map(|key| step.node.entry(key).map(|entry| entry.key));
    let mut keys = named.into_iter().flatten().chain([step.key]);
    keys.any(|key| key.range().touches(cursor))
}

/// Placeholder for the path of the new file until it is known; a file cannot contain this text.
const HERE: &str = "\0";

/// Extracts a `component:` with a mapping: the mapping becomes the file.
fn of_mapping(entry: Entry<'_>, step: &Step<'_>, name: &str) -> Option<(String, Vec<Edit>)> {
    let mapping = entry.value;
    if mapping.kind() != NodeKind::Mapping
        || mapping.anchor().is_some()
        || !mapping.children().all(is_whole)
    {
        return None;
    }
    let tree = entry.key.tree();
    let newline = fix::newline(tree);
    let kind = mapping
        .get("type")
        .or_else(|| step.node.get("type"))
        .map_or(Some("command"), known_text)?;
    let head = header(Some(mapping), kind, name, newline)?;
    if mapping.is_flow() {
        if mapping.raw().contains('\n') {
            return None;
        }
        let mut text = head;
        for Entry { key, value, .. } in mapping.entries() {
            text += &format!("{}: {}{newline}", key.raw(), value.raw());
        }
        return Some((text, vec![fix::replace(mapping, HERE)]));
    }
    let lines = fix::entry_lines(entry);
    let first = tree
        .lines()
        .full_line(tree.lines().line_of(entry.key.range().start))
        .end;
    let body = TextRange::new(first, lines.end);
    // The comment after `component:` stays, and so does the end of the line.
    let colon = TextRange::new(entry.key.range().end, entry.key.range().end + 1);
    if tree.text().get(std::ops::Range::from(colon)) != Some(":") {
        return None;
    }
    let edits = vec![
        Edit::new(colon, format!(": {HERE}")),
        Edit::new(body, String::new()),
    ];
    let body = ended(
        dedented(
            body.slice(tree.text()),
            fix::column(mapping.entries().next()?.key),
        ),
        newline,
    );
    Some((head + &body, edits))
}

/// Returns the keys that a component file begins with and that `mapping` does not have.
fn header(mapping: Option<Node<'_>>, kind: &str, name: &str, newline: &str) -> Option<String> {
    let of_type = Kind::of_type(KindFamily::Component, &kind.to_ascii_lowercase(), None);
    let schema = KindDef::of(of_type?)?.schema;
    let schema = format!("https://azuremlschemas.azureedge.net/latest/{schema}");
    let keys = [
        ("$schema", schema.as_str()),
        ("name", name),
        ("version", "\"1\""),
        ("type", kind),
    ];
    let missing = keys
        .into_iter()
        .filter(|(key, _)| mapping.is_none_or(|mapping| mapping.get(key).is_none()));
    Some(
        missing
            .map(|(key, value)| format!("{key}: {value}{newline}"))
            .collect(),
    )
}

fn ended(text: String, newline: &str) -> String {
    if text.is_empty() || text.ends_with('\n') {
        text
    } else {
        text + newline
    }
}

/// Extracts the command of a step: the command becomes the file, which declares the inputs and
/// outputs of the step.
fn of_command(
    program: &Program<'_>,
    pipeline: &Pipeline<'_>,
    (pipeline_at, step_at): (usize, usize),
    name: &str,
) -> Option<(String, Vec<Edit>)> {
    let step = pipeline.steps.get(step_at)?;
    let is_command = step.kind == StepKind::Command && matches!(step.callee, Callee::Own);
    let moved: Vec<Entry<'_>> = step
        .node
        .entries()
        .filter(|entry| {
            entry
                .key
                .text()
                .is_some_and(|key| OF_COMMAND.contains(&key))
        })
        .collect();
    let has = |key: &str| moved.iter().any(|entry| entry.key.text() == Some(key));
    let merges = step.node.entry("<<").is_some();
    if !is_command || merges || !has("command") || !has("environment") {
        return None;
    }
    if !moved
        .iter()
        .all(|entry| is_whole(entry.value) && !is_bound(entry.value))
        || step.inputs.open
        || step.outputs.open
    {
        return None;
    }
    let text = step.node.tree().text();
    let newline = fix::newline(step.node.tree());
    let mut file = header(None, "command", name, newline)?;
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for port in &step.inputs.list {
        let optional = if is_in_brackets(program, (pipeline_at, step_at), port.name()) {
            ", optional: true"
        } else {
            ""
        };
        let port_type = input_type(pipeline, *port)?.name();
        inputs.push((port.key, format!("{{type: {port_type}{optional}}}")));
    }
    for port in &step.outputs.list {
        let port_type = output_type(pipeline, *port).name();
        outputs.push((port.key, format!("{{type: {port_type}}}")));
    }
    let indent = " ".repeat(fix::indent_unit(step.node.tree()));
    file += &section("inputs", &inputs, &indent, newline);
    file += &section("outputs", &outputs, &indent, newline);
    let column = fix::column(step.key.value_of_key()?.entries().next()?.key);
    let mut edits = Vec::new();
    for (at, entry) in moved.iter().enumerate() {
        let lines = fix::lines_with_comments(*entry);
        file += &ended(dedented(lines.slice(text), column), newline);
        let reference = if at == 0 {
            format!("{}component: {HERE}{newline}", " ".repeat(column))
        } else {
            String::new()
        };
        edits.push(Edit::new(lines, reference));
    }
    Some((file, edits))
}

/// Returns `inputs` or `outputs` of the new component with their declarations; empty if there are
/// none.
fn section(key: &str, ports: &[(Node<'_>, String)], indent: &str, newline: &str) -> String {
    if ports.is_empty() {
        return String::new();
    }
    let mut text = format!("{key}:{newline}");
    for (port, declaration) in ports {
        text += &format!("{indent}{}: {declaration}{newline}", port.raw());
    }
    text
}

/// Returns `true` if the command reads an input in `$[[ ]]`, where only an optional one is allowed.
fn is_in_brackets(program: &Program<'_>, step: (usize, usize), name: &str) -> bool {
    program.expressions().any(|(site, expression)| {
        let is_command =
            site.role == ExpressionRole::Run && site.pipeline.zip(site.step) == Some(step);
        is_command
            && expression.bracket.is_some()
            && matches!(&expression.target, Target::Input(input) if input.text == name)
    })
}

/// Returns the type of the value that a step passes to an input; `None` if it is unknown.
fn input_type(pipeline: &Pipeline<'_>, port: Port<'_>) -> Option<PortType> {
    if port.value.kind() == NodeKind::Mapping {
        // The type of the bound value decides, not the one that the step declares.
        let path = port.field("path").map(|value| Port {
            key: port.key,
            value,
        });
        let bound = path.filter(|path| path.value.text().is_some_and(|text| text.contains("${{")));
        return bound.map_or_else(
            || data_type(port),
            |path| given_type(pipeline, path).or_else(|| data_type(port)),
        );
    }
    given_type(pipeline, port)
}

/// Returns the type of a literal or a binding.
fn given_type(pipeline: &Pipeline<'_>, port: Port<'_>) -> Option<PortType> {
    if let Some(kind) = pipeline.type_given(port) {
        return Some(kind);
    }
    let scan = scan(port.value.text()?);
    match &scan.expressions.first()?.target {
        Target::ParentInput(name) => data_type(pipeline.inputs.get(name.text)?),
        Target::StepOutput(step, port) => {
            let step = pipeline.step(step.text)?.1;
            let is_inline = matches!(step.callee, Callee::Own) && step.kind != StepKind::AutoMl;
            Some(output_type(
                pipeline,
                step.outputs.get(port.text).filter(|_| is_inline)?,
            ))
        }
        _ => None,
    }
}

/// Returns the type of data with a path; a folder if no type is written, like the
/// service.
fn data_type(port: Port<'_>) -> Option<PortType> {
    match port.field("type") {
        Some(_) => port.declared(),
        None => port.field("path").map(|_| PortType::UriFolder),
    }
}

/// Returns the type of an output: written in the step, else that of the pipeline's output, else a folder.
pub(crate) fn output_type(pipeline: &Pipeline<'_>, port: Port<'_>) -> PortType {
    port.declared()
        .or_else(|| bound_output_type(pipeline, port))
        .unwrap_or(PortType::UriFolder)
}

/// Returns the type of the pipeline's output that `port` is bound to.
fn bound_output_type(pipeline: &Pipeline<'_>, port: Port<'_>) -> Option<PortType> {
    let value = port.field("path").unwrap_or(port.value);
    let scan = scan(value.text()?);
    match &scan.expressions.first()?.target {
        Target::ParentOutput(name) => pipeline.outputs.get(name.text)?.declared(),
        _ => None,
    }
}
