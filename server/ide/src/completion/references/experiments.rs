//! Completion of experiment names that other jobs of the folder have.

use std::collections::BTreeMap;

use azml_rules::document::Resource;
use azml_rules::syntax::known_text;
use azml_rules::wording::counted;

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::Markdown;

/// Maximum number of names listed.
const LISTED: usize = 100;

/// Returns the names for a value, those that most jobs use first.
pub(crate) fn items(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let here = site.document.path();
    let mut jobs: BTreeMap<&str, i64> = BTreeMap::new();
    for document in site.workspace.members_in_scope(here, Resource::Job) {
        let name = document.get("experiment_name").and_then(known_text);
        if let Some(name) = name.filter(|_| document.path() != here) {
            *jobs.entry(name).or_default() += 1;
        }
    }
    let mut names: Vec<(&str, i64)> = jobs.into_iter().collect();
    names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    names.truncate(LISTED);
    let items = names.into_iter();
    items
        .map(|(name, count)| item(value, name, count))
        .collect()
}

fn item(value: &Value<'_>, name: &str, count: i64) -> Item {
    Item {
        sort: ItemSort::Value,
        label: name.to_owned(),
        insert: value.written(name),
        filter: name.to_owned(),
        detail: format!("experiment of {}", counted(count, "job")),
        about: Markdown::new(),
        is_retired: false,
        is_snippet: false,
    }
}
