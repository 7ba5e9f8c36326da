//! One unit of work of a document, for what is shown or reported about it alone.

use super::job::{Job, JobTarget};
use super::{Estimate, jobs};
use crate::document::{Document, Task, Work};
use crate::expression::Callee;
use crate::workspace::Workspace;

/// Returns the figures of a job or step of `document` that is not a pipeline.
pub fn estimate_work(workspace: &Workspace, document: &Document, work: &Work<'_>) -> Estimate {
    let path = document.shared_path();
    let node = work.node;
    let called = node.get("component").or_else(|| node.get("trial"));
    let callee = called.map(|it| Callee::resolve(workspace, &path, it));
    let interface = callee.as_ref().and_then(Callee::interface);
    let component = interface.and_then(|it| it.document?.kind());
    let target = work.target.node;
    let mut found = jobs::estimate(&Job {
        workspace,
        path: path.clone(),
        range: work.step.unwrap_or(node).range(),
        name: work.step_name().unwrap_or_default().to_owned(),
        task: match work.task {
            Task::Unknown => component.map_or(Task::Unknown, Task::of_kind),
            task => task,
        },
        is_step: work.step.is_some(),
        layers: std::iter::once(node)
            .chain(interface.map(|it| it.node))
            .collect(),
        is_whole: called.is_none() || interface.is_some(),
        target: target.map(|node| JobTarget { node, path }),
    });
    found.mark_foreign_limits();
    found
}
