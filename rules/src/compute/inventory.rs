//! Saved output of `az ml compute list -o json` (or `show`, or `-o yaml`): the computes of a
//! workspace.
//!
//! JSON is parsed as YAML: every range is exact, and a truncated file keeps the computes
//! before the cut.

use std::sync::Arc;

use super::{ComputeDef, InventoryLabel, OriginKind};
use crate::syntax::{self, CutJson, Node, NodeKind, SyntaxError};
use crate::text::TextRange;

/// The computes of one inventory file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inventory {
    /// The file.
    pub path: Arc<str>,
    /// Its label in messages.
    pub label: Arc<InventoryLabel>,
    /// Its computes, in the order of the file. Shared: several configurations may use one file.
    pub computes: Arc<Vec<Arc<ComputeDef>>>,
    /// `true` if it was read completely, so that computes that it does not list are missing.
    pub is_whole: bool,
}

/// A part of an inventory file that could not be read; the rest is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InventoryProblem {
    /// Range of the part.
    pub range: TextRange,
    /// The message.
    pub message: String,
}

impl InventoryProblem {
    fn of_error(error: &SyntaxError) -> Self {
        Self {
            range: error.range,
            message: error.message.clone(),
        }
    }
}

impl Inventory {
    /// Parses the file at `path` with `text`.
    pub fn read(path: impl Into<Arc<str>>, text: &str) -> (Self, Vec<InventoryProblem>) {
        let path = path.into();
        if let Some(cut) = CutJson::find(text) {
            let computes = computes(syntax::parse(&*cut.whole).root(), &path);
            let problem = InventoryProblem {
                range: cut.end,
                message: CutJson::message(computes.len(), ("compute", "computes")),
            };
            return (Self::unlabelled(path, computes, false), vec![problem]);
        }
        let tree = syntax::parse(text);
        let computes = computes(tree.root(), &path);
        let problems = match tree.errors() {
            [] => match tree.root() {
                Some(root) if !is_inventory(root, &computes) => vec![not_one(root)],
                _ => Vec::new(),
            },
            errors => errors.iter().map(InventoryProblem::of_error).collect(),
        };
        let is_whole = problems.is_empty();
        (Self::unlabelled(path, computes, is_whole), problems)
    }

    fn unlabelled(path: Arc<str>, computes: Vec<Arc<ComputeDef>>, is_whole: bool) -> Self {
        Self {
            path,
            label: Arc::default(),
            computes: Arc::new(computes),
            is_whole,
        }
    }

    /// Returns the same computes with this label.
    pub fn labelled(&self, label: InventoryLabel) -> Self {
        Self {
            label: Arc::new(label),
            ..self.clone()
        }
    }
}

fn computes(root: Option<Node<'_>>, path: &Arc<str>) -> Vec<Arc<ComputeDef>> {
    let Some(list) = root.map(list) else {
        return Vec::new();
    };
    let read = |node| ComputeDef::read(node, None, path, OriginKind::Inventory).map(Arc::new);
    match list.kind() {
        NodeKind::Sequence => list.items().filter_map(read).collect(),
        NodeKind::Mapping => read(list).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the list; the REST API wraps it in `value`.
fn list(root: Node<'_>) -> Node<'_> {
    root.get("value")
        .filter(|value| value.kind() == NodeKind::Sequence)
        .unwrap_or(root)
}

/// Returns `true` for a list, also an empty one, or a single compute.
fn is_inventory(root: Node<'_>, computes: &[Arc<ComputeDef>]) -> bool {
    let list = list(root);
    list.kind() == NodeKind::Sequence && (!computes.is_empty() || list.items().next().is_none())
        || list.kind() == NodeKind::Mapping && !computes.is_empty()
}

fn not_one(root: Node<'_>) -> InventoryProblem {
    let message = "this is not a list of computes".to_owned();
    InventoryProblem {
        range: root.range(),
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::{ComputeKind, IdleBehavior};
    use crate::date::Date;

    #[test]
    fn reads_both_key_styles() {
        let text = r#"[
  {"name": "cpu", "type": "amlcompute", "size": "STANDARD_DS3_V2", "min_instances": 0,
   "max_instances": 4, "tier": null},
  {"name": "gpu", "properties": {"computeType": "AmlCompute", "properties":
    {"vmSize": "Standard_NC6s_v3", "scaleSettings": {"minNodeCount": 1, "maxNodeCount": 2}}}},
  {"name": "odd", "type": "quantum"}
]"#;
        let (inventory, problems) = Inventory::read("computes.json", text);
        assert_eq!(problems, []);
        let summary: Vec<_> = inventory
            .computes
            .iter()
            .map(|c| (c.name.as_str(), c.kind, c.min_nodes, c.max_nodes))
            .collect();
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
        assert_eq!(
            Inventory::read("x", r#"{"name": "ci", "type": "computeinstance"}"#)
                .0
                .computes
                .len(),
            1
        );
        assert_eq!(
            Inventory::read("x", r#"{"value": [{"name": "ci"}]}"#)
                .0
                .computes
                .len(),
            1
        );
        assert_eq!(Inventory::read("x", "[]").1, []);
        assert_eq!(Inventory::read("x", r#"{"value": []}"#).1, []);
        assert_eq!(Inventory::read("x", "").1, []);
        for other in ["\"hello\"", "[1, 2]", "{\"error\": 1}"] {
            assert_eq!(Inventory::read("x", other).1.len(), 1, "{other}");
        }
    }

    #[test]
    fn every_type_in_every_spelling() {
        let types = [
            ("amlcompute", "compute cluster"),
            ("AmlCompute", "compute cluster"),
            ("computeinstance", "compute instance"),
            ("ComputeInstance", "compute instance"),
            ("compute_instance", "compute instance"),
            ("kubernetes", "Kubernetes compute"),
            ("virtualmachine", "attached virtual machine"),
            ("VirtualMachine", "attached virtual machine"),
            ("synapsespark", "attached Synapse Spark pool"),
            ("SynapseSpark", "attached Synapse Spark pool"),
            ("AKS", "inference cluster"),
            ("Databricks", "attached Databricks cluster"),
            ("HDInsight", "attached HDInsight cluster"),
            ("DataLakeAnalytics", "attached Data Lake Analytics account"),
        ];
        for (spelt, label) in types {
            let v2 = format!(r#"[{{"name": "c", "type": "{spelt}"}}]"#);
            let rest = format!(
                r#"{{"value": [{{"name": "c", "properties": {{"computeType": "{spelt}"}}}}]}}"#
            );
            for text in [v2, rest] {
                let (inventory, problems) = Inventory::read("x", &text);
                assert_eq!(
                    (
                        inventory.computes[0].kind.map(ComputeKind::label),
                        problems.len()
                    ),
                    (Some(label), 0)
                );
            }
        }
    }

    #[test]
    fn a_stopped_instance_is_stopped_in_every_spelling() {
        for (state, rest) in [
            ("Stopped", IdleBehavior::Stopped),
            ("stopped", IdleBehavior::Stopped),
            ("ComputeInstanceState.STOPPED", IdleBehavior::Stopped),
            ("ComputeInstanceState.RUNNING", IdleBehavior::Runs),
            ("Running", IdleBehavior::Runs),
        ] {
            let text =
                format!(r#"[{{"name": "c", "type": "computeinstance", "state": "{state}"}}]"#);
            let (inventory, _) = Inventory::read("x", &text);
            assert_eq!(inventory.computes[0].rest, rest, "{state}");
        }
    }

    #[test]
    fn nulls_say_nothing_and_a_compute_without_a_name_is_none() {
        let text = "[{\"name\": null}, {\"name\": \"c\", \"type\": \"amlcompute\", \"size\": null, \
                    \"min_instances\": null,\n\t\"properties\": null}]";
        let (inventory, problems) = Inventory::read("x", text);
        assert_eq!(
            (inventory.computes.len(), problems.len()),
            (1, 0),
            "{problems:?}"
        );
        let compute = &inventory.computes[0];
        assert_eq!(
            (&compute.size, compute.min_nodes, compute.is_templated),
            (&None, None, false)
        );
    }

    #[test]
    fn the_region_of_the_compute_comes_before_that_of_its_workspace() {
        let text = r#"{"name": "c", "location": "eastus",
            "properties": {"computeLocation": "westeurope"}}"#;
        assert_eq!(
            Inventory::read("x", text).0.computes[0].location.as_deref(),
            Some("westeurope")
        );
    }

    #[test]
    fn a_cut_file_keeps_what_is_whole() {
        let text = r#"[{"name": "a", "type": "amlcompute", "max_instances": 4},
            {"name": "b}", "type": "amlcompute", "max_in"#;
        for end in [
            text.len(),
            text.len() - 20,
            text.find("\"type\": \"amlcompute\", \"max_in\"")
                .unwrap_or(60),
        ] {
            let (inventory, problems) = Inventory::read("x", &text[..end]);
            let names: Vec<_> = inventory
                .computes
                .iter()
                .map(|compute| compute.name.as_str())
                .collect();
            assert_eq!(names, ["a"], "{}", &text[..end]);
            assert_eq!(problems.len(), 1);
            assert_eq!(
                problems[0].message,
                "the file is incomplete; only the first compute is used"
            );
            assert_eq!(problems[0].range.start as usize, end);
        }
        assert_eq!(
            Inventory::read("x", r#"[{"name": "a"#).1[0].message,
            "the file is incomplete; no compute could be read"
        );
        assert_eq!(
            Inventory::read("x", r#"[{"name": "a"}, "#).0.computes.len(),
            1
        );
    }

    #[test]
    fn labels_share_the_computes() {
        let unlabelled = Inventory::read("x", r#"[{"name": "a"}]"#).0;
        let inventory = unlabelled.labelled(InventoryLabel {
            name: Some("prod".to_owned()),
            saved_on: Some(Date::new(2026, 11, 2)),
        });
        assert_eq!(inventory.label.describe(), "inventory prod of 2026-11-02");
        assert!(Arc::ptr_eq(&inventory.computes, &unlabelled.computes));
        assert_eq!(unlabelled.label.describe(), "inventory");
    }
}
