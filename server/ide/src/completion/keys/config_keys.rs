//! Completion of keys in `azml.yaml`.

use azml_rules::config::{SettingShape, SettingsKey, shape_at};
use azml_rules::syntax::{Node, NodeKind};

use super::item;
use super::snippet::Form;
use crate::completion::item::Item;
use crate::completion::stand_in::WholeKey;
use crate::cursor_context::keys_around;
use crate::markdown::{Markdown, md, ours};

/// Returns the keys for the mapping that contains the cursor.
pub(crate) fn items(whole: &WholeKey) -> Vec<Item> {
    let Some(mapping) = whole.key().parent() else {
        return Vec::new();
    };
    let Some(shape) = shape_of(mapping) else {
        return Vec::new();
    };
    let mut items = Vec::new();
    for key in shape.keys() {
        if mapping.entry(key.name).is_none() {
            let (detail, about) = words(key);
            items.push(item::with_form(
                key.name,
                &form_of(key.shape),
                detail,
                about,
                whole,
            ));
        }
    }
    items
}

fn shape_of(mapping: Node<'_>) -> Option<SettingShape> {
    let shape = shape_at(&keys_around(mapping))?;
    let is_item = mapping
        .parent()
        .is_some_and(|parent| parent.kind() == NodeKind::Sequence);
    if is_item { shape.item() } else { Some(shape) }
}

/// Returns the label detail and the documentation of `key`.
fn words(key: SettingsKey) -> (&'static str, Markdown) {
    match key.shape {
        SettingShape::Rule(rule) => (rule.summary, md!("Level: {}", ours(rule.level_label()))),
        _ => {
            let first = key.doc.split(". ").next().unwrap_or_default();
            let first = first.split(": ").next().unwrap_or_default();
            (first.trim_end_matches('.'), ours(key.doc.to_owned()))
        }
    }
}

fn form_of(shape: SettingShape) -> Form {
    match shape {
        SettingShape::List(_) => Form::List(Box::new(Form::Scalar(None))),
        SettingShape::Keys(_)
        | SettingShape::OpenKeys(_)
        | SettingShape::Named(..)
        | SettingShape::NamedOrListed(_)
        | SettingShape::Rules
        | SettingShape::Options(_) => Form::Mapping(Vec::new()),
        _ => Form::Scalar(None),
    }
}
