//! Sizes that serverless Spark does not support.

use crate::checks::prelude::*;
use crate::compute::SPARK_SIZES;
use crate::wording::names_listed;

declare_rule! {
    /// Serverless Spark runs on five sizes: `standard_e4s_v3`, `standard_e8s_v3`,
    /// `standard_e16s_v3`, `standard_e32s_v3`, and `standard_e64s_v3`, in any letter case. The
    /// client rejects other sizes.
    ///
    /// Monitors run on serverless Spark, too. There, the client accepts any size, but the
    /// documentation allows only the same five sizes, so this is a warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: Standard_DS3_v2, runtime_version: "3.5"}
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
    "spark-instance-type", Compute, Error,
    summary: "a size that serverless Spark does not support",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-spark",
}

fn check(cx: &mut Context<'_>) {
    check_monitor(cx);
    for work in cx.works().iter().filter(|work| work.task == Task::Spark) {
        let Some(node) = work.node.get_path(&["resources", "instance_type"]) else {
            continue;
        };
        let Some(name) = known_text(node)
            .filter(|name| !SPARK_SIZES.contains(&name.to_ascii_lowercase().as_str()))
        else {
            continue;
        };
        let nearest = nearest(name);
        cx.report(
            node.range(),
            format!("serverless Spark does not support `{name}`"),
        )
        .note(format!(
            "the client only accepts {}",
            names_listed(SPARK_SIZES.iter().copied())
        ))
        .help(format!("write `instance_type: {nearest}`"))
        .unsafe_fix(format!("use `{nearest}`"), fix::replace(node, nearest));
    }
}

fn check_monitor(cx: &mut Context<'_>) {
    let path = ["create_monitor", "compute", "instance_type"];
    let node = cx.document.root().and_then(|root| root.get_path(&path));
    let is_monitor = cx.kind() == Some(Kind::ScheduleMonitor);
    let Some(node) = node.filter(|_| is_monitor) else {
        return;
    };
    let Some(name) =
        known_text(node).filter(|name| !SPARK_SIZES.contains(&name.to_ascii_lowercase().as_str()))
    else {
        return;
    };
    let nearest = nearest(name);
    cx.report(
        node.range(),
        format!("`{name}` is not a documented size for monitors"),
    )
    .level(Level::Warning)
    .note(format!(
        "they run on serverless Spark; the documentation allows {}",
        names_listed(SPARK_SIZES.iter().copied())
    ))
    .help(format!("write `instance_type: {nearest}`"))
    .unsafe_fix(format!("use `{nearest}`"), fix::replace(node, nearest));
}

/// Returns the smallest size with at least as many vCPUs as the one called `name`; the smallest of
/// all for an unknown name.
fn nearest(name: &str) -> &'static str {
    let vcpus = |name: &str| vm_size(name).and_then(|size| size.vcpus);
    let needed = vcpus(name).unwrap_or(0);
    let fits = SPARK_SIZES
        .iter()
        .find(|size| vcpus(size).is_some_and(|vcpus| vcpus >= needed));
    fits.or(SPARK_SIZES.last()).copied().unwrap_or_default()
}
