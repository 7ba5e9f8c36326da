//! The figures of a run that is not a pipeline: one file for each sort.
//!
//! Commands and parallel jobs are in [`command`], the others in [`sweep`], [`automl`], and [`spark`].

mod automl;
mod command;
mod spark;
mod sweep;

use super::job::Job;
use super::{Estimate, Figure, Reason};
use crate::document::Task;

/// Returns the figures of a run that is not a pipeline.
pub(super) fn estimate(job: &Job<'_>) -> Estimate {
    match job.task {
        Task::Command => command::command(job),
        Task::Parallel => command::parallel(job),
        Task::Sweep => sweep::estimate(job),
        Task::AutoMlTabular | Task::AutoMlImage | Task::AutoMlText => automl::estimate(job),
        Task::Spark => spark::estimate(job),
        Task::DataTransfer | Task::FineTuning => {
            unknown(job, &Reason::OtherBilling(job.task.label()))
        }
        Task::Pipeline | Task::Unknown => unknown(job, &Reason::Unreadable("component")),
    }
}

/// Returns an estimate in which nothing is known.
pub(super) fn unknown(job: &Job<'_>, reason: &Reason) -> Estimate {
    let mut found = job.estimate();
    found.nodes = Figure::Unknown(reason.clone());
    found.per_hour = Figure::Unknown(reason.clone());
    found.run_bound = Some(Figure::Unknown(reason.clone()));
    found.time_bound_s = Some(Figure::Unknown(reason.clone()));
    found
}
