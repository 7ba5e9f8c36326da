//! Spark runtimes that are no longer supported.

use crate::checks::prelude::*;
use crate::compute::{MONITOR_RUNTIMES, SparkRuntime, spark_runtime, supported_spark_runtime};
use crate::wording::names_listed;

declare_rule! {
    /// Support for each Spark runtime ends on an announced day. After that day, the runtime gets no
    /// security fixes, and jobs may stop running at any time. Within a year before that day, this
    /// is an info. The days are those of Azure Synapse, whose runtimes these are. Synapse says that jobs on
    /// Spark 3.4 will be disabled in phases, so they may stop running soon.
    ///
    /// Monitors run on serverless Spark, too. For them, the client accepts only "3.4" and "3.5", so another
    /// runtime is an error.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.3"}
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
    "spark-runtime-retired", Compute, Warning,
    summary: "a Spark runtime whose support has ended or ends within a year",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-submit-spark-jobs",
}

fn check(cx: &mut Context<'_>) {
    check_monitor(cx);
    for work in cx.works().iter().filter(|work| work.task == Task::Spark) {
        let Some(node) = work.node.get_path(&["resources", "runtime_version"]) else {
            continue;
        };
        let Some(runtime) = known_text(node).and_then(spark_runtime) else {
            continue;
        };
        report(cx, node, runtime);
    }
}

fn check_monitor(cx: &mut Context<'_>) {
    let path = ["create_monitor", "compute", "runtime_version"];
    let node = cx.document.root().and_then(|root| root.get_path(&path));
    let is_monitor = cx.kind() == Some(Kind::ScheduleMonitor);
    let Some((node, text)) = node
        .filter(|_| is_monitor)
        .and_then(|node| Some((node, known_text(node)?)))
    else {
        return;
    };
    let (Some(runtime), Some(newest)) = (spark_runtime(text), MONITOR_RUNTIMES.last()) else {
        return;
    };
    if MONITOR_RUNTIMES.contains(&text) {
        return report(cx, node, runtime);
    }
    cx.report(
        node.range(),
        format!("monitors can't run on Spark `{text}`"),
    )
    .level(Level::Error)
    .note(format!(
        "the client only accepts {}",
        names_listed(MONITOR_RUNTIMES.iter().copied())
    ))
    .help(format!("write `runtime_version: \"{newest}\"`"))
    .unsafe_fix(
        format!("use Spark {newest}"),
        fix::replace(node, format!("\"{newest}\"")),
    );
}

fn report(cx: &mut Context<'_>, node: Node<'_>, runtime: &SparkRuntime) {
    let SparkRuntime {
        version,
        support_ends: day,
        ..
    } = runtime;
    let over = (day.plus_days(1), Level::Warning);
    let Some(stage) = cx.stage(&[(day.year_before(), Level::Info), over]) else {
        return;
    };
    let verb = if stage.began == over.0 {
        "ended"
    } else {
        "ends"
    };
    let supported = cx.today().and_then(supported_spark_runtime);
    let diagnostic = cx.report(
        node.range(),
        format!("support for Spark {version} {verb} on {day}"),
    );
    diagnostic
        .stage(stage)
        .deprecated()
        .note("without support, a runtime gets no security fixes, and jobs may stop running");
    match supported {
        Some(newest) => diagnostic
            .help(format!("write `runtime_version: \"{}\"`", newest.version))
            .unsafe_fix(
                format!("use Spark {}", newest.version),
                fix::replace(node, format!("\"{}\"", newest.version)),
            ),
        None => diagnostic.help("use the newest runtime that Azure Machine Learning offers"),
    };
}
