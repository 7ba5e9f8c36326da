//! The value of a key that is a mapping: its required keys, on the lines below.

use azml_rules::schema::possible_values;
use azml_rules::schema::table::{KindDef, Type};

use super::snippet::{self, Form};
use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::Markdown;

/// Returns the mapping that the empty value of `keys` must be, if it has required keys.
pub(crate) fn items(site: &Site<'_>, value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    let is_empty = value.typed.is_empty() && value.rest.is_empty() && value.quote.is_none();
    if !is_empty || value.is_flow || value.is_item || value.goes_on_below(site.document) {
        return Vec::new();
    }
    let (Some(kind), Some(key)) = (site.document.kind().and_then(KindDef::of), keys.last()) else {
        return Vec::new();
    };
    let found = possible_values(site.workspace, site.document, &[kind], keys, value.key_at);
    let types: Vec<&'static Type> = found.iter().map(|possible| possible.ty).collect();
    let form = Form::of(key, &types);
    let Form::Mapping(children) = &form else {
        return Vec::new();
    };
    if children.is_empty() {
        return Vec::new();
    }
    let names: Vec<&str> = children.iter().map(|(name, _)| *name).collect();
    let label = names.join(", ");
    let column = value.line.chars().count();
    let written = snippet::below(&form, column, site.document.tree());
    vec![Item {
        sort: ItemSort::Key,
        filter: label.clone(),
        label,
        insert: written.text,
        detail: "required, on the next line".to_owned(),
        about: Markdown::new(),
        is_retired: false,
        is_snippet: written.is_snippet,
    }]
}
