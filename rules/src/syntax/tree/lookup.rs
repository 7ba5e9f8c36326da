//! Lookup of keys in a mapping and in the mappings that it merges in.
//!
//! Invariant: a mapping with thousands of keys, as written by programs, is scanned only once; later
//! lookups use its keys sorted by their text.

use super::node::{Entry, Node};
use super::node_id::NodeId;
use super::{NONE, NodeKind, hint};
use crate::syntax::duplicate_keys::FEW;
use crate::work_counter;

impl<'t> Node<'t> {
    /// Returns the entry with `key` written in this mapping itself; the last one wins, as in the client.
    pub fn entry(self, key: &str) -> Option<Entry<'t>> {
        let mapping = self.resolved();
        if let Some(sorted) = mapping.sorted_keys() {
            return mapping.entry_among(sorted, key);
        }
        mapping.last_entry_of(key)
    }

    /// Returns the last entry with `key` of a mapping. It reads the node array directly, because
    /// this is the most frequent query.
    fn last_entry_of(self, key: &str) -> Option<Entry<'t>> {
        let nodes = &self.tree.nodes;
        let (mut next, mut found) = (self.first_key(), None);
        let hint = hint(key);
        // `NONE` is not the number of any node.
        while let Some(data) = nodes.get(next as usize) {
            // One unit of work for the key, one for the value.
            work_counter::spend(2);
            let Some(value) = nodes.get(data.mate as usize) else {
                break;
            };
            if self.tree.is_text(data, key, hint) {
                found = Some((next, data.mate));
            }
            next = value.next;
        }
        let (key, value) = found?;
        let node = |id| self.tree.node(NodeId(id));
        Some(Entry {
            key: node(key),
            value: node(value),
        })
    }

    fn first_key(self) -> u32 {
        let data = self.data();
        if data.kind == NodeKind::Mapping {
            data.first
        } else {
            NONE
        }
    }

    /// Returns the keys of a long mapping, sorted by their text.
    fn sorted_keys(self) -> Option<&'t [NodeId]> {
        let data = self.data();
        let long = self.tree.long.get(data.value as usize)?;
        (data.kind == NodeKind::Mapping).then(|| {
            let sorted = long.get_or_init(|| {
                let mut keys: Vec<NodeId> = self.entries().map(|entry| entry.key.id).collect();
                keys.sort_by_key(|id| self.tree.node(*id).text());
                keys.into()
            });
            &**sorted
        })
    }

    fn entry_among(self, sorted: &'t [NodeId], key: &str) -> Option<Entry<'t>> {
        let behind = sorted.partition_point(|id| self.tree.node(*id).text() <= Some(key));
        let last = self.tree.node(*sorted.get(behind.checked_sub(1)?)?);
        let entry = Entry {
            key: last,
            value: last.value_of_key()?,
        };
        (last.text() == Some(key)).then_some(entry)
    }

    /// Returns the value of `key`: of this mapping itself, else of one that it merges in with `<<`.
    /// Aliases are followed.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.get_within(key, 16)
    }

    /// `depth` limits chains of `<<`, which may be circular.
    fn get_within(self, key: &str, depth: u32) -> Option<Self> {
        let mapping = self.resolved();
        if let Some(entry) = mapping.entry(key) {
            return Some(entry.value.resolved());
        }
        if depth == 0 || !self.tree.may_merge {
            return None;
        }
        let merged = mapping.entry("<<")?.value.resolved();
        match merged.kind() {
            NodeKind::Mapping => merged.get_within(key, depth - 1),
            NodeKind::Sequence => merged
                .items()
                .find_map(|item| item.get_within(key, depth - 1)),
            _ => None,
        }
    }

    /// Returns the entries of a mapping with distinct keys and no merges; `None` if it has
    /// duplicates, merges, or too many entries.
    pub(crate) fn plain_entries(self) -> Option<Vec<Entry<'t>>> {
        let mut entries: Vec<Entry<'t>> = Vec::new();
        for entry in self.entries() {
            let name = entry.key.text()?;
            let is_known = entries.iter().any(|before| before.key.text() == Some(name));
            if is_known || name == "<<" || entries.len() == FEW {
                return None;
            }
            entries.push(entry);
        }
        Some(entries)
    }

    /// Returns the value reached by following `keys`.
    #[must_use]
    pub fn get_path(self, keys: &[&str]) -> Option<Self> {
        keys.iter().try_fold(self, |node, key| node.get(key))
    }
}
