//! The keys of a mapping, as evidence for its kind; some may be misspelled.

use crate::similar::closest;
use crate::syntax::Node;

pub(in crate::document) fn has_any(root: Node<'_>, keys: &[&str]) -> bool {
    keys.iter().any(|key| root.get(key).is_some())
}

/// Returns `true` if `root` has only `keys` and `$schema`; one key may be misspelled.
pub(super) fn has_only_like(root: Node<'_>, keys: &[&'static str]) -> bool {
    let mut misspelled = 0;
    for entry in root.entries() {
        let Some(key) = entry.key.text() else {
            return false;
        };
        if keys.contains(&key) || key == "$schema" {
            continue;
        }
        if closest(key, keys.iter().copied()).is_none() {
            return false;
        }
        misspelled += 1;
    }
    misspelled <= 1
}

/// Returns `true` if `closest` matches a key, exactly or as a misspelling.
pub(super) fn has_key_like<'c>(root: Node<'_>, closest: impl Fn(&str) -> Option<&'c str>) -> bool {
    root.entries()
        .any(|entry| entry.key.text().is_some_and(|key| closest(key).is_some()))
}
