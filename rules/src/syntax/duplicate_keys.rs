//! Keys that occur more than once in one mapping.

use std::collections::HashMap;

use super::tree::node::Node;
use super::tree::{NodeKind, Tree};

/// Number of keys up to which comparing all pairs is faster than a hash map.
pub(super) const FEW: usize = 16;

impl Tree {
    /// Returns the keys that occur more than once in one mapping: the first occurrence and each
    /// later one. `<<` may be repeated.
    pub fn duplicate_keys(&self) -> Vec<(Node<'_>, Node<'_>)> {
        let mappings = self.nodes().filter(|node| node.kind() == NodeKind::Mapping);
        let mut found: Vec<_> = mappings.flat_map(repeated_keys).collect();
        found.sort_unstable_by_key(|(_, again)| again.id);
        found
    }
}

/// Returns the keys that are repeated in `mapping`: the first occurrence and each later one.
fn repeated_keys(mapping: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    if !may_repeat_keys(mapping) {
        return Vec::new();
    }
    let entries = || mapping.entries().map(|entry| entry.key);
    let keys = || entries().filter(|key| !key.is_repaired());
    let mut found = Vec::new();
    if keys().nth(FEW).is_none() {
        for (at, key) in keys().enumerate() {
            let Some(text) = key.text().filter(|text| *text != "<<") else {
                continue;
            };
            let first = keys().take(at).find(|before| before.is_text(text));
            found.extend(first.map(|first| (first, key)));
        }
        return found;
    }
    let mut seen: HashMap<&str, Node<'_>> = HashMap::new();
    for key in keys() {
        let Some(text) = key.text().filter(|text| *text != "<<") else {
            continue;
        };
        match seen.entry(text) {
            std::collections::hash_map::Entry::Occupied(first) => found.push((*first.get(), key)),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(key);
            }
        }
    }
    found
}

/// Returns `true` if two keys of `mapping` have the same hint; equal keys always do.
fn may_repeat_keys(mapping: Node<'_>) -> bool {
    let mut seen = [0_u64; 4];
    mapping.entries().any(|entry| {
        let hint = entry.key.data().hint;
        let (seen, bit) = (&mut seen[usize::from(hint / 64)], 1 << (hint % 64));
        let is_known = *seen & bit != 0;
        *seen |= bit;
        is_known
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use crate::syntax::parse;

    /// Returns the lines of repeated keys, in pairs, counted from 0.
    fn repeated(text: &str) -> Vec<(u32, u32)> {
        let tree = parse(text);
        let line = |at: u32| tree.lines().line_of(at);
        let found = tree.duplicate_keys().into_iter();
        found
            .map(|(first, again)| (line(first.range().start), line(again.range().start)))
            .collect()
    }

    #[test]
    fn only_the_same_text_counts() {
        // Different texts with the same hint.
        assert_eq!(repeated("type: 1\nlimits: 2\nlimit: 3\n"), []);
        assert_eq!(repeated("type: 1\nlimits: 2\n'type': 3\n"), [(0, 2)]);
        assert_eq!(repeated("a: {b: 1, c: 2}\nb: {b: 1}\n"), []);
        assert_eq!(repeated("<<: *a\n<<: *b\n[]: 1\n{}: 2\n"), []);
        assert_eq!(repeated("a: 1\na: 2\na: 3\n"), [(0, 1), (0, 2)]);
    }

    #[test]
    fn long_mappings_are_searched_as_well() {
        let mut text = String::new();
        for key in 0..100 {
            let _ = writeln!(text, "key_{key}: 1");
        }
        assert_eq!(repeated(&text), []);
        assert_eq!(repeated(&(text + "key_42: 2\n")), [(42, 100)]);
    }
}
