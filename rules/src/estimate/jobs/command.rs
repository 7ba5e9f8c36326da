//! Command jobs and parallel jobs.

use crate::estimate::job::{Job, that_fit};
use crate::estimate::{Estimate, Reason};

/// Returns the figures of a command: nodes × price × time limit. All processes of a node cost nothing
/// extra.
pub(super) fn command(job: &Job<'_>) -> Estimate {
    let machine = job.machine();
    let nodes = that_fit(job.instance_count(), &machine);
    job.run(machine, nodes, job.time_limit("timeout", 1))
}

/// Returns the figures of a parallel job. Its time limit is that of a mini-batch, whose number depends on
/// the data, so it is no limit of the run.
pub(super) fn parallel(job: &Job<'_>) -> Estimate {
    let machine = job.machine();
    let nodes = that_fit(job.instance_count(), &machine);
    job.run(machine, nodes, Err(Reason::MiniBatches))
}
