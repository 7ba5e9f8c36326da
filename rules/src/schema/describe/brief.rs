//! Short descriptions of types for hovers: "whole number from 1", "list of strings".

use crate::schema::table::{Type, ValueShape};
use crate::schema::union_members::{enum_values, leaves};
use crate::wording::alternatives;

use super::expected::{any_of, leaf_words};

/// Maximum depth of nested lists and mappings in a description.
const DEPTH: u32 = 2;

/// Returns the type in a few words, without an article.
pub fn brief(ty: &'static Type) -> String {
    at_depth(ty, DEPTH)
}

fn at_depth(ty: &'static Type, depth: u32) -> String {
    match ty.shape {
        ValueShape::Named(named) => return without_article(named.words).to_owned(),
        ValueShape::List(item) if depth > 0 => return format!("list of {}", each(item, depth - 1)),
        ValueShape::Map { value, .. } if depth > 0 => {
            return format!("mapping of names to {}", each(value, depth - 1));
        }
        _ => {}
    }
    let fixed = match enum_values(ty).as_slice() {
        [] => String::new(),
        [only] => format!("`{only}`"),
        several => format!("one of {}", any_of(several)),
    };
    let others = other_words(ty, depth);
    match (fixed.as_str(), others.is_empty()) {
        ("", _) => alternatives(&others),
        (_, true) => fixed,
        (_, false) => format!("{fixed}, or {}", alternatives(&others)),
    }
}

/// Returns the alternatives of a type besides the words of enumerations, without duplicates.
fn other_words(ty: &'static Type, depth: u32) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for leaf in leaves(ty) {
        let word = match leaf.shape {
            ValueShape::Enum(..) => continue,
            ValueShape::List(_) | ValueShape::Map { .. } if depth > 0 => at_depth(leaf, depth - 1),
            _ => leaf_in_words(leaf),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.iter().any(|word| word == "number") {
        words.retain(|word| word != "whole number");
    }
    words
}

/// Describes several values of a type; a shape with a description of its own is not changed.
fn each(ty: &'static Type, depth: u32) -> String {
    match ty.shape {
        ValueShape::Named(named) => named.words.to_owned(),
        _ => several(&at_depth(ty, depth)),
    }
}

/// Returns the plural: "mappings" for "mapping".
fn several(words: &str) -> String {
    match words {
        "mapping" | "number" | "whole number" | "path" | "string" => format!("{words}s"),
        _ => words.strip_prefix("one of ").unwrap_or(words).to_owned(),
    }
}

fn leaf_in_words(ty: &'static Type) -> String {
    match ty.shape {
        ValueShape::Asset { .. } | ValueShape::Registry(_) | ValueShape::Feed(_) => {
            format!("reference {}", leaf_words(ty))
        }
        ValueShape::Any => "any value".to_owned(),
        _ => without_article(&leaf_words(ty)).to_owned(),
    }
}

fn without_article(words: &str) -> &str {
    ["a ", "an ", "the "]
        .iter()
        .find_map(|article| words.strip_prefix(article))
        .unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::brief;
    use crate::schema::table::{TypeDef, types};

    fn words(owner: &str, key: &str) -> String {
        let is_it = |def: &&&TypeDef| def.name == owner;
        let def = types().iter().find(is_it).unwrap();
        brief(&def.field(key).unwrap().ty)
    }

    #[test]
    fn types_are_told_in_plain_words() {
        assert_eq!(words("AmlCompute", "min_instances"), "whole number");
        assert_eq!(
            words("AmlCompute", "tier"),
            "one of `low_priority` or `dedicated`"
        );
        assert_eq!(words("AmlCompute", "name"), "string");
        assert_eq!(
            words("ComputeSchedules", "compute_start_stop"),
            "list of mappings"
        );
        assert_eq!(
            words("PipelineJobSettings", "default_datastore"),
            "reference `azureml:NAME`"
        );
        assert_eq!(words("CommandJob", "tags"), "mapping of names to strings");
        assert_eq!(words("CommandJob", "type"), "`command`");
    }
}
