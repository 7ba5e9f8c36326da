//! Completion of values in `azml.yaml`.

use azml_rules::checks;
use azml_rules::config::{SettingShape, shape_at};
use azml_rules::rule::Rule;

use super::schema_values;
use crate::completion::item::Item;
use crate::completion::line::Value;

/// Returns the words that the value of `keys` accepts.
pub(crate) fn items(value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    let Some(shape) = shape_at(keys) else {
        return Vec::new();
    };
    if let SettingShape::Number(option) = shape {
        return vec![item(value, &option.default.to_string(), "the default")];
    }
    let rule = keys.iter().rev().find_map(|name| checks::rule(name));
    let default = rule.map(Rule::default_level);
    let mut items = Vec::new();
    for word in shape.words() {
        items.push(if default == Some(word.text) {
            item(value, word.text, &format!("default: {}", word.means))
        } else {
            item(value, word.text, word.means)
        });
    }
    items
}

fn item(value: &Value<'_>, word: &str, detail: &str) -> Item {
    // azml-ls reads this file itself: `off` is always a level, never a boolean.
    schema_values::item_of(value, word, true, detail.to_owned(), false)
}
