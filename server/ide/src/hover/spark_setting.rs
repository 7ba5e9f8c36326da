//! Hovers of Spark: settings in `conf` of a job, and versions.

use azml_rules::compute::spark_runtime;
use azml_rules::syntax::{Node, known_text};

use crate::Site;
use crate::markdown::{Markdown, code, md, ours};

/// The settings that the client requires, and their descriptions.
const SETTINGS: [(&str, &str, &str); 8] = [
    (
        "spark.driver.cores",
        "The number of cores of the driver, which plans the work.",
        "always",
    ),
    (
        "spark.driver.memory",
        "The memory of the driver, for example `2g`.",
        "always",
    ),
    (
        "spark.executor.cores",
        "The number of cores of each executor, which does the work.",
        "always",
    ),
    (
        "spark.executor.memory",
        "The memory of each executor, for example `2g`.",
        "always",
    ),
    (
        "spark.executor.instances",
        "The number of executors.",
        "without dynamic allocation",
    ),
    (
        "spark.dynamicAllocation.enabled",
        "Whether Spark adds and removes executors as the work needs them.",
        "",
    ),
    (
        "spark.dynamicAllocation.minExecutors",
        "The least number of executors that Spark keeps.",
        "with dynamic allocation",
    ),
    (
        "spark.dynamicAllocation.maxExecutors",
        "The largest number of executors that Spark starts.",
        "with dynamic allocation",
    ),
];

const URL: &str = "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-spark";

const VERSIONS_URL: &str =
    "https://learn.microsoft.com/azure/machine-learning/apache-spark-azure-ml-concepts";

/// Returns the hover of the key of a setting, or of a version.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    if let [.., "runtime_version"] = keys
        && !node.is_key()
    {
        return version(site, node);
    }
    let [.., "conf", name] = keys else {
        return None;
    };
    let mut settings = SETTINGS.iter();
    let (name, about, required) = settings.find(|(known, ..)| known == name)?;
    if !node.is_key() {
        return None;
    }
    let mut card = md!("### {}\n\n{}\n\n", code(name), *about);
    if !required.is_empty() {
        card.push_row("Required", *required);
    }
    card.push(md!("\n[Microsoft Learn]({})", URL));
    Some(card)
}

/// Returns the last day of support of a Spark version.
fn version(site: &Site<'_>, node: Node<'_>) -> Option<Markdown> {
    let runtime = spark_runtime(known_text(node)?)?;
    let day = runtime.support_ends;
    let has_ended = site.today().is_some_and(|today| day < today);
    let support = if has_ended { "ended on" } else { "ends on" };
    let mut card = md!("### Spark {}\n\n", runtime.version);
    card.push_row("Support", ours(format!("{support} {day}")));
    card.push(md!("\n[Microsoft Learn]({})", VERSIONS_URL));
    Some(card)
}
