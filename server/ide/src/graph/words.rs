//! Texts in the nodes of a graph.

use azml_rules::compute::ComputeKind;
use azml_rules::document::Document;
use azml_rules::expression::{Callee, Port, Step, StepKind};
use azml_rules::path::file_name;
use azml_rules::syntax;
use azml_rules::syntax::known_text;
use azml_rules::workspace::{Resolution, Workspace};

use super::model::Compute;
use crate::hints::compute_summary::summary;

/// Maximum length of a name that is shown whole: resource IDs have hundreds of characters.
const LONGEST: usize = 60;

/// Returns the name of the pipeline in `node`, else that of its file.
pub(crate) fn title(document: &Document, node: syntax::Node<'_>) -> String {
    let named = ["display_name", "name"]
        .into_iter()
        .find_map(|key| node.get(key)?.text().filter(|text| !text.trim().is_empty()));
    named.map_or_else(|| file_name(document.path()).to_owned(), str::to_owned)
}

/// "command · train.yml"
pub(crate) fn of_step(step: &Step<'_>) -> String {
    let written = step
        .node
        .get("component")
        .or_else(|| step.node.get("trial"))
        .and_then(syntax::Node::text);
    let what = match &step.callee {
        Callee::Own => None,
        Callee::Component(interface) => interface
            .document
            .map(|document| file_name(document.path())),
        Callee::Remote => written,
    };
    let mut parts = vec![sort(step)];
    parts.extend(what.map(end_of));
    parts.join(" · ")
}

fn sort(step: &Step<'_>) -> String {
    let word = match step.kind {
        StepKind::Command => "command",
        StepKind::Sweep => "sweep",
        StepKind::Parallel => "parallel",
        StepKind::Spark => "Spark",
        StepKind::AutoMl => "AutoML",
        StepKind::Pipeline => "pipeline",
        StepKind::DataTransfer => "data transfer",
        StepKind::Control => step
            .node
            .get("type")
            .and_then(syntax::Node::text)
            .unwrap_or("control"),
        StepKind::Unknown => return of_component(step).unwrap_or_else(|| "component".to_owned()),
    };
    word.to_owned()
}

/// Returns the type that the component declares, else the kind of its document.
fn of_component(step: &Step<'_>) -> Option<String> {
    let interface = step.callee.interface()?;
    if let Some(named) = interface.node.get("type").and_then(known_text) {
        return Some(named.to_owned());
    }
    Some(interface.document?.kind()?.member_in_words())
}

/// Returns the type of a port, with the value of a literal: "integer = 20".
pub(crate) fn of_port(port: Port<'_>) -> String {
    let kind = port
        .kind()
        .map_or("", azml_rules::expression::PortType::name);
    with_value(kind, port.field("default").unwrap_or(port.value))
}

/// "integer = 20"; only the type if the value is not a literal.
pub(crate) fn with_value(kind: &str, value: syntax::Node<'_>) -> String {
    match known_text(value) {
        Some(value) if !value.is_empty() => {
            let value = end_of(value.lines().next().unwrap_or(value));
            format!("{kind} = {value}").trim_start().to_owned()
        }
        _ => kind.to_owned(),
    }
}

/// Returns the compute that `node` in the file at `path` names.
pub(crate) fn compute(
    workspace: &Workspace,
    path: &str,
    node: syntax::Node<'_>,
) -> Option<Compute> {
    let text = node
        .text()
        .filter(|text| !text.trim().is_empty() && !node.is_null())?;
    Some(match workspace.resolve_compute(path, node) {
        Resolution::Local => of_kind(ComputeKind::Local),
        Resolution::Serverless => of_kind(ComputeKind::Serverless),
        Resolution::Known(compute) => Compute {
            name: compute.name().to_owned(),
            about: summary(&compute),
            kind: compute.kind(),
        },
        Resolution::Unknown(name) => Compute {
            name: name.to_owned(),
            about: None,
            kind: None,
        },
        Resolution::Unknowable => Compute {
            name: end_of(text),
            about: None,
            kind: None,
        },
    })
}

/// Returns a compute of which only the kind is known.
fn of_kind(kind: ComputeKind) -> Compute {
    Compute {
        name: kind.label().to_owned(),
        about: None,
        kind: Some(kind),
    }
}

/// Returns the end of a long text, because long names usually differ at the end.
fn end_of(text: &str) -> String {
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_owned();
    }
    format!(
        "…{}",
        text.chars().skip(count - LONGEST).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(end_of("short"), "short");
        let long = format!("{}é", "x".repeat(80));
        assert_eq!(end_of(&long).chars().count(), LONGEST + 1);
        assert!(end_of(&long).ends_with('é'));
    }
}
