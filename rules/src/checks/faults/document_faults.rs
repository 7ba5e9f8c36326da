//! The faults of a document that belong to a rule.

use crate::checks::context::Context;
use crate::document::Kind;
use crate::schema::{SchemaFault, SchemaProblem};
use crate::similar::closest;
use crate::syntax::Node;

use super::fault_rule::FaultRule;

/// Returns the schema problems of the document that belong to `rule`.
pub(crate) fn of<'a>(cx: &Context<'a>, rule: FaultRule) -> Vec<&'a SchemaProblem<'a>> {
    let problems = cx.judgement().problems.iter().zip(cx.fault_rules());
    let own = problems.filter(|(_, its)| **its == Some(rule));
    own.map(|(problem, _)| problem).collect()
}

/// Returns `true` if a key of `mapping` in this document was probably meant to be `name`; that key
/// has a finding of its own.
pub(crate) fn is_misspelled(cx: &Context<'_>, mapping: Node<'_>, name: &str) -> bool {
    cx.judgement().problems.iter().any(|problem| {
        matches!(problem.fault, SchemaFault::UnknownKey { mapping: of, .. } if of.id() == mapping.id())
            && problem
                .at
                .text()
                .is_some_and(|text| closest(text, [name]).is_some())
    })
}

/// Returns the key `environment` in the `settings` of a pipeline, which the client ignores, so that
/// its steps have none.
pub(crate) fn environment_in_settings<'a>(cx: &Context<'a>) -> Option<Node<'a>> {
    let settings = cx.document.get("settings")?;
    (cx.kind() == Some(Kind::JobPipeline)).then_some(())?;
    Some(settings.entry("environment")?.key)
}

/// Returns `true` if `mapping` is the `create_job` of a schedule and contains the command of a job,
/// which belongs under `job`.
pub(crate) fn is_inline_job_of_schedule(cx: &Context<'_>, mapping: Node<'_>) -> bool {
    cx.kind() == Some(Kind::ScheduleJob)
        && mapping.key().and_then(Node::text) == Some("create_job")
        && mapping.get("type").and_then(Node::text) == Some("command")
        && mapping.entry("command").is_some()
}

/// Returns the value of an input of a job that is nothing but `default: VALUE`, if it is a plain one.
pub(crate) fn default_alone(input: Node<'_>) -> Option<Node<'_>> {
    let section = input.key().and_then(Node::parent).and_then(Node::key);
    let mut entries = input.entries();
    let only = entries.next().filter(|_| entries.next().is_none())?;
    let is_plain = |c: char| c.is_alphanumeric() || "_-.\"'".contains(c);
    let is_value = !only.value.is_null() && only.value.raw().chars().all(is_plain);
    let is_default = only.key.text() == Some("default") && is_value;
    (is_default && section.and_then(Node::text) == Some("inputs")).then_some(only.value)
}
