//! A lenient view of a job schedule: the job that it submits, and its overrides.

use super::work::{step_task, works_of};
use super::{Document, Kind, Work};
use crate::syntax::Node;

/// The job of a schedule.
#[derive(Clone, Copy, Debug)]
pub enum ScheduledJob<'t> {
    /// A path to a job file, as written.
    File(Node<'t>),
    /// `azureml:name` of an existing job, as written.
    Registered(Node<'t>),
    /// A job written inline in the schedule.
    Inline(Node<'t>),
}

/// A schedule that submits a job.
#[derive(Clone, Copy, Debug)]
pub struct Schedule<'t> {
    /// The job to submit.
    pub job: ScheduledJob<'t>,
    /// The mapping whose `settings`, `inputs` and so on override those of the job.
    pub overrides: Option<Node<'t>>,
}

impl<'t> Schedule<'t> {
    /// Returns the work of a job that is written inline in the schedule.
    pub fn works(&self) -> Vec<Work<'t>> {
        match self.job {
            ScheduledJob::Inline(node) => works_of(node, step_task(node, None)),
            _ => Vec::new(),
        }
    }

    /// Returns the compute that overrides the one that the steps of the job inherit.
    pub fn default_compute(&self) -> Option<Node<'t>> {
        let overrides = self.overrides?;
        let default = overrides
            .get_path(&["settings", "default_compute"])
            .or_else(|| overrides.get("compute"));
        default.filter(|node| !node.is_null())
    }
}

impl Document {
    /// Returns the schedule in this file, if it submits jobs.
    pub fn schedule(&self) -> Option<Schedule<'_>> {
        if self.kind() != Some(Kind::ScheduleJob) {
            return None;
        }
        let create = self.get("create_job")?;
        if let Some(job) = named(create) {
            return Some(Schedule {
                job,
                overrides: None,
            });
        }
        match create.get("job") {
            Some(node) => Some(Schedule {
                job: named(node).unwrap_or(ScheduledJob::Inline(node)),
                overrides: Some(create),
            }),
            None => Some(Schedule {
                job: ScheduledJob::Inline(create),
                overrides: None,
            }),
        }
    }
}

/// Returns a job that is given by a path or reference.
fn named(node: Node<'_>) -> Option<ScheduledJob<'_>> {
    let text = node.text()?;
    Some(if text.starts_with("azureml:") {
        ScheduledJob::Registered(node)
    } else {
        ScheduledJob::File(node)
    })
}
