//! A job that is submitted by itself: a pipeline, or another one.

use std::sync::Arc;

use super::job::{Job, JobTarget};
use super::{Estimate, jobs, pipeline};
use crate::document::Task;
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
    let mut job = Job::read(workspace, path, node, node.get("trial"), task);
    job.target = job.target.or(target);
    jobs::estimate(&job)
}

/// Returns the name that a document sets.
pub(super) fn name_of(root: Node<'_>) -> String {
    let name = root.get("name").and_then(known_text);
    name.unwrap_or_default().to_owned()
}
