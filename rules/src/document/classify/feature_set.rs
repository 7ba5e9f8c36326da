//! Detects the specification of a feature set in a file with another name than `FeatureSetSpec.yaml`.

use super::key_evidence::has_only_like;
use crate::similar::closest;
use crate::syntax::Node;

const KEYS: [&str; 6] = [
    "source",
    "features",
    "index_columns",
    "feature_transformation_code",
    "source_lookback",
    "temporal_join_lookback",
];

/// Returns `true` if the keys are those of a specification; one of them may be misspelled. Required
/// are the list of features with their types, and their source or index columns.
pub(super) fn is_feature_set_spec(root: Node<'_>) -> bool {
    has_only_like(root, &KEYS)
        && under(root, "features").is_some_and(names_types)
        && (under(root, "source").is_some_and(|source| source.get("path").is_some())
            || root.get("index_columns").is_some_and(names_types))
}

/// Returns the value of `key`, which may be misspelled.
fn under<'t>(root: Node<'t>, key: &str) -> Option<Node<'t>> {
    let mut entries = root.entries();
    let is_meant = |text: &str| closest(text, [key]).is_some();
    root.get(key).or_else(|| {
        let entry = entries.find(|entry| entry.key.text().is_some_and(is_meant))?;
        Some(entry.value)
    })
}

/// Returns `true` if `columns` is a list of columns with names and types.
fn names_types(columns: Node<'_>) -> bool {
    let first = columns.items().next();
    first.is_some_and(|column| column.get("name").is_some() && column.get("type").is_some())
}
