//! Recovers a tree from text that is not YAML.
//!
//! The whole text is tried first. If it does not parse, the edited line is repaired or removed;
//! then the suspicious lines, in a few rounds; then the text is split by indentation and every
//! entry is parsed alone. All ranges in the tree are those of the original text.
//!
//! Start at [`parse`]. [`attempt`](mod@attempt) is one run of the strict parser, [`repair`] lists
//! the candidate changes to single lines, [`split`](mod@split) is the last resort; [`part`] repairs
//! one entry of a long text alone.

mod attempt;
mod part;
mod repair;
mod split;

use std::sync::Arc;

use super::SyntaxError;
use super::lines::Lines;
use super::tree::{NONE, NodeKind, Tree};
use attempt::{Stop, attempt, attempt_patched};
pub(super) use part::{BrokenEntry, repair_part};
use repair::{LineRepair, Patch, RepairKind, Surroundings, repairs};

/// Maximum length in bytes for repairs of the whole text, which cost one parse for every candidate.
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

/// Parses `text`; `None` if it has syntax errors or unresolved aliases.
pub(super) fn parse_sound(text: &Arc<str>) -> Option<Tree> {
    let mut tree = attempt(text).ok()?;
    report_unknown_aliases(&mut tree);
    tree.errors.is_empty().then_some(tree)
}

/// Reports aliases without an anchor, in sound text only: recovery may have lost the anchor.
fn report_unknown_aliases(tree: &mut Tree) {
    let mut unfollowed = tree.unfollowed.iter().peekable();
    for (at, node) in tree.nodes.iter().enumerate() {
        if node.kind != NodeKind::Alias || node.value != NONE {
            continue;
        }
        if unfollowed
            .next_if(|alias| alias.id.0 as usize == at)
            .is_none()
        {
            let error = SyntaxError::unknown_alias(&tree.text, node.range);
            tree.errors.push(error);
        }
    }
}

fn recover(text: &Arc<str>, lines: &Lines<'_>, edited: &[u32], stop: Stop) -> Tree {
    let first_error = stop.error.clone();
    let edited: Vec<usize> = edited.iter().map(|line| *line as usize).take(2).collect();
    for line in &edited {
        for repair in line_repairs(lines, *line) {
            if let Ok(mut tree) = attempt_patched(text, lines, &Patch::default().with(repair)) {
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

/// Repairs lines as long as the parser gets further; returns the tree and the number of repaired
/// lines.
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
            for repair in line_repairs(lines, line) {
                if repair.how == RepairKind::Blank
                    && !edited.contains(&line)
                    && !lines.shape(line).is_suspicious()
                {
                    continue;
                }
                let next = patch.with(repair);
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

/// Returns the lines that may contain the mistake, likeliest first.
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

fn line_repairs(lines: &Lines<'_>, line: usize) -> Vec<LineRepair> {
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
    Surroundings {
        lost_key_indent: lost_key_indent(lines, line, after.indent),
        ..Surroundings::default()
    }
}

/// Returns the column for a missing key: of the closest line above that starts left of `column`.
fn lost_key_indent(lines: &Lines<'_>, line: usize, column: usize) -> Option<usize> {
    for before in (0..line).rev() {
        let before = lines.shape(before);
        if before.is_empty() {
            continue;
        }
        if before.content < column {
            return Some(before.content);
        }
        if before.indent < column {
            return Some(before.indent);
        }
    }
    None
}
