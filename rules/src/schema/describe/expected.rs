//! What to write at a place, in words: for messages and lists.

use crate::schema::table::{Shape, Type, Versioned, pattern_words};
use crate::schema::union_members::{enum_values, leaves};
use crate::wording::alternatives;

/// Longer lists of words end early.
const MOST_WORDS: usize = 14;

/// How many words such a list has.
const SHOWN_WORDS: usize = 12;

/// What to write where `ty` is expected, such as "a whole number or `auto`".
#[must_use]
pub fn expected(ty: &'static Type) -> String {
    if let Shape::Named(named) = ty.shape {
        return named.words.to_owned();
    }
    let values = enum_values(ty);
    let mut words: Vec<String> = Vec::new();
    if !values.is_empty() {
        words.push(any_of(&values));
    }
    for leaf in leaves(ty) {
        if matches!(leaf.shape, Shape::Enum(..)) {
            continue;
        }
        let word = leaf_words(leaf);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    alternatives(&words)
}

/// "`a`, `b`, or `c`"; long lists end early.
#[must_use]
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
        Shape::Text(pattern) => match pattern_words(pattern) {
            Some(words) => return format!("a string of {words}"),
            None => "a string",
        },
        Shape::Int {
            min: None,
            max: None,
            ..
        } => "a whole number",
        Shape::Int { min, max, .. } => return range(min, max),
        Shape::Float { .. } => "a number",
        Shape::Bool => "`true` or `false`",
        Shape::Any => "a value",
        Shape::Nothing => "nothing",
        Shape::Version => "a version",
        Shape::NumericVersion => "a version of digits and dots",
        Shape::Datetime => "a date and time, in quotes",
        Shape::Url => "a URL",
        Shape::Git => "a Git URL",
        Shape::Path => "a path",
        Shape::Expression { .. } => "an expression",
        Shape::OutputExpression => "`${{parent.outputs.NAME}}`",
        Shape::Const(word) => return format!("`{word}`"),
        Shape::Asset {
            version: Versioned::Free,
            ..
        } => "`azureml:NAME`",
        Shape::Asset { .. } => "`azureml:NAME:VERSION`",
        Shape::Registry(_) => "`azureml://registries/…`",
        Shape::Feed(_) => "`azureml://feeds/…`",
        Shape::File(_) => "the path of a YAML file",
        Shape::List(_) => "a list",
        Shape::Map { .. } | Shape::Mapping(..) => "a mapping",
        Shape::Enum(_, values) => return any_of(values),
        Shape::OneOf(_) | Shape::Named(_) => "",
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
