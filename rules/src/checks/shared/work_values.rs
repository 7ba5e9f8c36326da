//! The values of some work: in the job or step itself, its inline trial or component, or its
//! component file.

use std::sync::Arc;

use crate::checks::context::Context;
use crate::document::{Document, Work};
use crate::syntax::{Node, NodeKind};
use crate::text::TextRange;

/// Returns the component file of a step, or the file that contains the trial of a sweep.
fn component_file<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<&'a Arc<Document>> {
    let component = cx.component(work);
    if component.is_some() {
        return component;
    }
    let trial = work.node.get("trial")?.text()?;
    cx.workspace.referenced(cx.document.path(), trial)
}

/// Returns the value at `path` of the job or step itself, its inline trial or component, or its
/// component file.
pub(crate) fn value_at<'a>(cx: &Context<'a>, work: &Work<'a>, path: &[&str]) -> Option<Node<'a>> {
    let inline = || work.node.get("trial").or(work.component)?.get_path(path);
    let file = || component_file(cx, work)?.root()?.get_path(path);
    let found = work.node.get_path(path).or_else(inline).or_else(file)?;
    (!found.is_null() && !found.is_repaired()).then_some(found)
}

/// Returns `true` if all of `work` is available: no part of it is a component outside of the workspace.
pub(crate) fn is_whole<'a>(cx: &Context<'a>, work: &Work<'a>) -> bool {
    let parts = [work.component, work.node.get("trial")];
    let remote = parts
        .into_iter()
        .flatten()
        .any(|part| part.kind() != NodeKind::Mapping);
    !work.node.is_incomplete() && (!remote || component_file(cx, work).is_some())
}

/// Returns `true` if `node` is in the checked document, not in a component file.
pub(crate) fn is_here(cx: &Context<'_>, node: Node<'_>) -> bool {
    std::ptr::eq(node.tree(), cx.document.tree())
}

/// Returns the range at which to report `node`: its own, or that of the step if `node` is in
/// another file.
pub(crate) fn place_of(cx: &Context<'_>, work: &Work<'_>, node: Node<'_>) -> TextRange {
    if is_here(cx, node) {
        node.range()
    } else {
        work.step.unwrap_or(work.node).range()
    }
}
