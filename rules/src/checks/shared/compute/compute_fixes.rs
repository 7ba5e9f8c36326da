//! Fixes that send work to another compute: one for each known compute that fits, and serverless.

use std::sync::Arc;

use crate::checks::context::Context;
use crate::checks::shared::compute::compute_values::default_compute;
use crate::checks::shared::compute::node_counts::nodes_at_once;
use crate::checks::shared::compute::price_change;
use crate::compute::{ComputeDef, ComputeKind, ComputeRef, KnownCompute, Load};
use crate::document::{Inherited, Task, Work};
use crate::fix::{self, Edit, Fix};
use crate::syntax::{Entry, Node, NodeKind, ScalarStyle, known_text};
use crate::wording::steps_listed;

/// Maximum number of computes that are offered.
const OFFERED: usize = 4;

/// Returns fixes that send `work` to a compute that takes `load` and has the nodes it requests, the
/// best first.
pub(crate) fn for_work<'a>(cx: &Context<'a>, work: &Work<'a>, load: Load) -> Vec<Fix> {
    for_works(cx, &[work], load)
}

/// Like [`for_work`], for `works` that name the same `compute` value. If other steps run on that
/// value, too, they keep it, and each of `works` gets a `compute` key of its own.
pub(crate) fn for_works<'a>(cx: &Context<'a>, works: &[&Work<'a>], load: Load) -> Vec<Fix> {
    let Some((work, node)) = works
        .first()
        .and_then(|work| Some((*work, work.target.node?)))
    else {
        return Vec::new();
    };
    let counts = works.iter().filter_map(|work| cx.instance_count(work));
    let nodes = counts.map(|(count, _)| count).max().unwrap_or(1);
    if let Some(places) = places_for_keys(cx, works, node) {
        return on_steps(cx, works, &places, load, nodes);
    }
    let at_once = works.iter().filter_map(|work| nodes_at_once(cx, work));
    let defs = roomy_computes(cx, load, nodes, at_once.max());
    let known = cx.known_compute(work).map(|(compute, _)| compute);
    let old = known.as_ref().map(KnownCompute::first);
    let mut fixes: Vec<Fix> = defs
        .iter()
        .map(
            |def| match inherited(work, node, ComputeRef::Name(&def.name)) {
                Some(entry) => leave_to_default(&titled(cx, def, old), entry),
                None => run_on(cx, node, def, old),
            },
        )
        .collect();
    if ComputeKind::Serverless.takes(load) {
        fixes.extend(serverless(cx, work, node));
    }
    fixes
}

/// Returns the `compute` entry of the step, if the step inherits `other` without it. A Spark step
/// inherits nothing, and a pipeline step passes its compute on.
fn inherited<'a>(work: &Work<'a>, node: Node<'a>, other: ComputeRef<'_>) -> Option<Entry<'a>> {
    let inherits = !matches!(work.task, Task::Spark | Task::Unknown | Task::Pipeline);
    if work.target.inherited != Inherited::Own || !inherits || node.anchor().is_some() {
        return None;
    }
    let default = ComputeRef::parse(known_text(default_compute(work)?)?);
    let is_same = match (default, other) {
        (ComputeRef::Name(default), ComputeRef::Name(name)) => default.eq_ignore_ascii_case(name),
        (default, other) => default == other,
    };
    let entry = work.node.entry("compute")?;
    (is_same && entry.value == node).then_some(entry)
}

fn leave_to_default(what: &str, compute: Entry<'_>) -> Fix {
    let title = format!("run on {what}, the pipeline default: remove `compute`");
    Fix::unsafe_(title, vec![fix::remove_entry(compute)])
}

fn on_steps<'a>(
    cx: &Context<'a>,
    works: &[&Work<'a>],
    places: &[Entry<'a>],
    load: Load,
    nodes: i64,
) -> Vec<Fix> {
    let subject = steps_listed(works.iter().filter_map(|work| work.step_name()));
    let known = works.first().and_then(|work| cx.known_compute(work));
    let old = known.as_ref().map(|(compute, _)| compute.first());
    let mut choices: Vec<(String, String)> = Vec::new();
    for def in fitting_computes(cx, load, nodes) {
        choices.push((titled(cx, &def, old), format!("azureml:{}", def.name)));
    }
    if ComputeKind::Serverless.takes(load) {
        choices.push((
            "serverless compute".to_owned(),
            "azureml:serverless".to_owned(),
        ));
    }
    let mut fixes = Vec::new();
    for (what, value) in choices {
        let insert = |after: &Entry<'_>| fix::insert_key(*after, "compute", &value);
        let edits = places.iter().map(insert).collect();
        fixes.push(Fix::unsafe_(format!("run {subject} on {what}"), edits));
    }
    fixes
}

/// Returns fixes that set the `compute` value `node` to a compute that takes `load` and has `nodes` nodes.
pub(crate) fn for_value(cx: &Context<'_>, node: Node<'_>, load: Load, nodes: i64) -> Vec<Fix> {
    let defs = fitting_computes(cx, load, nodes);
    defs.iter().map(|def| run_on(cx, node, def, None)).collect()
}

fn run_on(cx: &Context<'_>, node: Node<'_>, def: &ComputeDef, old: Option<&ComputeDef>) -> Fix {
    Fix::unsafe_(
        format!("run on {}", titled(cx, def, old)),
        vec![set_compute(node, &def.name)],
    )
}

/// Sets the `compute` value `node` to `name`. A bare word stays bare where the client accepts one.
pub(crate) fn set_compute(node: Node<'_>, name: &str) -> Edit {
    let is_default = node.key().and_then(Node::text) == Some("default_compute");
    let is_local = node
        .text()
        .is_some_and(|text| text.eq_ignore_ascii_case("local"));
    if is_default || is_local {
        return fix::replace(node, format!("azureml:{name}"));
    }
    fix::set_reference(node, name)
}

/// Formats "`cpu-cluster` (compute cluster, Standard_D4s_v5, 4 nodes), about $0.19/h instead of
/// $3.06/h for each node" for work that ran on `old`.
pub(crate) fn titled(cx: &Context<'_>, def: &ComputeDef, old: Option<&ComputeDef>) -> String {
    let price = price_change::of_compute(cx, def, old);
    format!("`{}` ({}){price}", def.name, def.describe())
}

/// Returns, for each of `works`, the entry after which it can get a `compute` key of its own;
/// `None` if the shared value `node` should change instead.
fn places_for_keys<'a>(
    cx: &Context<'a>,
    works: &[&Work<'a>],
    node: Node<'a>,
) -> Option<Vec<Entry<'a>>> {
    let sharing = cx
        .works()
        .iter()
        .filter(|other| other.target.node == Some(node))
        .count();
    if sharing <= works.len() {
        return None;
    }
    let inherits = |work: &Work<'_>| work.target.inherited != Inherited::Own;
    works
        .iter()
        .map(|work| place_for_key(work).filter(|_| inherits(work)))
        .collect()
}

/// Returns the entry of a step after which a key can be added: one that ends on its line.
fn place_for_key<'a>(work: &Work<'a>) -> Option<Entry<'a>> {
    if work
        .step
        .and_then(Node::value_of_key)
        .is_none_or(|value| value.kind() == NodeKind::Alias)
    {
        return None;
    }
    let preferred = ["type", "component", "trial"]
        .iter()
        .find_map(|key| work.node.entry(key));
    let entries = preferred.into_iter().chain(work.node.entries());
    entries.into_iter().find(|entry| {
        matches!(
            entry.value.style(),
            Some(ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted)
        ) && !entry.value.raw().contains('\n')
    })
}

/// Returns `true` if the compute takes `load` and may have `nodes` nodes.
fn takes(def: &ComputeDef, load: Load, nodes: i64) -> bool {
    let kind = def
        .kind
        .filter(|kind| kind.takes(load) && !kind.is_single_node());
    kind.is_some() && def.max_nodes.is_none_or(|max| max >= nodes.max(1))
}

/// Returns the known computes that take `load` and have `nodes` nodes: clusters first, most nodes first.
pub(crate) fn fitting_computes(cx: &Context<'_>, load: Load, nodes: i64) -> Vec<Arc<ComputeDef>> {
    let path = cx.document.path();
    cx.workspace
        .first_computes(path, OFFERED, |def| takes(def, load, nodes))
}

/// Like [`fitting_computes`], but prefers computes with nodes for all trials that may run at a
/// time, if there are any.
fn roomy_computes(
    cx: &Context<'_>,
    load: Load,
    nodes: i64,
    at_once: Option<i64>,
) -> Vec<Arc<ComputeDef>> {
    let fitting = fitting_computes(cx, load, nodes);
    let mut roomy = fitting.clone();
    roomy.retain(|def| takes(def, load, at_once.unwrap_or(1)));
    if roomy.is_empty() { fitting } else { roomy }
}

/// Returns a fix for serverless compute: a standalone job omits `compute` and names the size
/// instead; a pipeline names it.
fn serverless<'a>(cx: &Context<'a>, work: &Work<'a>, node: Node<'a>) -> Option<Fix> {
    let alone = work.step.is_none() && work.target.inherited == Inherited::Own;
    if let Some(entry) = inherited(work, node, ComputeRef::Serverless) {
        return Some(leave_to_default("serverless compute", entry));
    }
    if !alone {
        let named = fix::replace(node, "azureml:serverless");
        return Some(Fix::unsafe_("run on serverless compute", vec![named]));
    }
    let entry = Entry {
        key: node.key()?,
        value: node,
    };
    let size = cx
        .known_compute(work)
        .and_then(|(compute, _)| compute.size());
    let edit = match size.filter(|_| {
        work.node.get("resources").is_none() && !entry.key.parent().is_some_and(Node::is_flow)
    }) {
        // The size that the job ran on replaces the line that named the compute.
        Some(size) => Edit::new(
            entry.range(),
            format!(
                "resources:{}  instance_type: {size}",
                fix::newline(node.tree())
            ),
        ),
        None => fix::remove_entry(entry),
    };
    Some(Fix::unsafe_(
        "run on serverless compute: leave out `compute`",
        vec![edit],
    ))
}
