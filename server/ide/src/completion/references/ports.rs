//! Completion of input values from the declarations of the component that a step runs.

use azml_rules::expression::{Port, PortType, Step};
use azml_rules::syntax::{Node, NodeKind, Scalar, read_plain};
use azml_rules::workspace::Workspace;

use crate::Site;
use crate::completion::item::Item;
use crate::completion::line::Value;
use crate::completion::values::schema_values;

/// Returns the step, or the job that runs a component itself, whose mapping is `owner`.
pub(crate) fn step<'a>(workspace: &'a Workspace, path: &str, owner: Node<'a>) -> Option<Step<'a>> {
    let key = owner.key().or_else(|| {
        owner
            .entry("component")
            .or_else(|| owner.entry("trial"))
            .map(|entry| entry.key)
    })?;
    let is_step = owner
        .key()
        .is_none_or(|key| key.parent().and_then(Node::key).and_then(Node::text) == Some("jobs"));
    // An inline trial has no ports of its own to bind.
    let is_inline = owner
        .get("trial")
        .is_some_and(|trial| trial.kind() == NodeKind::Mapping && trial.get("inputs").is_none());
    (is_step && !is_inline).then(|| Step::read(workspace, path, key, owner))
}

/// Returns the words that the component accepts for the input whose value is written.
pub(crate) fn words(site: &Site<'_>, value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    match keys {
        [.., "inputs", name] if !value.is_item && !value.typed.contains('$') => {
            of_input(site, value, name).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn of_input(site: &Site<'_>, value: &Value<'_>, name: &str) -> Option<Vec<Item>> {
    let key = site
        .document
        .tree()
        .node_at(value.key_at)
        .filter(|node| node.is_key() && node.text() == Some(name))?;
    let step = step(
        site.workspace,
        site.document.path(),
        key.parent()?.parent()?,
    )?;
    let port = step.callee.interface()?.inputs.get(name)?;
    let kind = port.declared()?;
    let default = port.field("default").and_then(Node::text);
    let mut items = Vec::new();
    for word in listed(port, kind) {
        let reads_right = kind != PortType::String || read_plain(word) == Scalar::Str;
        let detail = if default == Some(word) { "default" } else { "" };
        let item = schema_values::item_of(value, word, reads_right, detail.to_owned(), false);
        items.push(item);
    }
    items.sort_by_key(|item| item.detail.is_empty());
    Some(items)
}

/// Returns the words that the port accepts; else only its default.
fn listed<'a>(port: Port<'a>, kind: PortType) -> Vec<&'a str> {
    let named = port
        .field("enum")
        .into_iter()
        .flat_map(Node::items)
        .filter_map(Node::text);
    let words: Vec<&str> = named.collect();
    match kind {
        _ if !words.is_empty() => words,
        PortType::Boolean => vec!["true", "false"],
        _ if kind.is_data() => Vec::new(),
        _ => {
            let default = port.field("default").and_then(Node::text);
            let in_one_line = default.filter(|text| !text.contains('\n'));
            in_one_line.into_iter().collect()
        }
    }
}
