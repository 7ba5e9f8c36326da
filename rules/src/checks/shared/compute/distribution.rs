//! The distribution of work over nodes; `None` where it is unknown.

use crate::checks::context::Context;
use crate::checks::shared::work_values::{is_here, value_at};
use crate::document::{Kind, Work};
use crate::syntax::{Node, known_text};

/// A `distribution` with its type in lower case without separators: `mpi`, `pytorch`, `tensorflow`,
/// `ray`.
pub(crate) struct Distribution<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) kind: String,
}

impl<'a> Distribution<'a> {
    fn read(node: Node<'a>) -> Option<Self> {
        let kind = known_text(node.get("type")?)?
            .replace(['_', '-'], "")
            .to_ascii_lowercase();
        Some(Self { node, kind })
    }

    /// Returns the value of one of its keys.
    pub(crate) fn get(&self, key: &str) -> Option<Node<'a>> {
        self.node.get(key).filter(|value| !value.is_null())
    }
}

/// Returns the distribution of `work`.
pub(crate) fn distribution_of<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<Distribution<'a>> {
    Distribution::read(value_at(cx, work, &["distribution"])?)
}

/// Returns each distribution in this document, with the number of nodes it spans and the work it
/// belongs to; in a component there is no work.
pub(crate) fn distributions<'a>(
    cx: &Context<'a>,
) -> Vec<(Distribution<'a>, Option<Node<'a>>, Option<&'a Work<'a>>)> {
    if cx.kind().is_some_and(Kind::is_component) && cx.works().is_empty() {
        let Some(root) = cx.document.root() else {
            return Vec::new();
        };
        let found = root.get("distribution").and_then(Distribution::read);
        let nodes = root.get_path(&["resources", "instance_count"]);
        return found
            .map(|found| (found, nodes, None))
            .into_iter()
            .collect();
    }
    let mut all = Vec::new();
    for work in cx.works() {
        if let Some(found) = distribution_of(cx, work).filter(|found| is_here(cx, found.node)) {
            let nodes = value_at(cx, work, &["resources", "instance_count"]);
            all.push((found, nodes, Some(work)));
        }
    }
    all
}
