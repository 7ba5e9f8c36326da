//! Repairs that send work to another compute: one for each known compute that fits, and serverless.

use crate::compute::{ComputeDef, ComputeKind, Load};
use crate::document::{Inherited, Work};
use crate::fix::{self, Edit, Fix};
use crate::rule::Context;
use crate::syntax::{Entry, Node};

/// At most this many computes are offered: a list, not a catalogue.
const OFFERED: usize = 4;

/// Ways to send `work` to a compute that takes `load` and has the nodes it asks for, the best first.
pub(super) fn fixes<'a>(cx: &Context<'a>, work: &Work<'a>, load: Load) -> Vec<Fix> {
    let Some(node) = work.target.node else { return Vec::new() };
    let wanted = cx.instance_count(work).map_or(1, |(count, _)| count);
    let mut fixes: Vec<Fix> = fitting(cx, load, wanted)
        .iter()
        .map(|def| {
            let title = format!("run on `{}` ({})", def.name, def.describe());
            Fix::unsafe_(title, vec![fix::set_reference(node, &def.name)])
        })
        .collect();
    if ComputeKind::Serverless.takes(load) {
        fixes.extend(serverless(cx, work, node));
    }
    fixes
}

/// The known computes that take `load` and have `wanted` nodes: clusters first, most nodes first.
pub(super) fn fitting(cx: &Context<'_>, load: Load, wanted: i64) -> Vec<std::sync::Arc<ComputeDef>> {
    let takes = |def: &ComputeDef| {
        let kind = def.kind.filter(|kind| kind.takes(load) && !kind.is_single_node());
        kind.is_some() && def.max_nodes.is_none_or(|max| max >= wanted.max(1))
    };
    let mut found = cx.workspace.computes(cx.document.path());
    found.retain(|def| takes(def));
    found.sort_by_key(|def| (def.kind != Some(ComputeKind::Cluster), -def.max_nodes.unwrap_or(0), def.name.clone()));
    found.dedup_by(|a, b| a.name.eq_ignore_ascii_case(&b.name));
    found.truncate(OFFERED);
    found
}

/// Serverless: a job on its own leaves `compute` out and names the size instead; a pipeline names it.
fn serverless<'a>(cx: &Context<'a>, work: &Work<'a>, node: Node<'a>) -> Option<Fix> {
    let alone = work.step.is_none() && work.target.inherited == Inherited::Own;
    if !alone {
        let named = fix::replace(node, "azureml:serverless");
        return Some(Fix::unsafe_("run on serverless compute", vec![named]));
    }
    let entry = Entry { key: node.key()?, value: node };
    let size = cx.known_compute(work).and_then(|(compute, _)| compute.size());
    let edit = match size
        .filter(|_| work.node.get("resources").is_none() && !entry.key.parent().is_some_and(Node::is_flow))
    {
        // The size that the job ran on goes with it, in place of the line that named the compute.
        Some(size) => Edit { path: None, range: entry.range(), text: format!("resources:\n  instance_type: {size}") },
        None => fix::remove_entry(entry),
    };
    Some(Fix::unsafe_("run on serverless compute: leave out `compute`", vec![edit]))
}

/// "a compute instance", "an attached virtual machine".
pub(super) fn with_article(kind: ComputeKind) -> String {
    let label = kind.label();
    let article = if label.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {label}")
}
