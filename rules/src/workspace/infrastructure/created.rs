//! The computes that one file creates.

use std::sync::Arc;

use super::code_compute::{CodeCompute, CodeValue, Missing};
use crate::az_ml::{Action, CommandLine, compute_template_inputs, may_call_compute_template};
use crate::compute::{ComputeDef, ComputeKind, Origin, OriginKind};
use crate::document::Document;
use crate::syntax::{Node, Segment, known_text};
use crate::terraform::{TerraformFile, is_terraform};
use crate::text::TextRange;

/// The part of a file that tells of computes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::workspace) enum CodeFacts {
    /// Of a script, workflow, or pipeline.
    Commands(CreatedComputes),
    /// Of a Terraform file.
    Terraform(TerraformFile),
}

/// The computes that a script, workflow, or pipeline creates and changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::workspace) struct CreatedComputes {
    pub(super) created: Vec<Arc<ComputeDef>>,
    pub(super) updated: Vec<Arc<ComputeDef>>,
}

impl CodeFacts {
    /// Returns the facts of `document`; `None` for most.
    pub(in crate::workspace) fn of(document: &Document) -> Option<Self> {
        if document.kind().is_some() {
            return None;
        }
        let path = document.shared_path();
        if is_terraform(&path) {
            let file = TerraformFile::read(&path, document.text());
            return (file != TerraformFile::default()).then_some(Self::Terraform(file));
        }
        let mut found = CreatedComputes::default();
        if let Some(commands) = document.commands() {
            let lines = commands.commands.iter();
            for line in lines.filter(|line| line.noun == "compute") {
                let def = of_command(line, &path).map(Arc::new);
                match line.action {
                    Action::Create => found.created.extend(def),
                    Action::Update => found.updated.extend(def),
                    Action::Validate | Action::Invoke => {}
                }
            }
        }
        if may_call_compute_template(document.text()) {
            let calls = compute_template_inputs(document.tree());
            let defs = calls.filter_map(|inputs| of_template(inputs, &path));
            found.created.extend(defs.map(Arc::new));
            found.created.sort_by_key(|def| def.origin.range.start);
        }
        (found != CreatedComputes::default()).then_some(Self::Commands(found))
    }
}

/// Returns the compute that `az ml compute create` or `update` names.
fn of_command(line: &CommandLine, path: &Arc<str>) -> Option<ComputeDef> {
    let setting = |key: &str| line.sets(&[Segment::Key(key.to_owned())]);
    let name = setting("name")?.value.as_ref()?;
    let value = |key: &str| match setting(key) {
        None if line.sets_unknown => CodeValue::Unknown,
        None => CodeValue::Missing,
        Some(setting) => {
            let value = setting.value.as_ref().filter(|_| !line.sets_unknown);
            CodeValue::of(value.map(|value| &*value.text))
        }
    };
    let kind = setting("type").and_then(|setting| {
        let value = setting.value.as_ref().filter(|_| !line.sets_unknown)?;
        ComputeKind::from_type(&value.text)
    });
    CodeCompute {
        kind,
        size: value("size"),
        tier: value("tier"),
        min_nodes: value("min_instances"),
        max_nodes: value("max_instances"),
        location: value("location"),
        missing: match &line.file {
            Some(_) => Missing::Unknown,
            None => Missing::Default,
        },
    }
    .named(&name.text, origin(path, name.range))
}

/// Returns the compute that a workflow or template creates from `inputs`.
fn of_template(inputs: Node<'_>, path: &Arc<str>) -> Option<ComputeDef> {
    let name = inputs.get("cluster_name")?.resolved();
    let value = |key: &str| match inputs.get(key).map(Node::resolved) {
        Some(value) if !value.is_null() => CodeValue::of(known_text(value)),
        _ => CodeValue::Missing,
    };
    CodeCompute {
        kind: Some(ComputeKind::Cluster),
        size: value("size"),
        tier: value("cluster_tier"),
        min_nodes: value("min_instances"),
        max_nodes: value("max_instances"),
        location: value("location"),
        // The template has defaults of its own.
        missing: Missing::Unknown,
    }
    .named(known_text(name)?, origin(path, name.range()))
}

/// Returns the place of a compute.
pub(super) fn origin(path: &Arc<str>, range: TextRange) -> Origin {
    Origin {
        kind: OriginKind::Infrastructure,
        path: path.clone(),
        range,
    }
}
