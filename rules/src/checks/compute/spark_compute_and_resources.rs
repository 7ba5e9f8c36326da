//! Spark jobs that name no place to run, or two.

use crate::checks::prelude::*;
use crate::compute::newest_offered_runtime;

declare_rule! {
    /// A Spark job runs on an attached Synapse pool, which `compute` names, or on serverless Spark,
    /// which `resources` describes. The client refuses a job that has both, and one that has
    /// neither. A Spark step of a pipeline has to say so itself: it does not inherit the default
    /// compute.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// compute: azureml:spark-pool
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.4"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.4"}
    /// ```
    "spark-compute-and-resources", Compute, Error,
    summary: "a Spark job with both or neither of `compute` and `resources`",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-spark",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Spark) {
        let has = |key: &str| work.node.get(key).is_some_and(|node| !node.is_null());
        match (has("compute"), has("resources")) {
            (true, true) => both(cx, work),
            (false, false) if !work.node.is_incomplete() => neither(cx, work),
            _ => {}
        }
    }
}

fn both<'a>(cx: &mut Context<'a>, work: &Work<'a>) {
    let (Some(compute), Some(resources)) =
        (work.node.entry("compute"), work.node.entry("resources"))
    else {
        return;
    };
    let pool = cx
        .known_compute(work)
        .is_some_and(|(compute, _)| compute.kind() == Some(ComputeKind::SynapseSpark));
    let mut fixes = vec![
        Fix::unsafe_(
            "run on serverless Spark: remove `compute`",
            vec![fix::remove_entry(compute)],
        ),
        Fix::unsafe_(
            "run on the pool: remove `resources`",
            vec![fix::remove_entry(resources)],
        ),
    ];
    if pool {
        fixes.reverse();
    }
    let message = format!(
        "{} has both `compute` and `resources`; a Spark job takes one",
        work.subject()
    );
    let diagnostic = cx.report(resources.key.range(), message);
    diagnostic
        .note(
            "`compute` names an attached Spark pool, `resources` describes serverless Spark; the \
             client refuses both together",
        )
        .help("remove `compute` to run on serverless Spark, or `resources` to run on the pool");
    diagnostic.fixes = fixes;
}

fn neither<'a>(cx: &mut Context<'a>, work: &Work<'a>) {
    // A step without any default to inherit lacks a compute like every other step: that is another
    // rule's business.
    if work.step.is_some() && work.target.node.is_none() {
        return;
    }
    let Some(kind) = work.node.entry("type") else {
        return;
    };
    let range = work.step.map_or(kind.value.range(), Node::range);
    let note = match work.step {
        Some(_) => {
            "a Spark step does not inherit the default compute of its pipeline; the client refuses \
             it"
        }
        None => "nothing says where it runs; the client refuses it",
    };
    let pool = cx
        .known_compute(work)
        .filter(|(compute, _)| compute.kind() == Some(ComputeKind::SynapseSpark));
    let pool = pool.map(|(compute, _)| compute.name().to_owned());
    let diagnostic = cx.report(
        range,
        format!("{} has neither `compute` nor `resources`", work.subject()),
    );
    diagnostic.note(note).help(
        "describe serverless Spark with `resources`, or name an attached pool with `compute`",
    );
    if let Some(pool) = pool {
        let insert = fix::insert_key(kind, "compute", &format!("azureml:{pool}"));
        diagnostic.unsafe_fix(format!("run on `{pool}`"), insert);
    }
    diagnostic.fixes.extend(serverless(kind));
}

fn serverless(kind: Entry<'_>) -> Option<Fix> {
    let runtime = newest_offered_runtime()?.version;
    let values = format!("instance_type: standard_e4s_v3\nruntime_version: \"{runtime}\"");
    Some(Fix::unsafe_(
        "run on serverless Spark (standard_e4s_v3)",
        vec![fix::insert_key(kind, "resources", &values)],
    ))
}
