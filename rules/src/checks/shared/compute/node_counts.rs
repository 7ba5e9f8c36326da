//! The number of nodes that work requests.

use crate::checks::context::Context;
use crate::document::{Work, concurrent_trials, total_trials};
use crate::fix::{self, Fix};
use crate::syntax::{Node, known_int};
use crate::text::TextRange;

/// A number of nodes and where it is written.
pub(crate) struct NodeCount<'a> {
    /// The number of nodes.
    pub(crate) count: i64,
    /// The number: in this document or in a component file.
    pub(crate) node: Node<'a>,
    /// `instance_count` or `max_nodes`.
    pub(crate) key: &'static str,
}

/// Returns the number of nodes that `work` requests; `None` if it isn't set or unknown.
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

/// Returns `limits.max_nodes` of an AutoML job: the nodes that all its trials share.
pub(crate) fn max_nodes<'a>(work: &Work<'a>) -> Option<Node<'a>> {
    if work.task.is_automl() {
        work.node.get_path(&["limits", "max_nodes"])
    } else {
        None
    }
}

/// Returns the nodes of each trial of a sweep or an AutoML job: 1 if no number is written; `None`
/// if it is unknown.
pub(crate) fn nodes_per_trial<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<i64> {
    if max_nodes(work).is_some() {
        return None;
    }
    match cx.instance_count_node(work) {
        Some(node) => known_int(node).filter(|count| *count >= 1),
        None => Some(1),
    }
}

/// Returns the number of nodes if all trials run that may run at a time; `None` if it is unset or unknown.
pub(crate) fn nodes_at_once<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<i64> {
    let concurrent = known_int(concurrent_trials(work)?)?;
    let total = total_trials(work).and_then(known_int);
    let at_once = total.map_or(concurrent, |total| concurrent.min(total));
    Some(at_once.saturating_mul(nodes_per_trial(cx, work)?))
}

impl NodeCount<'_> {
    /// Returns `true` if the number is in the checked document.
    fn is_here(&self, cx: &Context<'_>) -> bool {
        std::ptr::eq(self.node.tree(), cx.document.tree())
    }

    /// Returns the place to report: the number, or the reference to the component file that contains it.
    pub(crate) fn place(&self, cx: &Context<'_>, work: &Work<'_>) -> Option<TextRange> {
        if self.is_here(cx) {
            return Some(self.node.range());
        }
        work.component
            .or_else(|| work.node.get("trial"))
            .map(Node::range)
    }

    /// Returns the fix that sets the number of nodes to `count`.
    pub(crate) fn fix_to(&self, cx: &Context<'_>, count: i64) -> Option<Fix> {
        let title = format!("set `{}: {count}`", self.key);
        self.is_here(cx)
            .then(|| Fix::unsafe_(title, vec![fix::replace(self.node, count.to_string())]))
    }
}
