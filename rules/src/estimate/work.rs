//! One unit of work of a document, for what is shown or reported about it alone.

use super::job::{Job, JobTarget};
use super::{Estimate, jobs};
use crate::document::{Document, Work};
use crate::workspace::Workspace;

/// Returns the figures of a job or step of `document` that is not a pipeline.
pub fn estimate_work(workspace: &Workspace, document: &Document, work: &Work<'_>) -> Estimate {
    let path = document.shared_path();
    let node = work.node;
    let called = node.get("component").or_else(|| node.get("trial"));
    let target = work.target.node.map(|node| JobTarget {
        node,
        path: path.clone(),
    });
    let mut found = jobs::estimate(&Job {
        range: work.step.unwrap_or(node).range(),
        name: work.step_name().unwrap_or_default().to_owned(),
        is_step: work.step.is_some(),
        target,
        ..Job::read(workspace, &path, node, called, work.task)
    });
    found.mark_foreign_limits();
    found
}
