//! The plan of a file: everything that happens when it is submitted, before it is.
//!
//! Start at [`plan()`]. The figures are those of the reckoning ([`azml_rules::estimate`]); this adds the texts
//! around them: [`work`] finds the mapping of each job or step, [`command`] fills in its command, [`ports`] has
//! its inputs and outputs, [`needs`] its environment, compute, and uploads, and [`order`] the order of steps. The result is the
//! [`model`], plain data for the terminal and for editors.
//!
//! Invariant: a value that is not known stays as it is written, or is named among [`SubmissionPlan::unknown`].

mod command;
mod model;
mod needs;
mod order;
mod ports;
mod work;

use azml_rules::estimate::{CostSort, Estimate, estimate, memoized_estimate};
use azml_rules::timetable::{Timing, in_words, next_runs, triggers};

use crate::Site;
pub use model::{
    PlannedUpload, PlannedValue, PlannedWork, RunTimes, SubmissionPlan, UnknownFigure,
};
use work::WrittenWork;

/// Maximum number of runs of a schedule.
const RUNS: usize = 5;

/// Returns `true` if the document is a job, deployment, or schedule, which has a plan.
pub fn is_submitted(site: &Site<'_>) -> bool {
    let found = memoized_estimate(site.workspace, site.document);
    found.is_some_and(|it| it.sort != CostSort::Compute)
}

/// Returns the plan of the document; `None` if nothing of it runs or costs anything.
pub fn plan(site: &Site<'_>) -> Option<SubmissionPlan> {
    let estimate = estimate(site.workspace, site.document)?;
    let works = leaves(&estimate);
    let stages = order::stages(&works);
    let mut planned: Vec<PlannedWork> = Vec::with_capacity(works.len());
    for (found, stage) in works.iter().zip(stages) {
        let mut work = PlannedWork::new((*found).clone(), stage);
        work.after = found
            .after
            .iter()
            .filter_map(|it| Some(works.get(*it)?.name.clone()))
            .collect();
        if let Some(written) = WrittenWork::of(site, found) {
            describe(site, &written, &mut work);
        }
        planned.push(work);
    }
    planned.sort_by_key(|it| it.stage.unwrap_or(usize::MAX));
    Some(SubmissionPlan {
        unknown: model::unknown_figures(&works),
        uploads: model::all_uploads(&planned),
        works: planned,
        times: times(site),
        estimate,
    })
}

/// Adds all that is written to `work`.
fn describe(site: &Site<'_>, written: &WrittenWork<'_>, work: &mut PlannedWork) {
    let interface = written.interface.as_ref();
    let document = interface.and_then(|it| it.document);
    work.component = document.map(|it| it.shared_path());
    work.command = command::filled(written);
    work.inputs = ports::inputs(written);
    work.outputs = ports::outputs(written);
    work.uploads = needs::uploads(site, written);
    work.retries = needs::retries(written, work.estimate.sort);
    needs::describe_environment(site, written, work);
    needs::describe_compute(site, work);
}

/// Returns the steps of a pipeline, those of the job of a schedule too; else the thing itself.
fn leaves(estimate: &Estimate) -> Vec<&Estimate> {
    match (estimate.sort, estimate.parts.as_slice()) {
        (CostSort::Schedule, [job]) => leaves(job),
        (_, []) => vec![estimate],
        (_, steps) => steps.iter().collect(),
    }
}

/// Returns the times of a schedule, or of the first schedule of a compute instance.
fn times(site: &Site<'_>) -> Option<RunTimes> {
    let trigger = triggers(site.document).into_iter().next()?;
    let timing = Timing::of(trigger)?;
    let runs = site.now().and_then(|now| next_runs(trigger, now, RUNS));
    let runs = runs.into_iter().flatten();
    Some(RunTimes {
        words: in_words(&timing),
        next: runs
            .map(|run| format!("{} {}", run.local(), run.offset()))
            .collect(),
    })
}
