//! How many nodes some work asks for.

use crate::checks::context::Context;
use crate::document::{Work, concurrent_trials, total_trials};
use crate::fix::{self, Fix};
use crate::syntax::{Node, known_int};
use crate::text::TextRange;

/// A number of nodes and where it is written.
pub(crate) struct NodeCount<'a> {
    /// How many.
    pub(crate) count: i64,
    /// The number: in this document or in a component file.
    pub(crate) node: Node<'a>,
    /// `instance_count` or `max_nodes`.
    pub(crate) key: &'static str,
}

/// How many nodes `work` asks for; `None` where it does not say or nobody can know.
pub(crate) fn node_count<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<NodeCount<'a>> {
    if let Some(node) = max_nodes(work) {
        return known_int(node).map(|count| NodeCount {
            count,
            node,
            key: "max_nodes",
        });
    }
    cx.instance_count(work).map(|(count, node)| NodeCount {
        count,
        node,
        key: "instance_count",
    })
}

/// `limits.max_nodes` of an AutoML job: the nodes that all its trials share.
pub(crate) fn max_nodes<'a>(work: &Work<'a>) -> Option<Node<'a>> {
    if work.task.is_automl() {
        work.node.get_path(&["limits", "max_nodes"])
    } else {
        None
    }
}

/// Nodes of each trial of a sweep or an AutoML job: 1 where nothing is written; `None` where nobody
/// can know.
pub(crate) fn nodes_per_trial<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<i64> {
    if max_nodes(work).is_some() {
        return None;
    }
    match cx.instance_count_node(work) {
        Some(node) => known_int(node).filter(|count| *count >= 1),
        None => Some(1),
    }
}

/// Nodes on which all trials run that may run at a time; `None` where nobody says, or can know.
pub(crate) fn nodes_at_once<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<i64> {
    let asked = known_int(concurrent_trials(work)?)?;
    let total = total_trials(work).and_then(known_int);
    let at_once = total.map_or(asked, |total| asked.min(total));
    Some(at_once.saturating_mul(nodes_per_trial(cx, work)?))
}

impl NodeCount<'_> {
    /// Whether the number stands in the document under the rule.
    fn is_here(&self, cx: &Context<'_>) -> bool {
        std::ptr::eq(self.node.tree(), cx.document.tree())
    }

    /// Where to report it: the number, or the reference to the component file that holds it.
    pub(crate) fn place(&self, cx: &Context<'_>, work: &Work<'_>) -> Option<TextRange> {
        if self.is_here(cx) {
            return Some(self.node.range());
        }
        work.component
            .or_else(|| work.node.get("trial"))
            .map(Node::range)
    }

    /// The repair that lets the work ask for `count` nodes.
    pub(crate) fn fix_to(&self, cx: &Context<'_>, count: i64) -> Option<Fix> {
        let title = format!("set `{}: {count}`", self.key);
        self.is_here(cx)
            .then(|| Fix::unsafe_(title, vec![fix::replace(self.node, count.to_string())]))
    }
}
