//! Descriptions of expected values for messages and lists.

use crate::schema::table::{Type, ValueShape, Versioned, pattern_words};
use crate::schema::union_members::{enum_values, leaves};
use crate::wording::alternatives;

/// Maximum number of words in a list that is shown in full.
const MOST_WORDS: usize = 14;

/// Number of words shown of a longer list.
const SHOWN_WORDS: usize = 12;

/// Describes the values that `ty` accepts, such as "a whole number or `auto`".
pub fn expected(ty: &'static Type) -> String {
    if let ValueShape::Named(named) = ty.shape {
        return named.words.to_owned();
    }
    let values = enum_values(ty);
    let mut words: Vec<String> = Vec::new();
    if !values.is_empty() {
        words.push(any_of(&values));
    }
    for leaf in leaves(ty) {
        if matches!(leaf.shape, ValueShape::Enum(..)) {
            continue;
        }
        let word = leaf_words(leaf);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    alternatives(&words)
}

/// Returns "`a`, `b`, or `c`"; long lists are truncated.
pub fn any_of(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    if quoted.len() > MOST_WORDS {
        format!("{}, …", quoted[..SHOWN_WORDS].join(", "))
    } else {
        alternatives(&quoted)
    }
}

pub(super) fn leaf_words(ty: &'static Type) -> String {
    let fixed = match ty.shape {
        ValueShape::Text(pattern) => match pattern_words(pattern) {
            Some(words) => return format!("a string of {words}"),
            None => "a string",
        },
        ValueShape::Int {
            min: None,
            max: None,
            ..
        } => "a whole number",
        ValueShape::Int { min, max, .. } => return range(min, max),
        ValueShape::Float { .. } => "a number",
        ValueShape::Bool => "`true` or `false`",
        ValueShape::Any => "a value",
        ValueShape::Nothing => "nothing",
        ValueShape::Version => "a version",
        ValueShape::NumericVersion => "a version of digits and dots",
        ValueShape::Datetime => "a date and time, in quotes",
        ValueShape::Url => "a URL",
        ValueShape::Git => "a Git URL",
        ValueShape::Path => "a path",
        ValueShape::Expression { .. } => "an expression",
        ValueShape::OutputExpression => "`${{parent.outputs.NAME}}`",
        ValueShape::Const(word) => return format!("`{word}`"),
        ValueShape::Asset {
            version: Versioned::Free,
            ..
        } => "`azureml:NAME`",
        ValueShape::Asset { .. } => "`azureml:NAME:VERSION`",
        ValueShape::Registry(_) => "`azureml://registries/…`",
        ValueShape::Feed(_) => "`azureml://feeds/…`",
        ValueShape::File(_) => "the path of a YAML file",
        ValueShape::List(_) => "a list",
        ValueShape::Map { .. } | ValueShape::Mapping(..) => "a mapping",
        ValueShape::Enum(_, values) => return any_of(values),
        ValueShape::OneOf(_) | ValueShape::Named(_) => "",
    };
    fixed.to_owned()
}

fn range(min: Option<i64>, max: Option<i64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
        (Some(min), None) => format!("a whole number from {min}"),
        (_, max) => format!("a whole number up to {}", max.unwrap_or_default()),
    }
}
