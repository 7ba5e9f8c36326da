//! Keys, values and mappings of a document as messages name them.

use crate::checks::context::Context;
use crate::path::is_absolute_somewhere;
use crate::syntax::{Node, NodeKind};
use crate::wording::with_article;

/// How many of `fields` stand in the mapping whose key `at` is, or in which it stands.
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

/// The key that `node` is or belongs to, also through lists.
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

/// What stands in the place of `node`, in words: "`mode`" or "an item of `files`".
pub(crate) fn place_name(node: Node<'_>) -> String {
    let name = key_name(node).unwrap_or("the document");
    if node.key().is_none() && !node.is_key() && node.parent().is_some() {
        return format!("an item of `{name}`");
    }
    format!("`{name}`")
}

/// What a mapping is, in words: "a command job" at the top, "`resources`" below.
pub(crate) fn mapping_name(cx: &Context<'_>, mapping: Node<'_>) -> String {
    match mapping.parent() {
        None => cx.kind().map_or_else(
            || "the document".to_owned(),
            |kind| with_article(kind.label()),
        ),
        Some(_) => place_name(mapping),
    }
}

/// What stands there instead, in words.
pub(crate) fn value_name(node: Node<'_>) -> String {
    match node.kind() {
        NodeKind::Mapping => "a mapping".to_owned(),
        NodeKind::Sequence => "a list".to_owned(),
        _ => format!("`{}`", short_text(node)),
    }
}

/// The text of a scalar for a message: one line, not too long.
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

/// A scalar in quotes that reads as exactly the text that is written.
pub(crate) fn quoted(node: Node<'_>) -> String {
    let raw = node.raw();
    if raw.contains(['"', '\\']) {
        format!("'{}'", raw.replace('\'', "''"))
    } else {
        format!("\"{raw}\"")
    }
}

/// What a message says after a path that does not exist.
pub(crate) fn relative_to(path: &str) -> &'static str {
    if is_absolute_somewhere(path) {
        ""
    } else {
        " (relative to this file)"
    }
}
