//! Limit on the text that the aliases of a document repeat.
//!
//! Everything that reads a tree follows aliases, so a kilobyte of nested aliases (`{a: *x, b: *x}`
//! after `&x {a: *w, b: *w}` and so on) expands to gigabytes. The limit is applied here, when a
//! tree is built: an alias that exceeds it has no target, like one without an anchor. Invariant:
//! with its aliases expanded, a text is longer by at most its own length or [`REPEATED`], and never
//! nested deeper than the parser allows.

use crate::syntax::tree::node_id::NodeId;
use crate::text::TextRange;

/// Bytes that aliases may repeat in a short text; a longer text may repeat its own length.
const REPEATED: u64 = 1 << 20;

/// Maximum nesting depth of collections in the parser.
const DEPTH: usize = 255;

/// An alias that is not resolved although its anchor is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnfollowedAlias {
    /// The alias.
    pub id: NodeId,
    /// `true` if the alias is inside the node that it repeats.
    pub is_endless: bool,
}

/// Size of a part of a text with its aliases expanded.
#[derive(Clone, Copy, Default)]
pub(in crate::syntax) struct ExpandedSize {
    bytes: u64,
    depth: usize,
}

impl ExpandedSize {
    /// Returns the size of the node at `range`, where `self` is the size that its aliases add.
    pub(in crate::syntax) fn around(self, range: TextRange) -> Self {
        let bytes = self.bytes.saturating_add(u64::from(range.len()));
        Self { bytes, ..self }
    }

    pub(super) fn one_deeper(self) -> Self {
        let depth = self.depth + 1;
        Self { depth, ..self }
    }

    pub(in crate::syntax) fn add(&mut self, other: Self) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.depth = self.depth.max(other.depth);
    }
}

/// Total size of the aliases of a text, and those that exceed the limit.
pub(in crate::syntax) struct Aliases {
    limit: u64,
    repeated: u64,
    pub(in crate::syntax) unfollowed: Vec<UnfollowedAlias>,
}

impl Aliases {
    pub(in crate::syntax) fn new(text: &str) -> Self {
        Self {
            limit: REPEATED.max(text.len() as u64),
            repeated: 0,
            unfollowed: Vec::new(),
        }
    }

    /// Returns the size of the target of alias `id`, which is nested in `level` collections; `None` if it
    /// must not be followed. `extent` is the size of the anchored node, `None` if the alias is inside it.
    pub(in crate::syntax) fn follow(
        &mut self,
        id: NodeId,
        extent: Option<ExpandedSize>,
        level: usize,
    ) -> Option<ExpandedSize> {
        let repeated = extent.map(|extent| self.repeated.saturating_add(extent.bytes));
        let fits = extent.filter(|extent| level + extent.depth <= DEPTH);
        match fits.zip(repeated.filter(|repeated| *repeated <= self.limit)) {
            Some((extent, repeated)) => {
                self.repeated = repeated;
                Some(extent)
            }
            None => {
                let is_endless = extent.is_none();
                self.unfollowed.push(UnfollowedAlias { id, is_endless });
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::{Node, NodeKind, Tree, parse};

    fn written_out(node: Node<'_>) -> usize {
        let node = node.resolved();
        let below = node.children().map(written_out);
        1 + below.sum::<usize>()
    }

    fn nodes_written_out(tree: &Tree) -> usize {
        tree.documents().map(written_out).sum()
    }

    /// Returns `levels` mappings, each of which repeats the one before `times` times.
    fn bomb(times: usize, levels: usize) -> String {
        let mut text = "x0: &x0 {type: command, command: run}\n".to_owned();
        for level in 1..=levels {
            let steps: Vec<String> = (0..times)
                .map(|step| format!("s{step}: *x{}", level - 1))
                .collect();
            text += &format!("x{level}: &x{level} {{jobs: {{{}}}}}\n", steps.join(", "));
        }
        text
    }

    #[test]
    fn what_aliases_repeat_is_bounded() {
        for (times, levels) in [(10, 8), (4, 12), (2, 30), (1, 2000)] {
            let text = bomb(times, levels);
            let tree = parse(text.as_str());
            let nodes = nodes_written_out(&tree);
            assert!(nodes < 1_100_000, "{times} {levels}: {nodes}");
            assert!(!tree.unfollowed_aliases().is_empty(), "{times} {levels}");
            assert!(tree.errors().is_empty());
        }
    }

    #[test]
    fn an_alias_in_what_it_repeats_stands_for_nothing() {
        let tree = parse("a: &a {b: {c: *a}, d: *a}\ne: *a\n");
        let endless = tree.unfollowed_aliases();
        assert_eq!(endless.len(), 2);
        assert!(endless.iter().all(|alias| alias.is_endless));
        let alias = tree.root().and_then(|root| root.get_path(&["a", "d"]));
        assert_eq!(alias.map(Node::kind), Some(NodeKind::Alias));
        assert!(tree.errors().is_empty());
    }

    #[test]
    fn everyday_aliases_are_followed() {
        let steps: Vec<String> = (0..5000).map(|step| format!("s{step}: *x")).collect();
        let text = format!("x: &x {{a: 1, b: [2]}}\njobs: {{{}}}\n", steps.join(", "));
        let tree = parse(text.as_str());
        assert!(tree.unfollowed_aliases().is_empty());
        let step = tree
            .root()
            .and_then(|root| root.get_path(&["jobs", "s4999", "b"]));
        assert_eq!(step.map(|step| step.items().count()), Some(1));
    }
}
