//! Settings that Spark cannot do without.

use crate::checks::faults;
use crate::prelude::*;
use crate::schema::missing_conf;

declare_rule! {
    /// Spark needs to know the size of its driver and its executors, and how many executors there are: a fixed number, or
    /// the least and the most with dynamic allocation. The client has no defaults for them.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// code: ./
    /// entry: {file: main.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.4"}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// code: ./
    /// entry: {file: main.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.4"}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    "spark-conf-incomplete", Structure, Error,
    summary: "Spark settings that must be given and are not",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-spark",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, "spark-conf-incomplete") {
        let spark =
            std::iter::successors(Some(problem.at), |node| node.parent()).find(|node| node.get("entry").is_some());
        let spark = spark.or_else(|| problem.at.value_of_key());
        let names: Vec<String> =
            missing_conf(spark.unwrap_or(problem.at)).iter().map(|name| format!("`{name}`")).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        cx.report(problem.at.range(), format!("{} {verb} missing in the Spark settings", names.join(", ")));
    }
}
