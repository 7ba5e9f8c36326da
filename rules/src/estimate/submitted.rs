//! A job that is submitted by itself: a pipeline, or another one.

use std::sync::Arc;

use super::job::{Job, JobTarget};
use super::{Estimate, jobs, pipeline};
use crate::document::Task;
use crate::expression::Callee;
use crate::syntax::{Node, known_text};
use crate::workspace::Workspace;

/// Returns the figures of the job in the mapping `node` of the file at `path`. `target` is the compute on
/// which its steps run where they name none.
pub(super) fn estimate<'a>(
    workspace: &'a Workspace,
    path: &Arc<str>,
    node: Node<'a>,
    task: Task,
    target: Option<JobTarget<'a>>,
) -> Estimate {
    if task == Task::Pipeline {
        return pipeline::estimate(workspace, path, node, target);
    }
    let trial = node.get("trial");
    let callee = trial.map(|it| Callee::resolve(workspace, path, it));
    let interface = callee.as_ref().and_then(Callee::interface);
    jobs::estimate(&Job {
        workspace,
        path: path.clone(),
        range: node.range(),
        name: String::new(),
        task,
        is_step: false,
        layers: std::iter::once(node)
            .chain(interface.map(|it| it.node))
            .collect(),
        is_whole: trial.is_none() || interface.is_some(),
        target: JobTarget::of(node, path).or(target),
    })
}

/// Returns the name that a document sets.
pub(super) fn name_of(root: Node<'_>) -> String {
    let name = root.get("name").and_then(known_text);
    name.unwrap_or_default().to_owned()
}
