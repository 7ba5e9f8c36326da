//! Schedules: the runs of a month, and the price of each.

use super::job::JobTarget;
use super::{CostSort, Estimate, Figure, Money, Reason, submitted};
use crate::document::{Document, Kind, ScheduledJob, Task, step_task};
use crate::syntax::{Node, known_text};
use crate::timetable::{Timing, Trigger, triggers};
use crate::workspace::Workspace;

/// Returns the figures of a schedule.
pub(super) fn estimate(workspace: &Workspace, document: &Document, root: Node<'_>) -> Estimate {
    let path = document.shared_path();
    let mut found = Estimate::new(CostSort::Schedule, &path, root.range());
    let runs = triggers(document)
        .first()
        .map_or(Err(Reason::Times), |it| runs_per_month(*it));
    let runs: Figure<f64> = runs.into();
    let job = job(workspace, document);
    let bound = match &job {
        Ok(job) => job.run_bound.clone(),
        Err(reason) => Some(Figure::Unknown(reason.clone())),
    };
    let bound = bound.unwrap_or(Figure::Unknown(Reason::Unreadable("job")));
    let month = bound.with(&runs, |each: &Money, runs| each.times(*runs));
    match &job {
        Ok(job) => {
            found.nodes = job.nodes.clone();
            found.per_hour = job.per_hour.clone();
            found.time_bound_s.clone_from(&job.time_bound_s);
        }
        Err(reason) => {
            found.nodes = Figure::Unknown(reason.clone());
            found.per_hour = Figure::Unknown(reason.clone());
        }
    }
    found.runs_per_month = Some(runs);
    found.run_bound = Some(bound);
    found.per_month = Some(month);
    found.parts.extend(job.ok());
    found
}

fn job(workspace: &Workspace, document: &Document) -> Result<Estimate, Reason> {
    let unreadable = Reason::Unreadable("job");
    if document.kind() != Some(Kind::ScheduleJob) {
        // Monitors and imports run on serverless Spark, or on nothing.
        return Err(Reason::SparkRate);
    }
    let schedule = document.schedule().ok_or(unreadable.clone())?;
    let target = schedule.default_compute().map(|node| JobTarget {
        node,
        path: document.shared_path(),
    });
    let path = document.path();
    let file = match schedule.job {
        ScheduledJob::Inline(node) => {
            let task = if node.get("jobs").is_some() {
                Task::Pipeline
            } else {
                step_task(node, None)
            };
            let path = document.shared_path();
            return Ok(submitted::estimate(workspace, &path, node, task, target));
        }
        ScheduledJob::File(node) => {
            known_text(node).and_then(|file| workspace.referenced(path, file))
        }
        ScheduledJob::Registered(node) => known_text(node)
            .and_then(|name| workspace.job_named(path, name.strip_prefix("azureml:")?)),
    };
    let file = file.ok_or(unreadable.clone())?;
    let task = file.kind().filter(|it| it.is_job()).map(Task::of_kind);
    let (Some(task), Some(root)) = (task, file.root()) else {
        return Err(unreadable);
    };
    let mut job = submitted::estimate(workspace, &file.shared_path(), root, task, target);
    job.name = submitted::name_of(root);
    Ok(job)
}

/// Returns the number of runs in an average month.
fn runs_per_month(trigger: Trigger<'_>) -> Result<f64, Reason> {
    let (start, end) = (trigger.instant("start_time"), trigger.instant("end_time"));
    if let (Some((_, start)), Some((_, end))) = (start, end)
        && end < start
    {
        return Err(Reason::NeverRuns);
    }
    let timing = Timing::of(trigger);
    timing
        .and_then(|it| it.runs_per_month())
        .ok_or(Reason::Times)
}
