//! Misspelled computes of a pipeline: `settings` and steps silently ignore unknown keys, which
//! would leave steps without a compute.

use std::collections::HashSet;

use crate::syntax::{Entry, Node, NodeId};

use super::SchemaFault;
use super::missing_key::blame_misspelled_key;
use crate::schema::validate::validation::Judgement;

/// Makes a misspelled `default_compute` or `compute` an error if it leaves steps without a compute.
pub(crate) fn look<'t>(root: Node<'t>, judgement: &mut Judgement<'t>) {
    let settings = root.get("settings");
    let has_default = settings.is_some_and(|settings| settings.get("default_compute").is_some());
    if root.get("compute").is_some() || has_default {
        return;
    }
    let jobs = root.get("jobs");
    let steps: Vec<Node<'t>> = jobs
        .into_iter()
        .flat_map(Node::entries)
        .filter(|entry| is_without_compute(*entry))
        .map(|entry| entry.value.resolved())
        .collect();
    if steps.is_empty() {
        return;
    }
    let is_default_meant =
        settings.is_some_and(|settings| blame(settings, "default_compute", judgement));
    if is_default_meant {
        return;
    }
    let with_unknown_keys = mappings_with_unknown_keys(judgement);
    for step in steps {
        if with_unknown_keys.contains(&step.id()) {
            blame(step, "compute", judgement);
        }
    }
}

fn mappings_with_unknown_keys(judgement: &Judgement<'_>) -> HashSet<NodeId> {
    let problems = judgement.problems.iter();
    let mappings = problems.filter_map(|problem| match problem.fault {
        SchemaFault::UnknownKey { mapping, .. } => Some(mapping.id()),
        _ => None,
    });
    mappings.collect()
}

fn is_without_compute(step: Entry<'_>) -> bool {
    let step = step.value.resolved();
    step.get("compute").is_none() && step.get("type").and_then(Node::text) != Some("pipeline")
}

fn blame<'t>(mapping: Node<'t>, name: &str, judgement: &mut Judgement<'t>) -> bool {
    let owner = judgement.mapping_type(mapping);
    let field = owner.and_then(|def| def.field(name));
    field.is_some_and(|field| blame_misspelled_key(judgement, mapping, field))
}
