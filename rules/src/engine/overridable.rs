//! Findings that the command line answers: what is wrong with a value does not matter where every
//! command that sends the file sets another one.

use crate::checks::SetElsewhere;
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::rule::{Level, RuleMark};
use crate::syntax::{Node, NodeKind, Segment};
use crate::text::TextRange;

/// Rules that speak of a value that is not there, or leads nowhere: with another value there is
/// nothing to say.
const SILENT: [&str; 7] = [
    "absolute-local-path",
    "component-file-missing",
    "conda-file-missing",
    "endpoint-file-missing",
    "local-path-missing",
    "path-letter-case",
    "path-type-mismatch",
];

/// Command lines of files that are not read yet may answer what the silent rules say.
pub(super) fn mark_provisional(found: &mut [Diagnostic]) {
    let silent = found.iter_mut().filter(|it| SILENT.contains(&it.rule.name));
    silent.for_each(|diagnostic| diagnostic.is_provisional = true);
}

/// Takes out of `found` what the command lines answer, or tells it one level down.
pub(super) fn apply(document: &Document, set: &SetElsewhere, found: &mut Vec<Diagnostic>) {
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
        let Some(path) = path_of_value(document, diagnostic.range) else {
            return true;
        };
        let Some(by) = set.replaces(&path) else {
            return true;
        };
        if SILENT.contains(&rule.name) {
            return false;
        }
        diagnostic.level = one_down(diagnostic.level);
        let shown = by.shown(document.path());
        diagnostic
            .note(format!("the command line sets another value: `{shown}`"))
            .related(&by.script.shared_path(), by.range, "it is set here");
        true
    });
}

fn one_down(level: Level) -> Level {
    match level {
        Level::Error => Level::Warning,
        Level::Warning => Level::Info,
        Level::Info | Level::Hint => Level::Hint,
    }
}

/// The way to the value that `range` marks; for a key, to the mapping it is in: setting the value
/// does not take a wrong key away.
fn path_of_value(document: &Document, range: TextRange) -> Option<Vec<Segment>> {
    let nearest = document.tree().node_at(range.start)?;
    let node = std::iter::successors(Some(nearest), |node| node.parent())
        .find(|node| node.range().contains_range(range))?;
    let value = if node.is_key() { node.parent()? } else { node };
    // The way to a mapping that is marked as a whole is that of the mapping.
    let path = value.path();
    let is_within_first = |root: Node<'_>| root.range().contains_range(range);
    let is_read = document.root().is_some_and(is_within_first);
    (is_read && !path.is_empty() && value.kind() != NodeKind::Alias).then_some(path)
}
