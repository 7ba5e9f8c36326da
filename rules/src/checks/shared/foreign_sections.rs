//! Sections of the file of a job that belong to another purpose: `workspace`, `environments`, `endpoint`.

use std::collections::HashSet;

use crate::checks::context::Context;
use crate::checks::faults::{self, FaultRule};
use crate::document::Kind;
use crate::schema::SchemaFault;
use crate::schema::table::TypeDef;
use crate::similar::closest;
use crate::syntax::{Node, NodeId, NodeKind};
use crate::wording::listed_up_to;

/// Minimum number of sections that are reported together, and maximum number of names in the message.
const TOGETHER: usize = 4;

/// Maximum number of places beside the first that a finding shows.
const MOST_RELATED: usize = 20;

/// Reports the sections of a file that was written for another purpose, at the first of them, and returns them.
pub(crate) fn report(cx: &mut Context<'_>) -> HashSet<NodeId> {
    let keys = sections(cx);
    let (Some(first), Some(root)) = (keys.first(), cx.document.root()) else {
        return HashSet::new();
    };
    let path = cx.document.shared_path();
    let names = keys
        .iter()
        .map(|key| format!("`{}`", faults::short_text(*key)));
    let names = listed_up_to(TOGETHER, names.collect());
    let place = faults::mapping_name(cx.kind(), root);
    let diagnostic = cx.report(first.range(), format!("{names} are not keys of {place}"));
    diagnostic
        .note(format!(
            "the CLI reads the whole file as {place}, and rejects it"
        ))
        .help("write each resource in a file of its own, and remove what belongs to another tool");
    for key in keys.iter().skip(1).take(MOST_RELATED) {
        diagnostic.related(&path, key.range(), "this isn't one either");
    }
    keys.iter().map(|key| key.id()).collect()
}

/// Returns the sections at the top of a job that resemble none of its keys, if there are at least [`TOGETHER`].
fn sections<'a>(cx: &Context<'a>) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    if !cx.kind().is_some_and(Kind::is_job) {
        return found;
    }
    for problem in faults::of(cx, FaultRule::UnknownKey) {
        let SchemaFault::UnknownKey { owner, mapping, .. } = problem.fault else {
            continue;
        };
        if problem.refused && mapping.parent().is_none() && is_foreign(owner, problem.at) {
            found.push(problem.at);
        }
    }
    let is_silenced = |key: &Node<'_>| {
        let comment = key.tree().comment_on_line(key.range().start);
        comment.is_some_and(|it| it.slice(key.tree().text()).contains("azml:"))
    };
    if found.len() < TOGETHER || found.iter().skip(1).any(is_silenced) {
        found.clear();
    }
    found
}

/// Returns `true` for a key with a mapping that resembles no key of `owner`, except as its plural.
fn is_foreign(owner: &'static TypeDef, key: Node<'_>) -> bool {
    let name = faults::short_text(key);
    let fields = owner.fields.iter().map(|field| field.name);
    let similar = faults::key_of_alias(owner, &name).or_else(|| closest(&name, fields));
    let is_plural = similar.is_some_and(|meant| name.strip_suffix('s') == Some(meant));
    let is_known = owner.field(&name).is_some() || similar.is_some() && !is_plural;
    let is_anchor = name.starts_with("x-") || name.starts_with('.');
    let value = key.value_of_key();
    !is_known && !is_anchor && value.is_some_and(|value| value.kind() == NodeKind::Mapping)
}
