//! Spark runtimes that are no longer supported.

use crate::checks::prelude::*;
use crate::compute::{SparkRuntime, newest_offered_runtime, spark_runtime};
use crate::date::Date;

declare_rule! {
    /// The support of each Spark runtime ends on an announced day. After it the runtime gets no
    /// security fixes and can be switched off. A runtime that the pages of Azure Machine Learning
    /// still name is only an information.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.3"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.5"}
    /// ```
    "spark-runtime-retired", Compute, Warning,
    summary: "a Spark runtime whose support has ended or ends within a year",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-submit-spark-jobs",
}

fn check(cx: &mut Context<'_>) {
    let Some(today) = cx.workspace.today() else {
        return;
    };
    for work in cx.works().iter().filter(|work| work.task == Task::Spark) {
        let Some(node) = work.node.get_path(&["resources", "runtime_version"]) else {
            continue;
        };
        let Some(runtime) = known_text(node).and_then(spark_runtime) else {
            continue;
        };
        if runtime.support_ends <= today.plus_years(1) {
            report(cx, node, runtime, today);
        }
    }
}

fn report(cx: &mut Context<'_>, node: Node<'_>, runtime: &SparkRuntime, today: Date) {
    let SparkRuntime {
        version,
        support_ends: day,
        offered,
    } = runtime;
    let over = *day < today;
    let verb = if over { "ended" } else { "ends" };
    let diagnostic = cx.report(
        node.range(),
        format!("support of Spark {version} {verb} on {day}"),
    );
    diagnostic
        .level(if over && !offered {
            Level::Warning
        } else {
            Level::Info
        })
        .deprecated();
    match newest_offered_runtime().filter(|newest| newest.support_ends > *day) {
        Some(newest) => diagnostic
            .note("a runtime without support gets no security fixes and can be switched off")
            .help(format!("write `runtime_version: \"{}\"`", newest.version))
            .unsafe_fix(
                format!("use Spark {}", newest.version),
                fix::replace(node, format!("\"{}\"", newest.version)),
            ),
        None => diagnostic.note(
            "the day is that of Azure Synapse, whose runtime this is; the pages of Azure Machine \
             Learning name no newer one yet",
        ),
    };
}
