//! Context of the cursor, shared by hover, completion and hints: a comment, the keys around a
//! value, and the resource that the value names.

use azml_rules::document::{Document, Kind, Resource};
use azml_rules::schema::resource_behind;
use azml_rules::syntax::{Node, Segment};
use azml_rules::text::TextRange;

use super::Site;

/// Returns the comment that contains `offset`. An offset before the `#` is outside the comment.
pub(crate) fn comment_at(document: &Document, offset: u32) -> Option<TextRange> {
    let comments = document.tree().comments();
    let is_inside = |comment: &&TextRange| comment.start < offset && offset <= comment.end;
    comments.iter().find(is_inside).copied()
}

/// Returns the keys from the root to `node`; list items are left out, a key that is not a scalar is "".
pub(crate) fn keys_around(node: Node<'_>) -> Vec<&str> {
    let mut keys = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        let key = if node.is_key() {
            Some(node)
        } else {
            node.key()
        };
        keys.extend(key.map(|key| key.text().unwrap_or_default()));
        at = node.parent();
    }
    keys.reverse();
    // Keys that are collections have no text.
    debug_assert!(
        keys.len()
            <= node
                .path()
                .iter()
                .filter(|step| matches!(step, Segment::Key(_)))
                .count()
    );
    keys
}

/// Returns the resource that a value under `keys` names; the value need not be in the tree yet.
pub(crate) fn resource_behind_keys(site: &Site<'_>, keys: &[&str]) -> Option<Resource> {
    if site.is_config() {
        return matches!(keys, ["computes", .., "size"]).then_some(Resource::VmSize);
    }
    let kind = match (site.document.kind()?, keys) {
        // An endpoint is on Kubernetes as soon as `compute` has a value.
        (Kind::EndpointManagedOnline, ["compute"]) => Kind::EndpointKubernetesOnline,
        (kind, _) => kind,
    };
    let used = resource_behind(kind, keys)?;
    Some(used.resource)
}

/// Returns `true` if the value of the last of `keys` is a list of packages: in a conda file, or
/// inline in an environment.
pub(crate) fn is_package_list(site: &Site<'_>, keys: &[&str]) -> bool {
    let inside = match keys.iter().position(|key| *key == "conda_file") {
        Some(at) => &keys[at + 1..],
        None if site.document.kind() == Some(Kind::CondaFile) => keys,
        None => return false,
    };
    matches!(inside, ["dependencies"] | ["dependencies", "pip"])
}
