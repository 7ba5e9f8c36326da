//! The values of some work, wherever they are written: in the job or step itself, its inline trial
//! or component, or its component file.

use std::sync::Arc;

use crate::checks::context::Context;
use crate::document::{Document, Work};
use crate::syntax::{Node, NodeKind};
use crate::text::TextRange;

/// The component file of a step, or the file that holds the trial of a sweep.
fn component_file<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<&'a Arc<Document>> {
    let component = cx.component(work);
    if component.is_some() {
        return component;
    }
    let trial = work.node.get("trial")?.text()?;
    cx.workspace.referenced(cx.document.path(), trial)
}

/// The value at `path` of the job or step itself, its inline trial or component, or its component
/// file.
pub(crate) fn value_at<'a>(cx: &Context<'a>, work: &Work<'a>, path: &[&str]) -> Option<Node<'a>> {
    let inline = || work.node.get("trial").or(work.component)?.get_path(path);
    let file = || component_file(cx, work)?.root()?.get_path(path);
    let found = work.node.get_path(path).or_else(inline).or_else(file)?;
    (!found.is_null() && !found.is_repaired()).then_some(found)
}

/// Whether all of `work` is at hand: no part of it is a component that is not in the workspace.
pub(crate) fn is_whole<'a>(cx: &Context<'a>, work: &Work<'a>) -> bool {
    let parts = [work.component, work.node.get("trial")];
    let remote = parts
        .into_iter()
        .flatten()
        .any(|part| part.kind() != NodeKind::Mapping);
    !work.node.is_incomplete() && (!remote || component_file(cx, work).is_some())
}

/// Whether `node` stands in the document under the rule, not in a component file.
pub(crate) fn is_here(cx: &Context<'_>, node: Node<'_>) -> bool {
    std::ptr::eq(node.tree(), cx.document.tree())
}

/// Where to speak about `node`: itself, or where it stands in another file, the step that takes it
/// from there.
pub(crate) fn place_of(cx: &Context<'_>, work: &Work<'_>, node: Node<'_>) -> TextRange {
    if is_here(cx, node) {
        node.range()
    } else {
        work.step.unwrap_or(work.node).range()
    }
}
