//! What can be saved of a text that is not YAML.
//!
//! The whole text is tried first. If it does not parse, the line that was edited is repaired or taken out; then the
//! lines that look guilty, in a few rounds; then the text is split by indentation and every entry parsed alone. The
//! ranges of the tree are those of the original text all along.

mod repair;
mod split;

use std::sync::Arc;

use super::build::Builder;
use super::error::{Context, widen};
use super::event::{Event, events};
use super::lines::Lines;
use super::tree::NONE;
use super::{NodeKind, ScalarStyle, SyntaxError, Tree};
use crate::text::TextRange;
use repair::{Fix, How, Patch, Surroundings, repairs};

/// Rounds of repairs that look at the whole text cost a parse for every candidate.
const REPAIR_LIMIT: usize = 100 * 1024;
const ROUNDS: usize = 3;

pub(super) fn parse(text: &Arc<str>, edited: &[u32]) -> Tree {
    match attempt(text) {
        Ok(mut tree) => {
            report_unknown_aliases(&mut tree);
            tree
        }
        Err(stop) => {
            let mut tree = recover(text, &Lines::new(text), edited, stop);
            tree.errors.sort_by_key(|error| error.range);
            tree
        }
    }
}

/// In broken text the anchor may stand in what was lost, so only sound text is checked.
fn report_unknown_aliases(tree: &mut Tree) {
    let unknown = tree
        .nodes
        .iter()
        .filter(|node| node.kind == NodeKind::Alias && node.value == NONE);
    tree.errors
        .extend(unknown.map(|node| SyntaxError::unknown_alias(&tree.text, node.range)));
}

/// Where a parse ended early.
struct Stop {
    error: SyntaxError,
    /// In the original text.
    at: u32,
    opener: Option<u32>,
}

fn attempt(text: &Arc<str>) -> Result<Tree, Stop> {
    let mut builder = Builder::new(text, text);
    match events(text, |event| builder.push(event)) {
        Ok(()) => Ok(builder.finish(text.clone())),
        Err(failure) => {
            let context = Context {
                text,
                last: builder.last_end(),
                open_flow: builder.open_flow(),
            };
            Err(Stop {
                at: failure.at,
                opener: context.opener(&failure),
                error: SyntaxError::new(&failure, &context),
            })
        }
    }
}

/// Parses the text with `patch` applied into a tree of the original.
fn attempt_patched(text: &Arc<str>, lines: &Lines<'_>, patch: &Patch) -> Result<Tree, Stop> {
    let patched = patch.apply(lines);
    let mut builder = Builder::new(text, &patched.masked);
    let original = |offset| patched.original(offset);
    match events(&patched.text, |event| {
        builder.push(unpatched(event.map(original), text))
    }) {
        Ok(()) => {
            let mut tree = builder.finish(text.clone());
            mark_damage(&mut tree, patch.lines().map(|line| lines.range(line)));
            Ok(tree)
        }
        Err(failure) => {
            let open_flow = builder.open_flow().map(|open| patched.parsed(open));
            let context = Context {
                text: &patched.text,
                last: patched.parsed(builder.last_end()),
                open_flow,
            };
            let mut error = SyntaxError::new(&failure, &context).map(original);
            error.range = widen(text, error.range);
            let opener = context.opener(&failure).map(original);
            Err(Stop {
                error,
                at: original(failure.at),
                opener,
            })
        }
    }
}

/// A plain scalar of a repaired line means what the original says; one that was made up is nothing.
fn unpatched<'e>(event: Event<'e>, original: &'e str) -> Event<'e> {
    match event {
        Event::Scalar {
            at,
            value,
            style: ScalarStyle::Plain,
            ..
        } if at.is_empty() && !value.is_empty() && value != "~" => Event::Empty { at: at.start },
        Event::Scalar {
            at,
            value,
            style: ScalarStyle::Plain,
            tag,
        } => {
            let raw = at.slice(original);
            let same = raw.len() == value.len() && !raw.contains(['\n', '\r']);
            Event::Scalar {
                at,
                value: if same { raw.into() } else { value },
                style: ScalarStyle::Plain,
                tag,
            }
        }
        other => other,
    }
}

fn recover(text: &Arc<str>, lines: &Lines<'_>, edited: &[u32], stop: Stop) -> Tree {
    let first_error = stop.error.clone();
    let edited: Vec<usize> = edited.iter().map(|line| *line as usize).take(2).collect();
    for line in &edited {
        for fix in fixes(lines, *line) {
            if let Ok(mut tree) = attempt_patched(text, lines, &Patch::default().with(fix)) {
                tree.errors.push(first_error);
                return tree;
            }
        }
    }
    let repaired = if text.len() <= REPAIR_LIMIT {
        repair_rounds(text, lines, &edited, stop)
    } else {
        None
    };
    if let Some((tree, 1)) = repaired {
        return tree;
    }
    let split = split::split(text, lines, first_error);
    match repaired {
        Some((tree, _)) if sound_keys(&tree) >= sound_keys(&split) => tree,
        _ => split,
    }
}

fn sound_keys(tree: &Tree) -> usize {
    tree.nodes()
        .filter(|node| node.is_key() && !node.is_repaired())
        .count()
}

/// Repairs line after line as long as the parser gets further; the tree with the number of lines repaired.
fn repair_rounds(
    text: &Arc<str>,
    lines: &Lines<'_>,
    edited: &[usize],
    first: Stop,
) -> Option<(Tree, usize)> {
    let mut patch = Patch::default();
    let mut errors = vec![first.error.clone()];
    let mut stop = first;
    for _ in 0..ROUNDS {
        let mut furthest: Option<(Stop, Patch)> = None;
        for line in candidates(lines, edited, &stop, &patch) {
            for fix in fixes(lines, line) {
                if fix.how == How::Blank
                    && !edited.contains(&line)
                    && !lines.shape(line).is_suspicious()
                {
                    continue;
                }
                let next = patch.with(fix);
                match attempt_patched(text, lines, &next) {
                    Ok(mut tree) => {
                        tree.errors = errors;
                        return Some((tree, next.len()));
                    }
                    Err(reached) => {
                        let best = furthest.as_ref().map_or(stop.at, |(best, _)| best.at);
                        if reached.at > best {
                            furthest = Some((reached, next));
                        }
                    }
                }
            }
        }
        let (reached, next) = furthest?;
        errors.push(reached.error.clone());
        (stop, patch) = (reached, next);
    }
    None
}

/// The lines that may be to blame, likeliest first.
fn candidates(lines: &Lines<'_>, edited: &[usize], stop: &Stop, patch: &Patch) -> Vec<usize> {
    let at = lines.line_of(stop.at);
    let mut found = edited.to_vec();
    found.extend(stop.opener.map(|opener| lines.line_of(opener)));
    found.push(lines.line_of(stop.error.range.start));
    let before = lines.before(at);
    let previous_first = !lines.shape(at).is_suspicious();
    if previous_first {
        found.extend(before);
    }
    found.push(at);
    if !previous_first {
        found.extend(before);
    }
    let mut seen = Vec::new();
    found.retain(|line| {
        let fresh = !patch.touches(*line) && !seen.contains(line);
        seen.push(*line);
        fresh
    });
    found
}

fn fixes(lines: &Lines<'_>, line: usize) -> Vec<Fix> {
    repairs(line, lines.str(line), surroundings(lines, line))
}

fn surroundings(lines: &Lines<'_>, line: usize) -> Surroundings {
    let shape = lines.shape(line);
    let Some(after) = lines.after(line).map(|after| lines.shape(after)) else {
        return Surroundings::default();
    };
    if !shape.is_empty() {
        let indent = if shape.colon.is_some() || !shape.is_item() {
            shape.content
        } else {
            shape.indent
        };
        let has_body = after.indent > indent;
        let above = lines.before(line).map(|above| lines.shape(above));
        let open_above =
            above.is_some_and(|above| above.is_open() && above.content == shape.content);
        return Surroundings {
            has_body,
            steals_body: has_body && open_above,
            lost_key_indent: None,
        };
    }
    let lost_key_indent = (0..line)
        .rev()
        .map(|before| lines.shape(before))
        .filter(|before| !before.is_empty())
        .map(|before| {
            if before.content < after.indent {
                before.content
            } else {
                before.indent
            }
        })
        .find(|indent| *indent < after.indent);
    Surroundings {
        lost_key_indent,
        ..Surroundings::default()
    }
}

/// Flags what stands on damaged lines.
fn mark_damage(tree: &mut Tree, damaged: impl Iterator<Item = TextRange>) {
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
        node.repaired |= damage[from..]
            .iter()
            .take_while(|line| line.start <= range.end)
            .any(|line| line.intersects(range));
    }
}
