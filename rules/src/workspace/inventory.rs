//! The saved output of `az ml compute list -o json` (or `show`, or `-o yaml`): which computes a workspace has.
//!
//! JSON is read with the YAML tree: every place is exact, and a truncated file keeps the computes before the cut.

use std::sync::Arc;

use crate::compute::{ComputeDef, OriginKind};
use crate::syntax::{self, NodeKind};
use crate::text::TextRange;

/// The computes of one inventory file.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The file.
    pub path: Arc<str>,
    /// What it lists, in its order.
    pub computes: Vec<Arc<ComputeDef>>,
}

/// Something in an inventory file that could not be read; the rest of it still counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InventoryProblem {
    /// Where.
    pub range: TextRange,
    /// What is wrong.
    pub message: String,
}

impl Inventory {
    /// Reads the file at `path` with `text`.
    #[must_use]
    pub fn read(path: impl Into<Arc<str>>, text: &str) -> (Self, Vec<InventoryProblem>) {
        let path = path.into();
        let tree = syntax::parse(text);
        let mut problems: Vec<_> = tree
            .errors()
            .iter()
            .map(|error| InventoryProblem { range: error.range, message: error.message.clone() })
            .collect();
        let Some(root) = tree.root() else { return (Self { path, computes: Vec::new() }, problems) };
        let one = root.kind() == NodeKind::Mapping;
        let list = if one { root.get("value").unwrap_or(root) } else { root };
        let read = |node| ComputeDef::read(node, None, &path, OriginKind::Inventory).map(Arc::new);
        let computes: Vec<_> = match list.kind() {
            NodeKind::Sequence => list.items().filter_map(read).collect(),
            NodeKind::Mapping => read(list).into_iter().collect(),
            _ => Vec::new(),
        };
        let is_list = matches!(list.kind(), NodeKind::Sequence | NodeKind::Mapping);
        if problems.is_empty() && (!is_list || one && computes.is_empty()) {
            let message = "not the output of `az ml compute list -o json`: expected a list of computes".to_owned();
            problems.push(InventoryProblem { range: root.range(), message });
        }
        (Self { path, computes }, problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::ComputeKind;

    #[test]
    fn reads_both_key_styles() {
        let text = r#"[
  {"name": "cpu", "type": "amlcompute", "size": "STANDARD_DS3_V2", "min_instances": 0, "max_instances": 4, "tier": null},
  {"name": "gpu", "properties": {"computeType": "AmlCompute", "properties":
    {"vmSize": "Standard_NC6s_v3", "scaleSettings": {"minNodeCount": 1, "maxNodeCount": 2}}}},
  {"name": "odd", "type": "quantum"}
]"#;
        let (inventory, problems) = Inventory::read("computes.json", text);
        assert_eq!(problems, []);
        let summary: Vec<_> =
            inventory.computes.iter().map(|c| (c.name.as_str(), c.kind, c.min_nodes, c.max_nodes)).collect();
        assert_eq!(
            summary,
            [
                ("cpu", Some(ComputeKind::Cluster), Some(0), Some(4)),
                ("gpu", Some(ComputeKind::Cluster), Some(1), Some(2)),
                ("odd", None, None, None)
            ]
        );
        assert_eq!(inventory.computes[0].origin.range.slice(text), "\"cpu\"");
    }

    #[test]
    fn one_compute_an_empty_list_and_something_else() {
        assert_eq!(Inventory::read("x", r#"{"name": "ci", "type": "computeinstance"}"#).0.computes.len(), 1);
        assert_eq!(Inventory::read("x", "[]").1, []);
        assert_eq!(Inventory::read("x", "\"hello\"").1.len(), 1);
    }
}
