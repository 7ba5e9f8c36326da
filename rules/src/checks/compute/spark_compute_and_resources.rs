//! Spark jobs with both or neither of `compute` and `resources`.

use crate::checks::prelude::*;
use crate::compute::supported_spark_runtime;
use crate::date::Date;
use crate::schema::mark_for_missing;

declare_rule! {
    /// A Spark job runs either on an attached Synapse Spark pool, which `compute` names, or on
    /// serverless Spark, which `resources` describes. The client rejects a job with both or
    /// neither. A Spark step of a pipeline needs its own `compute` or `resources`, because it
    /// doesn't inherit the default compute.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// compute: azureml:spark-pool
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.5"}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.5"}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    "spark-compute-and-resources", Compute, Error,
    summary: "a Spark job with both or neither of `compute` and `resources`",
    fix: Unsafe,
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
    let message = format!("{} has both `compute` and `resources`", work.subject());
    let diagnostic = cx.report(resources.key.range(), message);
    diagnostic
        .note(
            "`compute` names an attached Spark pool, and `resources` describes serverless Spark; \
             the client rejects a job with both",
        )
        .help("remove `compute` to run on serverless Spark, or `resources` to run on the pool");
    diagnostic.fixes = fixes;
}

fn neither<'a>(cx: &mut Context<'a>, work: &Work<'a>) {
    let mut keys = ["compute", "resources"].iter();
    if keys.any(|key| faults::is_misspelled(cx, work.node, key)) {
        return;
    }
    let Some(kind) = work.node.entry("type") else {
        return;
    };
    // The range of the general finding for a missing key, which this one replaces.
    let def = cx.judgement().mapping_type(work.node);
    let range = def.map_or(kind.value.range(), |def| {
        mark_for_missing(def, "compute", work.node).range()
    });
    let note = match work.step {
        Some(_) => {
            "a Spark step doesn't inherit the default compute of its pipeline, so the client \
             rejects it"
        }
        None => "the client rejects a Spark job that doesn't set where it runs",
    };
    let pool = cx
        .known_compute(work)
        .filter(|(compute, _)| compute.kind() == Some(ComputeKind::SynapseSpark));
    let pool = pool.map(|(compute, _)| compute.name().to_owned());
    let serverless = serverless(kind, cx.today());
    let diagnostic = cx.report(
        range,
        format!("{} has neither `compute` nor `resources`", work.subject()),
    );
    diagnostic.note(note).help(
        "add `resources` to run on serverless Spark, or `compute` to run on an attached pool",
    );
    if let Some(pool) = pool {
        let insert = fix::insert_key(kind, "compute", &format!("azureml:{pool}"));
        diagnostic.unsafe_fix(format!("run on `{pool}`"), insert);
    }
    diagnostic.fixes.extend(serverless);
}

fn serverless(kind: Entry<'_>, today: Option<Date>) -> Option<Fix> {
    let runtime = supported_spark_runtime(today?)?.version;
    let values = format!("instance_type: standard_e4s_v3\nruntime_version: \"{runtime}\"");
    Some(Fix::unsafe_(
        "run on serverless Spark (standard_e4s_v3)",
        vec![fix::insert_key(kind, "resources", &values)],
    ))
}
