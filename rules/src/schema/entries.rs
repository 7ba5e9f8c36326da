//! The entries of a mapping as the client sees them.

use foldhash::{HashMap, HashSet, HashSetExt};

use crate::syntax::{Entry, Node, NodeKind, Scalar};

/// Maximum depth of merged mappings; chains of `<<` may be circular.
const DEPTH: u32 = 16;

/// Returns the key as text; `None` for a key that is a number or another scalar.
pub(super) fn key_text(entry: Entry<'_>) -> Option<&str> {
    entry
        .key
        .text()
        .filter(|_| entry.key.scalar() == Some(Scalar::Str))
}

/// Returns the entries as the client sees them: the last of duplicate keys, then those merged in with `<<`.
pub(super) fn effective_entries(mapping: Node<'_>) -> Vec<Entry<'_>> {
    if let Some(entries) = mapping.plain_entries() {
        return entries;
    }
    let mut entries = Vec::new();
    add_entries(mapping, &mut entries, &mut HashSet::new(), DEPTH);
    entries
}

fn add_entries<'t>(
    mapping: Node<'t>,
    entries: &mut Vec<Entry<'t>>,
    names: &mut HashSet<&'t str>,
    depth: u32,
) {
    let mut merged = Vec::new();
    let own: Vec<Entry<'t>> = mapping.entries().collect();
    let name_at = |(at, entry): (usize, &Entry<'t>)| Some((entry.key.text()?, at));
    let last: HashMap<&str, usize> = own.iter().enumerate().filter_map(name_at).collect();
    for (at, entry) in own.iter().enumerate() {
        match entry.key.text() {
            Some("<<") => merged.push(entry.value.resolved()),
            Some(name) if last.get(name) == Some(&at) && names.insert(name) => entries.push(*entry),
            Some(_) => {}
            None => entries.push(*entry),
        }
    }
    for node in merged.into_iter().filter(|_| depth > 0) {
        if node.kind() == NodeKind::Sequence {
            for item in node.items() {
                add_entries(item, entries, names, depth - 1);
            }
        } else {
            add_entries(node, entries, names, depth - 1);
        }
    }
}
