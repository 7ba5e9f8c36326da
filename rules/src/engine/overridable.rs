//! Findings on values that command lines replace: they are irrelevant if every command that uses
//! the file sets another value, and the rule says so or the value is empty.

use crate::checks::CliOverrides;
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::rule::{Level, RuleMark};
use crate::syntax::{Node, NodeKind, Segment};
use crate::text::TextRange;

/// Marks findings that command lines of files that are not read yet may resolve.
pub(super) fn mark_provisional(document: &Document, found: &mut [Diagnostic]) {
    for diagnostic in found {
        let value = || value_at(document, diagnostic.range);
        if diagnostic.rule.is(RuleMark::Overridable) || value().is_some_and(|(it, _)| is_open(it)) {
            diagnostic.is_provisional = true;
        }
    }
}

/// Removes the findings that the command lines resolve, or lowers their level by one.
pub(super) fn apply(document: &Document, set: &CliOverrides, found: &mut Vec<Diagnostic>) {
    if set.is_empty() {
        return;
    }
    found.retain_mut(|diagnostic| {
        let rule = diagnostic.rule;
        if rule.is(RuleMark::Suppression)
            || rule.is(RuleMark::Syntax)
            || rule.is(RuleMark::WholeFile)
        {
            return true;
        }
        let Some((value, path)) = value_at(document, diagnostic.range) else {
            return true;
        };
        let is_silent = rule.is(RuleMark::Overridable) || is_open(value);
        let Some(by) = set.replaces(&path) else {
            return !is_silent || !set.may_replace(document, &path);
        };
        if is_silent {
            return false;
        }
        diagnostic.level = one_down(diagnostic.level);
        let shown = by.shown(document.path());
        let (verb, there) = match by.is_certain {
            true => ("sets", "it is set here"),
            false => ("may set", "it may be set here"),
        };
        diagnostic
            .note(format!("the command line {verb} another value: `{shown}`"))
            .related(&by.script.shared_path(), by.range, there);
        true
    });
}

/// Returns `true` for an empty text, which is a place for the value of a command line.
fn is_open(value: Node<'_>) -> bool {
    value.text() == Some("")
}

fn one_down(level: Level) -> Level {
    match level {
        Level::Error => Level::Warning,
        Level::Warning => Level::Info,
        Level::Info | Level::Hint => Level::Hint,
    }
}

/// Returns the value that `range` marks, and its path; for a key, those of its mapping, since another
/// value does not fix a wrong key.
fn value_at(document: &Document, range: TextRange) -> Option<(Node<'_>, Vec<Segment>)> {
    let nearest = document.tree().node_at(range.start)?;
    let node = std::iter::successors(Some(nearest), |node| node.parent())
        .find(|node| node.range().contains_range(range))?;
    let value = if node.is_key() { node.parent()? } else { node };
    // For a mapping that is marked as a whole, this is the path of the mapping.
    let path = value.path();
    let is_within_first = |root: Node<'_>| root.range().contains_range(range);
    let is_read = document.root().is_some_and(is_within_first);
    (is_read && !path.is_empty() && value.kind() != NodeKind::Alias).then_some((value, path))
}
