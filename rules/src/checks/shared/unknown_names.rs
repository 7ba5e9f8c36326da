//! What the rules about names share: saying that a name is unknown, and offering the one that was
//! meant.

use std::ops::Range;

use crate::checks::context::Context;
use crate::diagnostic::Diagnostic;
use crate::expression::{MisspelledDefinition, Name, Ports, ScannedText};
use crate::fix::{self, Edit, Fix};
use crate::similar::closest;
use crate::syntax::Node;
use crate::wording::names_listed;

pub(crate) use crate::expression::is_plain;

/// Reports at `name` that nothing of that name is among `known`; where the definition is probably
/// the misspelled one, at that, and only for the first that names it.
pub(crate) fn report<'c>(
    cx: &'c mut Context<'_>,
    text: &ScannedText<'_>,
    name: &Name<'_>,
    message: String,
    known: &[&str],
) -> Option<&'c mut Diagnostic> {
    let place = text.range(&name.range);
    let mut misspelled = cx.misspelled_definitions().iter();
    if let Some(misspelled) = misspelled.find(|it| it.uses.iter().any(|(at, ..)| *at == place)) {
        let first = misspelled
            .uses
            .first()
            .is_some_and(|(range, ..)| *range == place);
        return first.then(|| misnamed(cx, misspelled, &message));
    }
    // A list that long is made by a program; nobody misspelled a name in it.
    let near = closest(name.text, known.iter().copied().take(500));
    let fix = near.and_then(|near| {
        Some(Fix::unsafe_(
            format!("write `{near}`"),
            vec![text.edit(&name.range, near)?],
        ))
    });
    let diagnostic = cx.report(place, message);
    diagnostic.help(match near {
        Some(near) => format!("did you mean `{}`?", replaced(text, &name.range, near)),
        None if known.is_empty() => format!("declare `{}`, or remove the expression", name.text),
        None => format!("use one of the declared names, or declare `{}`", name.text),
    });
    diagnostic.fixes.extend(fix);
    Some(diagnostic)
}

/// Reports a definition that nothing names, at its own place.
fn misnamed<'c>(
    cx: &'c mut Context<'_>,
    misspelled: &MisspelledDefinition<'_>,
    message: &str,
) -> &'c mut Diagnostic {
    let path = cx.document.shared_path();
    let (key, meant) = (misspelled.key, misspelled.meant);
    let defined = key.text().unwrap_or_default();
    let edits: Option<Vec<Edit>> = misspelled
        .uses
        .iter()
        .map(|(_, name, node)| rename(*node, name, defined))
        .collect();
    let diagnostic = cx.report(key.range(), format!("{message}, only `{defined}`"));
    diagnostic.help(format!("did you mean `{meant}`?"));
    diagnostic.unsafe_fix(
        format!("rename `{defined}` to `{meant}`"),
        fix::replace(key, meant),
    );
    if let Some(edits) = edits {
        diagnostic.fix(Fix::unsafe_(
            format!("write `{defined}` where `{meant}` is used"),
            edits,
        ));
    }
    for (range, ..) in &misspelled.uses {
        diagnostic.related(&path, *range, format!("`{meant}` is used here"));
    }
    diagnostic
}

fn rename(node: Node<'_>, name: &Name<'_>, to: &str) -> Option<Edit> {
    ScannedText::new(node)?.edit(&name.range, to)
}

/// The expression around `range` with `word` in its place.
fn replaced(text: &ScannedText<'_>, range: &Range<usize>, word: &str) -> String {
    let around = text
        .scan
        .expressions
        .iter()
        .find(|e| e.range.start <= range.start && range.end <= e.range.end);
    match around {
        Some(around) => {
            format!(
                "{}{word}{}",
                &text.text[around.range.start..range.start],
                &text.text[range.end..around.range.end]
            )
        }
        None => word.to_owned(),
    }
}

/// "declared inputs: `a` and `b`", "no outputs of the pipeline are declared".
pub(crate) fn known_in(what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        format!("no {what} are declared")
    } else {
        format!("declared {what}: {}", names_listed(names.iter().copied()))
    }
}

/// The names of `ports`.
pub(crate) fn names_of<'a>(ports: &Ports<'a>) -> Vec<&'a str> {
    ports.names().collect()
}
