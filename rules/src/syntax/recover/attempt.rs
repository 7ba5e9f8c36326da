//! One run of the strict parser over the whole text, unchanged or with repaired lines.

use std::sync::Arc;

use super::repair::Patch;
use crate::syntax::error::{ParserState, SyntaxError, describe, widened};
use crate::syntax::lines::Lines;
use crate::syntax::parse::build::TreeBuilder;
use crate::syntax::parse::event::{ParserEvent, events};
use crate::syntax::tree::{Flags, NodeKind, ScalarStyle, Tree};
use crate::text::TextRange;

/// Place and reason of a failed parse.
pub(super) struct Stop {
    pub(super) error: SyntaxError,
    /// Offset in the original text.
    pub(super) at: u32,
    pub(super) opener: Option<u32>,
}

/// Parses `text` unchanged.
pub(super) fn attempt(text: &Arc<str>) -> Result<Tree, Stop> {
    let mut builder = TreeBuilder::new(text, text);
    match events(text, |event| builder.push(event)) {
        Ok(()) => Ok(builder.finish(text.clone())),
        Err(failure) => {
            let state = ParserState {
                text,
                last: builder.last_end(),
                open_flow: builder.open_flow(),
            };
            Err(Stop {
                at: failure.at,
                opener: state.opener(&failure),
                error: describe(&failure, &state),
            })
        }
    }
}

/// Parses the text with `patch` applied into a tree of the original.
pub(super) fn attempt_patched(
    text: &Arc<str>,
    lines: &Lines<'_>,
    patch: &Patch,
) -> Result<Tree, Stop> {
    let patched = patch.apply(lines);
    let mut builder = TreeBuilder::new(text, &patched.masked);
    let original = |offset| patched.original(offset);
    match events(&patched.text, |event| {
        builder.push(unpatched(event.map(original), text));
    }) {
        Ok(()) => {
            let mut tree = builder.finish(text.clone());
            mark_damage(&mut tree, patch.lines().map(|line| lines.range(line)));
            Ok(tree)
        }
        Err(failure) => {
            let open_flow = builder.open_flow().map(|open| patched.parsed(open));
            let state = ParserState {
                text: &patched.text,
                last: patched.parsed(builder.last_end()),
                open_flow,
            };
            let mut error = describe(&failure, &state).map(original);
            error.range = widened(text, error.range);
            let opener = state.opener(&failure).map(original);
            Err(Stop {
                error,
                at: original(failure.at),
                opener,
            })
        }
    }
}

/// Restores the original text of a repaired plain scalar; one added by the repair becomes empty.
pub(super) fn unpatched<'e>(event: ParserEvent<'e>, original: &'e str) -> ParserEvent<'e> {
    match event {
        ParserEvent::Scalar {
            at,
            value,
            style: ScalarStyle::Plain,
            ..
        } if at.is_empty() && !value.is_empty() && value != "~" => {
            ParserEvent::Empty { at: at.start }
        }
        ParserEvent::Scalar {
            at,
            value,
            style: ScalarStyle::Plain,
            tag,
        } => {
            let raw = at.slice(original);
            let same = raw.len() == value.len() && !raw.contains(['\n', '\r']);
            ParserEvent::Scalar {
                at,
                value: if same { raw.into() } else { value },
                style: ScalarStyle::Plain,
                tag,
            }
        }
        other => other,
    }
}

/// Sets the `REPAIRED` flag of nodes on damaged lines.
pub(super) fn mark_damage(tree: &mut Tree, damaged: impl Iterator<Item = TextRange>) {
    tree.damage.extend(damaged);
    tree.damage.sort_unstable();
    tree.damage.dedup();
    let damage = &tree.damage;
    for node in &mut tree.nodes {
        let whole = !matches!(node.kind, NodeKind::Mapping | NodeKind::Sequence);
        let range = if whole {
            node.range
        } else {
            TextRange::empty(node.range.start)
        };
        let from = damage.partition_point(|line| line.end < range.start);
        let mut near = damage[from..]
            .iter()
            .take_while(|line| line.start <= range.end);
        if near.any(|line| line.intersects(range)) {
            node.flags.set(Flags::REPAIRED, true);
        }
    }
}
