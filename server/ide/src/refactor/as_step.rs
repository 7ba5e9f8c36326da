//! Wraps a job or a component in a step of a new pipeline, in a file beside it. The file is not changed.
//!
//! A component is referenced by its path; the definition of a job is copied into the step, because
//! a step cannot reference a job. A pipeline needs a compute, so serverless compute is written if
//! the job relied on it.

use azml_rules::compute::ComputeRef;
use azml_rules::document::{Kind, Task};
use azml_rules::expression::{ComponentInterface, Port};
use azml_rules::fix::{lines_with_comments, newline};
use azml_rules::syntax::{Node, NodeKind, known_text};

use super::moved::is_whole;
use super::new_file::{identifier, new_path, reference, stem};
use super::refactoring::{NewFile, Refactoring, RefactoringSort};
use crate::Site;
use crate::port_value::port_word;

const HEAD: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
                    type: pipeline\n";

/// Keys about the job as a whole, which move to the pipeline.
const OF_PIPELINE: [&str; 4] = ["display_name", "experiment_name", "description", "tags"];

/// Keys that a step does not have.
const NOT_OF_STEP: [&str; 5] = ["$schema", "name", "type", "properties", "compute"];

/// Returns the refactoring of a job or component document.
pub(crate) fn refactoring(site: &Site<'_>) -> Option<Refactoring> {
    let kind = site.document.kind()?;
    let (what, file) = if kind.is_component() {
        ("component", of_component(site, kind)?)
    } else {
        ("job", of_job(site)?)
    };
    Some(Refactoring {
        sort: RefactoringSort::Rewrite,
        title: format!(
            "Make this {what} a pipeline step in `{}`",
            reference(&file.path)?
        ),
        edits: Vec::new(),
        new_files: vec![file],
    })
}

/// Returns a pipeline whose only step does the same as the job in the document.
pub(crate) fn of_job(site: &Site<'_>) -> Option<NewFile> {
    let kind = site.document.kind()?;
    let root = site.document.root()?;
    let task = Task::of_kind(kind);
    // The client fails on a `text` AutoML step with `sweep` (azure-ai-ml 1.35.2).
    let is_broken = task == Task::AutoMlText && root.get("sweep").is_some();
    let is_convertible = kind.is_job() && !is_broken && (task == Task::Command || task.is_automl());
    if !is_convertible || root.is_flow() || !root.children().all(is_whole) {
        return None;
    }
    let stem = stem(site)?;
    let step = identifier(stem)?;
    let path = new_path(site, &format!("{stem}-pipeline"))?;
    let (mut head, mut body) = (String::new(), String::new());
    for entry in root.entries() {
        let key = entry.key.text()?;
        let lines = lines_with_comments(entry).slice(site.document.text());
        if OF_PIPELINE.contains(&key) {
            head += lines;
        } else if !NOT_OF_STEP.contains(&key) {
            body += lines;
        }
    }
    let word = kind.type_word()?;
    let text = format!(
        "{HEAD}{}settings:\n  default_compute: {}\njobs:\n  {step}:\n    type: {word}\n{}",
        unix(&head),
        default_compute(root)?,
        indented(&unix(&body), "    "),
    );
    Some(new_file(site, path, &text))
}

/// Returns a pipeline whose only step runs the component in the document.
fn of_component(site: &Site<'_>, kind: Kind) -> Option<NewFile> {
    let root = site.document.root()?;
    let stem = stem(site)?;
    let step = identifier(stem)?;
    let path = new_path(site, &format!("{stem}-pipeline"))?;
    let component = reference(site.document.path())?;
    let interface = ComponentInterface::read(root, None);
    let (mut inputs, mut bindings) = (String::new(), String::new());
    for port in interface
        .inputs
        .list
        .iter()
        .filter(|port| port.is_required())
    {
        let name = port.name();
        inputs += &format!("  {name}: {}\n", value(*port)?);
        bindings += &format!("      {name}: ${{{{parent.inputs.{name}}}}}\n");
    }
    let section = |key: &str, lines: String| match lines.as_str() {
        "" => String::new(),
        lines => format!("{key}:\n{lines}"),
    };
    let text = format!(
        "{HEAD}{}settings:\n  default_compute: azureml:serverless\njobs:\n  {step}:\n    \
         type: {}\n    component: {component}\n{}",
        section("inputs", inputs),
        kind.type_word()?,
        section("    inputs", bindings),
    );
    Some(new_file(site, path, &text))
}

/// Returns a placeholder for a required input: the newest version of the asset with the
/// name of the input, or the first allowed value.
fn value(port: Port<'_>) -> Option<String> {
    let kind = port.declared()?;
    if kind.is_data() {
        let (kind, name) = (kind.name(), port.name());
        return Some(format!("{{type: {kind}, path: \"azureml:{name}@latest\"}}"));
    }
    port_word(port)
}

/// Returns the default compute of the steps: the compute of the job, else serverless compute. A
/// pipeline does not run on the local machine.
fn default_compute(root: Node<'_>) -> Option<String> {
    let Some(node) = root.get("compute").filter(|node| !node.is_null()) else {
        return Some("azureml:serverless".to_owned());
    };
    let text = known_text(node).filter(|_| node.kind() != NodeKind::Alias)?;
    Some(match ComputeRef::parse(text) {
        ComputeRef::Local | ComputeRef::Serverless => "azureml:serverless".to_owned(),
        ComputeRef::Name(name) => format!("azureml:{name}"),
        ComputeRef::ResourceId => format!("azureml:{}", text.trim_start_matches("azureml:")),
    })
}

fn new_file(site: &Site<'_>, path: String, text: &str) -> NewFile {
    NewFile {
        path,
        text: text.replace('\n', newline(site.document.tree())),
    }
}

/// Returns the lines with `\n` at the end of each.
fn unix(lines: &str) -> String {
    let text = lines.replace("\r\n", "\n");
    if text.is_empty() || text.ends_with('\n') {
        text
    } else {
        text + "\n"
    }
}

/// Indents each line that is not empty by `by`.
fn indented(lines: &str, by: &str) -> String {
    let mut text = String::new();
    for line in lines.split_inclusive('\n') {
        if !line.trim().is_empty() {
            text += by;
        }
        text += line;
    }
    text
}
