//! Completion of Spark versions: those that the documentation of Azure ML names, or that the client accepts for
//! monitors, the newest first.

use azml_rules::compute::{MONITOR_RUNTIMES, SparkRuntime, spark_runtimes};

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::Markdown;

/// Returns `true` if the value under `keys` is the version of a Spark job or step, or of a monitor.
pub(crate) fn are_listed_at(site: &Site<'_>, keys: &[&str]) -> bool {
    let is_of_job = matches!(keys, [.., "resources", "runtime_version"]);
    site.document.kind().is_some() && (is_of_job || is_of_monitor(keys))
}

fn is_of_monitor(keys: &[&str]) -> bool {
    matches!(keys, ["create_monitor", "compute", "runtime_version"])
}

/// Returns the versions for a value.
pub(crate) fn items(site: &Site<'_>, value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    let is_offered = |runtime: &&SparkRuntime| {
        let is_accepted = !is_of_monitor(keys) || MONITOR_RUNTIMES.contains(&runtime.version);
        runtime.offered && is_accepted
    };
    spark_runtimes()
        .iter()
        .filter(is_offered)
        .rev()
        .map(|runtime| item(site, value, runtime))
        .collect()
}

fn item(site: &Site<'_>, value: &Value<'_>, runtime: &SparkRuntime) -> Item {
    let day = runtime.support_ends;
    let has_ended = site.today().is_some_and(|today| day < today);
    let support = if has_ended { "ended" } else { "ends" };
    Item {
        sort: ItemSort::Value,
        label: runtime.version.to_owned(),
        insert: match value.quote {
            Some(_) => runtime.version.to_owned(),
            None => value.spaced(&format!("\"{}\"", runtime.version)),
        },
        filter: runtime.version.to_owned(),
        detail: format!("support {support} on {day}"),
        about: Markdown::new(),
        is_retired: has_ended,
        is_snippet: false,
    }
}
