//! Spark: executors and a driver, each on a machine of its own.

use crate::compute::Unknown;
use crate::estimate::job::{Job, count};
use crate::estimate::{Estimate, Figure, Reason};
use crate::syntax::{Node, NodeKind, known_text};

/// Returns the figures of a Spark job. The rate of serverless Spark is not in the price list, so the price
/// of the same virtual machines is only an indication; and Spark jobs have no time limit.
pub(super) fn estimate(job: &Job<'_>) -> Estimate {
    let mut machine = job.machine();
    if machine.rate.value().is_some()
        || machine.rate == Figure::Unknown(Reason::Price(Unknown::NoPrice))
    {
        machine.rate = Figure::Unknown(Reason::SparkRate);
    }
    job.run(machine, nodes(job), Err(Reason::SparkTime))
}

/// Returns the number of executors, and one for the driver.
fn nodes(job: &Job<'_>) -> Result<i64, Reason> {
    let executors = executors(job).ok_or(if job.is_whole {
        Reason::OutOfRange("number of executors")
    } else {
        Reason::Unreadable("component")
    })??;
    Ok(executors + 1)
}

fn executors(job: &Job<'_>) -> Option<Result<i64, Reason>> {
    let conf = job.get("conf").filter(|it| it.kind() == NodeKind::Mapping);
    let get = |in_conf: &str, key: &str| -> Option<Node<'_>> {
        let own = conf.and_then(|conf| conf.get(in_conf));
        own.or_else(|| job.get(key)).filter(|it| !it.is_null())
    };
    let dynamic = get(
        "spark.dynamicAllocation.enabled",
        "dynamic_allocation_enabled",
    );
    if let Some(dynamic) = dynamic {
        let Some(text) = known_text(dynamic) else {
            return Some(Err(Reason::Expression("dynamicAllocation.enabled")));
        };
        if text.trim().eq_ignore_ascii_case("true") {
            let most = get(
                "spark.dynamicAllocation.maxExecutors",
                "dynamic_allocation_max_executors",
            )?;
            return Some(count(most, "maxExecutors"));
        }
    }
    let instances = get("spark.executor.instances", "executor_instances")?;
    Some(count(instances, "executor.instances"))
}
