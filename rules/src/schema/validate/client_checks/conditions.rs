//! Conditions on single values that checks of the catalog use.

use crate::schema::table::ClientCheck;
use crate::syntax::{Node, NodeKind, Scalar, known_text};

/// Maximum length of the name of an output in bytes.
const NAME_LENGTH: usize = 255;

/// Returns the values at `path`, including those in lists.
pub(crate) fn values_at<'t>(node: Node<'t>, path: &str) -> Vec<Node<'t>> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let Some(value) = node.get(first) else {
        return Vec::new();
    };
    let items = if value.kind() == NodeKind::Sequence {
        value.items().map(Node::resolved).collect()
    } else {
        vec![value]
    };
    if rest.is_empty() {
        return items;
    }
    let below = items.into_iter().flat_map(|item| values_at(item, rest));
    below.collect()
}

/// Returns `true` if the number of entries differs from that of the check.
pub(crate) fn count_differs(mapping: Node<'_>, check: &ClientCheck) -> bool {
    let count = mapping.entries().count() as f64;
    check.max.is_some_and(|exact| (count - exact).abs() >= 0.5)
}

/// Returns `true` if there are more items than the check allows.
pub(crate) fn is_too_long(list: Node<'_>, check: &ClientCheck) -> bool {
    let count = list.items().count() as f64;
    check.max.is_some_and(|max| count > max)
}

/// Returns `true` if a number is outside of the limits.
pub(crate) fn is_outside(node: Node<'_>, check: &ClientCheck) -> bool {
    let Some(value) = known_text(node).and_then(|text| text.trim().parse::<f64>().ok()) else {
        return false;
    };
    check.min.is_some_and(|min| value < min) || check.max.is_some_and(|max| value > max)
}

/// Returns `true` if a mapping does not consist of the one allowed key.
pub(crate) fn has_other_keys(node: Node<'_>, check: &ClientCheck) -> bool {
    if node.kind() != NodeKind::Mapping {
        return false;
    }
    let keys: Vec<Option<&str>> = node.entries().map(|entry| entry.key.text()).collect();
    !matches!(keys.as_slice(), [Some(key)] if check.values.contains(key))
}

/// Returns the second of two equal items.
pub(crate) fn first_double(list: Node<'_>) -> Option<Node<'_>> {
    let items: Vec<Node<'_>> = list.items().collect();
    for (at, item) in items.iter().enumerate() {
        let is_same = |other: &Node<'_>| other.text().is_some() && other.text() == item.text();
        if items[..at].iter().any(is_same) {
            return Some(*item);
        }
    }
    None
}

/// Returns `true` if text, normalized by `spell`, is not one of the words of the check.
pub(crate) fn is_unlisted(node: Node<'_>, check: &ClientCheck, spell: fn(&str) -> String) -> bool {
    known_text(node).is_some_and(|text| !check.values.contains(&spell(text).as_str()))
}

pub(crate) fn is_neither_text_nor_mapping(node: Node<'_>) -> bool {
    node.kind() != NodeKind::Mapping && node.scalar() != Some(Scalar::Str)
}

/// Returns `true` unless the value is empty: an empty string, 0, or a collection without items.
pub(crate) fn is_filled(node: Node<'_>) -> bool {
    match node.text() {
        Some(text) => !text.is_empty() && node.int() != Some(0),
        None => node.children().next().is_some(),
    }
}

/// Returns `true` if text does not have the format that its key requires.
pub(crate) fn breaks_form(key: &str, node: Node<'_>) -> bool {
    let Some(text) = known_text(node).filter(|_| node.scalar() == Some(Scalar::Str)) else {
        return false;
    };
    match key {
        "mini_batch_size" => !is_batch_size(text),
        "name" => text.len() > NAME_LENGTH || !text.chars().all(is_name_letter),
        _ => false,
    }
}

/// Matches a number of files, or a size such as `10kb`; the client accepts several units in a row.
fn is_batch_size(text: &str) -> bool {
    let units = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_digits = units.len() < text.len();
    let lower = units.to_ascii_lowercase();
    has_digits
        && lower
            .as_bytes()
            .chunks(2)
            .all(|unit| matches!(unit, b"kb" | b"mb" | b"gb"))
}

fn is_name_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
