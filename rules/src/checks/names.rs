//! What the rules about names share: saying that a name is unknown, and offering the one that was meant.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::expression::{Name, Ports, Text, listed};
use crate::fix::Fix;
use crate::rule::Context;
use crate::similar::closest;

/// Whether `name` is one that could be declared: letters, digits, `_`, dots and dashes, no placeholder.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

/// Reports at `name` that nothing of that name is among `known`.
pub(super) fn unknown<'c>(
    cx: &'c mut Context<'_>,
    text: &Text<'_>,
    name: &Name<'_>,
    message: String,
    known: &[&str],
) -> &'c mut Diagnostic {
    // A list that long is made by a program; nobody misspelt a name in it.
    let near = closest(name.text, known.iter().copied().take(500));
    let fix = near.and_then(|near| Some(Fix::unsafe_(format!("write `{near}`"), vec![text.edit(&name.range, near)?])));
    let diagnostic = cx.report(text.range(&name.range), message);
    if let Some(near) = near {
        let whole = replaced(text, &name.range, near);
        diagnostic.help(format!("did you mean `{whole}`?"));
    }
    diagnostic.fixes.extend(fix);
    diagnostic
}

/// The expression around `range` with `word` in its place.
fn replaced(text: &Text<'_>, range: &Range<usize>, word: &str) -> String {
    let around = text.scan.expressions.iter().find(|e| e.range.start <= range.start && range.end <= e.range.end);
    match around {
        Some(around) => {
            format!("{}{word}{}", &text.text[around.range.start..range.start], &text.text[range.end..around.range.end])
        }
        None => word.to_owned(),
    }
}

/// "`inputs` has only `a` and `b`", "there are no `outputs`".
pub(super) fn only(section: &str, names: &[&str]) -> String {
    if names.is_empty() {
        format!("there are no `{section}`")
    } else {
        format!("`{section}` has only {}", listed(names.iter().copied()))
    }
}

/// The names of `ports`.
pub(super) fn names<'a>(ports: &Ports<'a>) -> Vec<&'a str> {
    ports.names().collect()
}
