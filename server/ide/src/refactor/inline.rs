//! Inlines a command component from its file into the step that runs it.
//!
//! A step has fewer fields than a component: it has no optional inputs, no limits of values, and no
//! setting for the reuse of results. If the file uses one of these, or if an input of the step
//! would change its type without the declarations, nothing is offered. The file is not changed.

use azml_rules::document::{Document, Kind};
use azml_rules::expression::{ComponentInterface, Pipeline, Port, PortType, Ports, Step, StepKind};
use azml_rules::fix::{self, Edit, Fix, apply, newline};
use azml_rules::path::{file_name, is_absolute_somewhere, parent};
use azml_rules::syntax::{Entry, Node, NodeKind, known_text};
use azml_rules::text::TextRange;

use super::component::output_type;
use super::moved::{dedented, is_whole};
use super::refactoring::{Refactoring, RefactoringSort};
use crate::Site;
use crate::refactor::file_rename;
use crate::refactor::file_rename::{Move, named_paths};

/// Keys that a step and a component share.
const MOVED: [&str; 5] = [
    "code",
    "command",
    "environment",
    "distribution",
    "resources",
];

/// Keys that name and describe the component, which no step needs.
const LEFT: [&str; 8] = [
    "$schema",
    "name",
    "version",
    "type",
    "display_name",
    "description",
    "tags",
    "properties",
];

/// Returns the refactoring if the cursor is on the name of a step or on its `component`.
pub(crate) fn refactoring(site: &Site<'_>, cursor: u32) -> Option<Refactoring> {
    let program = site.program();
    let (pipeline, step, entry) = program.pipelines.iter().find_map(|pipeline| {
        let mut steps = pipeline.steps.iter();
        steps.find_map(|step| {
            let entry = step.node.entry("component")?;
            let ranges = [step.key.range(), entry.range()];
            let is_here = ranges.iter().any(|range| range.touches(cursor));
            is_here.then_some((pipeline, step, entry))
        })
    })?;
    let interface = step.callee.interface()?;
    let document = interface.document?;
    if document.kind() != Some(Kind::ComponentCommand) || !can_take(step, entry) {
        return None;
    }
    let component = beside(site, document)?;
    let root = component.root()?;
    if !is_taken(root, step) {
        return None;
    }
    let given = Given {
        pipeline,
        step,
        declared: &ComponentInterface::read(root, None),
    };
    let (inputs, outputs) = (given.missing_inputs()?, given.missing_outputs()?);
    let edits = edits(step, entry, root, (&inputs, &outputs))?;
    let inlined = Refactoring {
        sort: RefactoringSort::Inline,
        title: format!(
            "Inline the component `{}` into step `{}`",
            file_name(document.path()),
            step.name()
        ),
        edits,
        new_files: Vec::new(),
    };
    let is_clean = inlined.is_clean_beside(site, &[document.path()]);
    is_clean.then_some(inlined)
}

/// Returns `true` if the step is written in block style, and its component is a scalar on one line.
fn can_take(step: &Step<'_>, component: Entry<'_>) -> bool {
    let in_place = step.key.value_of_key() == Some(step.node) && step.node.anchor().is_none();
    let kind = step.node.get("type").map(known_text);
    let is_command = kind.is_none_or(|kind| kind == Some("command"))
        && matches!(step.kind, StepKind::Command | StepKind::Unknown);
    let value = component.value;
    let is_alone = matches!(value.kind(), NodeKind::Scalar(_))
        && value.anchor().is_none()
        && !value.raw().contains('\n')
        && value
            .tree()
            .comment_on_line(component.range().end)
            .is_none();
    let is_open = step.inputs.open || step.outputs.open || step.node.entry("<<").is_some();
    in_place && !step.is_job && !step.node.is_flow() && is_command && is_alone && !is_open
}

/// Returns a copy of the component beside the document, with adjusted paths. `None` if it has
/// errors, or if a path can't be adjusted.
fn beside(site: &Site<'_>, component: &Document) -> Option<Document> {
    if !component.tree().errors().is_empty() || !component.template_markers().is_empty() {
        return None;
    }
    let here = site.document.path();
    if parent(here) == parent(component.path()) {
        return Some(Document::new(component.path(), component.text()));
    }
    let to = site
        .workspace
        .path_style()
        .join_beside(here, file_name(component.path()))?;
    let there = site.with(component, site.workspace);
    let moves = [Move {
        from: component.path().to_owned(),
        to: to.clone(),
    }];
    let edits = file_rename::edits(&there, &moves);
    let paths = named_paths(&there);
    let mut of_document = paths.iter().filter(|path| {
        path.base == file_rename::Base::Document && !is_absolute_somewhere(&path.text)
    });
    if !of_document.all(|path| edits.iter().any(|edit| edit.range == path.range)) {
        return None;
    }
    let edits = edits.into_iter().map(|edit| Edit { path: None, ..edit });
    let edits: Vec<Edit> = edits.collect();
    if edits.is_empty() {
        return Some(Document::new(to, component.text()));
    }
    let (text, count) = apply(component.text(), [&Fix::safe("", edits)]);
    (count == 1).then(|| Document::new(to, text))
}

/// Returns `true` if a step can express all that the component at `root` defines.
fn is_taken(root: Node<'_>, step: &Step<'_>) -> bool {
    let has_brackets = |entry: &Entry<'_>| entry.value.raw().contains("$[[");
    let mut entries = root.entries();
    !root.is_flow()
        && root.children().all(is_whole)
        && entries.all(|entry| match entry.key.text() {
            Some("inputs" | "outputs") => entry.value.kind() == NodeKind::Mapping,
            // Only optional inputs are allowed in brackets, and an input of a step is not optional.
            Some(key) if MOVED.contains(&key) => {
                step.node.entry(key).is_none() && !has_brackets(&entry)
            }
            Some(key) => LEFT.contains(&key),
            None => false,
        })
}

/// The declarations of the component, and the arguments of the step.
struct Given<'a, 'p> {
    pipeline: &'p Pipeline<'a>,
    step: &'p Step<'a>,
    declared: &'p ComponentInterface<'p>,
}

/// A name and a value as written in the file.
type NamedValue = (String, String);

impl Given<'_, '_> {
    /// Returns the inputs that the step leaves to their defaults, with these. `None` if an input
    /// would have another type without its declaration.
    fn missing_inputs(&self) -> Option<Vec<NamedValue>> {
        let (declared, given) = (&self.declared.inputs, &self.step.inputs);
        all_declared(declared, given)?;
        let mut missing = Vec::new();
        for port in &declared.list {
            let kind = says_only(*port, &["type", "default", "description", "optional"])?;
            if let Some(given) = given.get(port.name()) {
                keeps_type(given, kind)?;
            } else {
                let default = port.field("default")?;
                let as_literal = Port {
                    key: port.key,
                    value: default,
                };
                keeps_type(as_literal, kind)?;
                missing.push((port.key.raw().to_owned(), default.raw().to_owned()));
            }
        }
        Some(missing)
    }

    /// Returns the outputs that the step does not bind, with their types.
    fn missing_outputs(&self) -> Option<Vec<NamedValue>> {
        let (declared, given) = (&self.declared.outputs, &self.step.outputs);
        all_declared(declared, given)?;
        let mut missing = Vec::new();
        for port in &declared.list {
            let kind = says_only(*port, &["type", "description"])?;
            match given.get(port.name()) {
                Some(given) if output_type(self.pipeline, given) != kind => return None,
                Some(_) => {}
                None => {
                    missing.push((
                        port.key.raw().to_owned(),
                        format!("{{type: {}}}", kind.name()),
                    ));
                }
            }
        }
        Some(missing)
    }
}

/// Returns `None` if the step passes an undeclared name.
fn all_declared(declared: &Ports<'_>, given: &Ports<'_>) -> Option<()> {
    let mut names = given.names();
    (!declared.open && names.all(|name| declared.get(name).is_some())).then_some(())
}

/// Returns `None` if the value would have, or could have, another type without its declaration.
fn keeps_type(given: Port<'_>, kind: PortType) -> Option<()> {
    let value = given.value;
    if value.kind() == NodeKind::Mapping {
        return (given.declared() == Some(kind)).then_some(());
    }
    if !matches!(value.kind(), NodeKind::Scalar(_)) || value.raw().contains('\n') {
        return None;
    }
    if value.text().is_some_and(|text| text.contains("${{")) {
        // A bound value has a type of its own.
        return Some(());
    }
    let is_same = match given.kind() {
        Some(PortType::Integer) => matches!(kind, PortType::Integer | PortType::Number),
        literal => literal == Some(kind),
    };
    (!kind.is_data() && is_same).then_some(())
}

/// Returns the type of a declaration that has no other keys than `keys`.
fn says_only(port: Port<'_>, keys: &[&str]) -> Option<PortType> {
    let mut entries = port.value.entries();
    let is_known = entries.all(|entry| entry.key.text().is_some_and(|key| keys.contains(&key)));
    is_known.then(|| port.declared()).flatten()
}

/// Returns the edits that replace `component`, and that add the ports.
fn edits(
    step: &Step<'_>,
    component: Entry<'_>,
    root: Node<'_>,
    (inputs, outputs): (&[NamedValue], &[NamedValue]),
) -> Option<Vec<Edit>> {
    let tree = component.key.tree();
    let newline = newline(tree);
    let column = fix::column(component.key);
    let (margin, indent) = (" ".repeat(column), " ".repeat(fix::indent_unit(tree)));
    let mut text = String::new();
    if step.node.entry("type").is_none() {
        text += &format!("{margin}type: command{newline}");
    }
    let mut edits = Vec::new();
    for (key, ports) in [("inputs", inputs), ("outputs", outputs)] {
        let entries: Vec<(&str, &str)> = ports
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        if entries.is_empty() {
            continue;
        }
        match step.node.entry(key).map(|entry| entry.value) {
            None => {
                text += &format!("{margin}{key}:{newline}");
                for (name, value) in entries {
                    text += &format!("{margin}{indent}{name}: {value}{newline}");
                }
            }
            Some(section) if section.anchor().is_none() => {
                edits.push(fix::insert_keys(section.entries().last()?, &entries));
            }
            Some(_) => return None,
        }
    }
    for key in MOVED {
        let Some(entry) = root.entry(key) else {
            continue;
        };
        let lines = fix::lines_with_comments(entry).slice(root.tree().text());
        let lines = dedented(&lines.replace("\r\n", "\n"), fix::column(entry.key));
        for line in lines.lines() {
            let margin = if line.is_empty() { "" } else { &margin };
            text += &format!("{margin}{line}{newline}");
        }
    }
    let lines = fix::entry_lines(component);
    if !lines.slice(tree.text()).ends_with('\n') {
        text.truncate(text.len() - newline.len());
    }
    edits.push(Edit::new(TextRange::new(lines.start, lines.end), text));
    edits.sort_by_key(|edit| edit.range);
    Some(edits)
}
