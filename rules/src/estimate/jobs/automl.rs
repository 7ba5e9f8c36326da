//! AutoML: trials of models, one at a time unless the file says otherwise.

use super::sweep::{bound, least};
use crate::estimate::charges::automl_goes_on;
use crate::estimate::job::Job;
use crate::estimate::{Estimate, PricedMachine, Reason, TrialRounds};

/// Returns the figures of an AutoML job.
pub(super) fn estimate(job: &Job<'_>) -> Estimate {
    let machine = job.machine();
    let nodes = nodes(job, &machine);
    let timeout = job.time_limit("timeout_minutes", 60);
    let trial = job.time_limit("trial_timeout_minutes", 60).ok();
    let trials = job.limit("max_trials").and_then(Result::ok);
    let machine_seconds = trial
        .zip(trials)
        .and_then(|(trial, all)| trial.checked_mul(all));
    let rounds_time = match &nodes {
        Ok(nodes) if *nodes > 0 => {
            machine_seconds.map(|all| all / nodes + i64::from(all % nodes > 0))
        }
        _ => None,
    };
    let time = match timeout.clone() {
        Ok(timeout) => Ok(timeout),
        unknown => least(unknown, rounds_time),
    };
    let rounds = match (trials, &nodes) {
        (Some(total), Ok(at_a_time)) => TrialRounds::new(total, *at_a_time),
        _ => None,
    };
    let mut found = job.run(machine, nodes, time);
    found.trials = rounds;
    found.run_bound = bound(&found, timeout, machine_seconds);
    found.notes.push(automl_goes_on());
    found
}

/// Returns the number of nodes that trials run on at the same time. The default of `max_concurrent_trials`
/// is 1 (how-to-configure-auto-train.md), that of a serverless job the number of its instances.
fn nodes(job: &Job<'_>, machine: &PricedMachine) -> Result<i64, Reason> {
    let resources = job.get("resources").filter(|_| job.is_serverless());
    if resources.is_some_and(|it| it.get("instance_count").is_some()) {
        return job.instance_count();
    }
    let concurrent = job.limit("max_concurrent_trials").unwrap_or(Ok(1))?;
    let most = job.limit("max_nodes").transpose()?;
    let limits = [most, machine.most];
    Ok(limits
        .into_iter()
        .flatten()
        .fold(concurrent, i64::min)
        .max(1))
}
