//! Values of our own configuration, `azml.yaml`.

use azml_rules::checks;
use azml_rules::compute::ComputeKind;
use azml_rules::rule::Rule;
use azml_rules::schema::table::types;

use super::item::Item;
use super::line::Value;
use super::schema_values;

/// Levels of rules, and what they mean.
const LEVELS: [(&str, &str); 5] = [
    ("error", "the service rejects it or the run fails"),
    ("warning", "likely wrong or costly; fails a check"),
    ("info", "could be better"),
    ("hint", "a matter of style"),
    ("off", "the rule is turned off"),
];

/// Computes that can be described.
const TYPES: [&str; 5] = [
    "amlcompute",
    "computeinstance",
    "kubernetes",
    "virtualmachine",
    "synapsespark",
];

pub(super) fn items(value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    match keys {
        ["rules", name] => {
            let rule = checks::rule(name);
            let default = rule.map(Rule::default_level);
            LEVELS
                .iter()
                .map(|(level, means)| item(value, level, means, default == Some(*level)))
                .collect()
        }
        ["computes", .., "type"] => {
            let label = |word: &str| ComputeKind::from_type(word).map_or("", ComputeKind::label);
            TYPES
                .iter()
                .map(|word| item(value, word, label(word), false))
                .collect()
        }
        ["computes", .., "tier"] => {
            let field = types()
                .iter()
                .find(|def| def.name == "AmlCompute")
                .and_then(|def| def.field("tier"));
            let mut items = Vec::new();
            for word in ["dedicated", "low_priority"] {
                let known = field.and_then(|field| field.meaning(word));
                let means = known.map_or("", |known| known.means);
                items.push(item(value, word, means, false));
            }
            items
        }
        _ => Vec::new(),
    }
}

fn item(value: &Value<'_>, word: &str, means: &str, is_default: bool) -> Item {
    let detail = if is_default {
        format!("default: {means}")
    } else {
        means.to_owned()
    };
    // We read the file ourselves: `off` is a level in any case.
    schema_values::item_of(value, word, true, detail, false)
}
