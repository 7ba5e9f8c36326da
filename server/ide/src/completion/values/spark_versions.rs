//! Completion of Spark versions: those that the documentation of Azure ML names, the newest first.

use azml_rules::compute::{SparkRuntime, spark_runtimes};

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::Markdown;

/// Returns `true` if the value under `keys` is the version of a Spark job or step. Those of monitors are not
/// listed: the documentation and the examples disagree about them.
pub(crate) fn are_listed_at(site: &Site<'_>, keys: &[&str]) -> bool {
    site.document.kind().is_some() && matches!(keys, [.., "resources", "runtime_version"])
}

/// Returns the versions for a value.
pub(crate) fn items(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let offered = spark_runtimes().iter().filter(|runtime| runtime.offered);
    offered
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
