//! Completion of cron expressions: examples, described in words.

use azml_rules::document::Document;
use azml_rules::timetable::{Timing, in_words, triggers};

use super::zones;
use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::Markdown;

const EXAMPLES: [&str; 5] = [
    "0 6 * * *",
    "0 6 * * 1-5",
    "0 6 * * 1",
    "0 6,18 * * *",
    "0 * * * *",
];

/// Returns `true` if the value under `keys` is the cron expression of a trigger.
pub(crate) fn are_listed_at(site: &Site<'_>, keys: &[&str]) -> bool {
    let is_expression = matches!(keys, [.., "trigger", "expression"]);
    is_expression && zones::has_triggers(site)
}

/// Returns the expressions for a value.
pub(crate) fn items(value: &Value<'_>) -> Vec<Item> {
    let items = EXAMPLES.into_iter();
    items
        .filter_map(|expression| item(value, expression))
        .collect()
}

fn item(value: &Value<'_>, expression: &str) -> Option<Item> {
    let insert = match value.quote {
        Some(_) => value.written(expression),
        None => value.spaced(&format!("\"{expression}\"")),
    };
    Some(Item {
        sort: ItemSort::Value,
        label: expression.to_owned(),
        insert,
        filter: expression.to_owned(),
        detail: times(expression)?,
        about: Markdown::new(),
        is_retired: false,
        is_snippet: false,
    })
}

/// "every Monday at 06:00".
fn times(expression: &str) -> Option<String> {
    let schema = "https://azuremlschemas.azureedge.net/latest/schedule.schema.json";
    let text = format!(
        "$schema: {schema}\nname: s\ncreate_job: azureml:j\n\
         trigger: {{type: cron, expression: \"{expression}\"}}\n"
    );
    let document = Document::new("schedule.yml", text);
    let trigger = triggers(&document).into_iter().next()?;
    Some(in_words(&Timing::of(trigger)?))
}
