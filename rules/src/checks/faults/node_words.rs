//! Names of keys, values and mappings in messages.

use crate::document::Kind;
use crate::path::is_absolute_somewhere;
use crate::syntax::{Node, NodeKind};
use crate::wording::with_article;

/// Returns how many of `fields` are in the mapping that `at` names or that contains `at`.
pub(crate) fn given(at: Node<'_>, fields: &[&str]) -> usize {
    let is_one = at.text().is_some_and(|text| fields.contains(&text));
    let inside = at
        .value_of_key()
        .filter(|value| value.kind() == NodeKind::Mapping && !is_one);
    let mapping = inside.or_else(|| at.parent()).unwrap_or(at);
    fields
        .iter()
        .filter(|field| mapping.get(field).is_some())
        .count()
}

/// Returns the key that `node` is or belongs to, also through lists.
pub(crate) fn key_name(node: Node<'_>) -> Option<&str> {
    if node.is_key() {
        return node.text();
    }
    match node.key() {
        Some(key) => key.text(),
        None => node
            .parent()
            .filter(|parent| parent.kind() == NodeKind::Sequence)
            .and_then(key_name),
    }
}

/// Names the place of `node`: "`mode`" or "an item of `files`".
pub(crate) fn place_name(node: Node<'_>) -> String {
    let name = key_name(node).unwrap_or("the document");
    if node.key().is_none() && !node.is_key() && node.parent().is_some() {
        return format!("an item of `{name}`");
    }
    format!("`{name}`")
}

/// Names a mapping: "a command job" at the root, "`resources`" below.
pub(crate) fn mapping_name(kind: Option<Kind>, mapping: Node<'_>) -> String {
    match mapping.parent() {
        None => kind.map_or_else(
            || "the document".to_owned(),
            |kind| with_article(kind.label()),
        ),
        Some(_) => place_name(mapping),
    }
}

/// Describes the value of `node`: "a mapping", "a list", or its text.
pub(crate) fn value_name(node: Node<'_>) -> String {
    match node.kind() {
        NodeKind::Mapping => "a mapping".to_owned(),
        NodeKind::Sequence => "a list".to_owned(),
        _ => format!("`{}`", short_text(node)),
    }
}

/// Returns the text of a scalar for a message: one line, shortened.
pub(crate) fn short_text(node: Node<'_>) -> String {
    let text = node
        .text()
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default();
    if text.chars().count() > 60 {
        format!("{}…", text.chars().take(57).collect::<String>())
    } else {
        text.to_owned()
    }
}

/// Returns a quoted scalar whose value is exactly the written text.
pub(crate) fn quoted(node: Node<'_>) -> String {
    let raw = node.raw();
    if raw.contains(['"', '\\']) {
        format!("'{}'", raw.replace('\'', "''"))
    } else {
        format!("\"{raw}\"")
    }
}

/// Returns the addition of a message to a path that doesn't exist.
pub(crate) fn relative_to(path: &str) -> &'static str {
    if is_absolute_somewhere(path) {
        ""
    } else {
        " (relative to this file)"
    }
}
