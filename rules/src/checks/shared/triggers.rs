//! The triggers of schedules, of jobs, monitors, data, and compute instances.

use crate::checks::context::Context;
use crate::document::{Kind, KindFamily};
use crate::syntax::{Node, NodeKind, known_text};

/// How a trigger is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TriggerKind {
    Cron,
    Recurrence,
}

/// The cron expressions of a document that are known, with their nodes.
pub(crate) fn cron_expressions<'a>(
    cx: &Context<'a>,
) -> impl Iterator<Item = (Node<'a>, &'a str)> + use<'a> {
    let crons = triggers(cx).filter(|(kind, _)| *kind == TriggerKind::Cron);
    crons.filter_map(|(_, trigger)| {
        let node = trigger.get("expression")?;
        Some((node, known_text(node)?))
    })
}

/// The triggers of a document whose type is known.
pub(crate) fn triggers<'a>(
    cx: &Context<'a>,
) -> impl Iterator<Item = (TriggerKind, Node<'a>)> + use<'a> {
    let has_triggers = cx.kind().is_some_and(|kind| {
        kind == Kind::ComputeComputeinstance || kind.family() == KindFamily::Schedule
    });
    let document = has_triggers.then_some(cx.document);
    document
        .into_iter()
        .flat_map(|document| document.tree().nodes())
        .filter_map(|node| {
            let is_trigger = node.kind() == NodeKind::Mapping
                && node.key().and_then(Node::text) == Some("trigger");
            let kind = is_trigger.then(|| node.get("type")).flatten()?;
            let kind = match known_text(kind)?.to_ascii_lowercase().as_str() {
                "cron" => TriggerKind::Cron,
                "recurrence" => TriggerKind::Recurrence,
                _ => return None,
            };
            Some((kind, node))
        })
}
