//! Sweeps: trials that run at the same time, as far as there are nodes.

use crate::document::{ComputeTarget, Inherited, Work, search_space};
use crate::estimate::figure::Money;
use crate::estimate::job::{Job, count};
use crate::estimate::{Estimate, Figure, PricedMachine, Reason, TrialRounds};

/// The shortest time limit of a sweep: the client sends shorter ones as one minute, because the service
/// takes them for 60 days (azure-ai-ml 1.35.2, `job_limits.py`).
const SHORTEST: i64 = 60;

/// Returns the figures of a sweep.
pub(super) fn estimate(job: &Job<'_>) -> Estimate {
    let machine = job.machine();
    let total = trials(job);
    let each = job.instance_count();
    let at_a_time = at_a_time(job, &machine, &total, &each);
    let both = |a: &Result<i64, Reason>, b: &Result<i64, Reason>| {
        a.clone()?
            .checked_mul(b.clone()?)
            .ok_or(Reason::OutOfRange("trials"))
    };
    let nodes = both(&at_a_time, &each);
    let timeout = job.time_limit("timeout", 1).map(|it| it.max(SHORTEST));
    let trial_timeout = trial_timeout(job);
    let rounds = match (&total, &at_a_time) {
        (Ok(total), Ok(at_a_time)) => TrialRounds::new(*total, *at_a_time),
        _ => None,
    };
    let of_trials = match (rounds, &trial_timeout) {
        (Some(trials), Some(seconds)) => trials.rounds().checked_mul(*seconds),
        _ => None,
    };
    let mut found = job.run(machine, nodes, least(timeout.clone(), of_trials));
    found.trials = rounds;
    // All trials together cost the same, whatever runs at the same time.
    let machine_seconds = match (trial_timeout, both(&total, &each)) {
        (Some(seconds), Ok(machines)) => seconds.checked_mul(machines),
        _ => None,
    };
    found.run_bound = bound(&found, timeout, machine_seconds);
    found
}

/// Returns the lesser price: of all nodes until the time limit, and of all trials until theirs.
pub(super) fn bound(
    found: &Estimate,
    timeout: Result<i64, Reason>,
    machine_seconds: Option<i64>,
) -> Option<Figure<Money>> {
    let seconds: Figure<i64> = timeout.into();
    let of_time = seconds.with(&found.per_hour, |time, each| each.for_seconds(*time));
    let each = found.machine.as_ref()?.per_hour(&Figure::Known(1));
    let of_trials = machine_seconds.map(|seconds| {
        each.with(&Figure::Known(seconds), |each, time| {
            each.for_seconds(*time)
        })
    });
    let least = match of_trials {
        Some(Figure::Known(trials) | Figure::AtMost(trials) | Figure::About(trials))
            if of_time
                .value()
                .is_none_or(|time| trials.amount < time.amount) =>
        {
            Figure::AtMost(trials)
        }
        _ => of_time,
    };
    Some(least.as_limit())
}

/// Returns the lesser time limit.
pub(super) fn least(timeout: Result<i64, Reason>, other: Option<i64>) -> Result<i64, Reason> {
    match (timeout, other) {
        (Ok(timeout), Some(other)) => Ok(timeout.min(other)),
        (Err(_), Some(other)) => Ok(other),
        (timeout, None) => timeout,
    }
}

/// Returns the time limit of a trial. In a step, the client sends it in a form that the service does not
/// apply (azure-sdk-for-python#39549).
fn trial_timeout(job: &Job<'_>) -> Option<i64> {
    let seconds = job.time_limit("trial_timeout", 1).ok();
    seconds.filter(|_| !job.is_step).map(|it| it.max(SHORTEST))
}

/// Returns the number of trials. A grid has no more than its combinations.
fn trials(job: &Job<'_>) -> Result<i64, Reason> {
    let work = Work {
        task: job.task,
        node: job.node(),
        step: None,
        target: ComputeTarget {
            node: None,
            inherited: Inherited::Unset,
        },
        component: None,
    };
    let is_grid = search_space::sampling(&work).is_some_and(|(name, _)| name == "grid");
    let combinations = is_grid.then(|| search_space::combinations(&work)).flatten();
    match (trial_limit(job, "max_total_trials"), combinations) {
        (Some(Ok(total)), Some(combinations)) => Ok(total.min(combinations.max(1))),
        (None, Some(combinations)) => Ok(combinations.max(1)),
        (Some(total), None) => total,
        (Some(Err(reason)), _) => Err(reason),
        (None, None) => Err(Reason::OutOfRange("number of trials")),
    }
}

/// Returns the number of trials that run at the same time.
fn at_a_time(
    job: &Job<'_>,
    machine: &PricedMachine,
    total: &Result<i64, Reason>,
    each: &Result<i64, Reason>,
) -> Result<i64, Reason> {
    let each = each.clone()?;
    let concurrent = match (trial_limit(job, "max_concurrent_trials"), total) {
        (Some(concurrent), Ok(total)) => concurrent?.min(*total),
        (Some(concurrent), Err(_)) => concurrent?,
        (None, total) => total.clone()?,
    };
    match machine.most {
        Some(has) if has < each => Err(Reason::TooFewNodes { needs: each, has }),
        Some(has) => Ok(concurrent.min(has / each)),
        None => Ok(concurrent),
    }
}

fn trial_limit(job: &Job<'_>, key: &'static str) -> Option<Result<i64, Reason>> {
    Some(count(job.limit_node(key)?, key))
}
