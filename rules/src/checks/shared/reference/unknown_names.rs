//! Reports of unknown names, with a suggestion of the name that was meant.

use std::ops::Range;

use crate::checks::context::Context;
use crate::diagnostic::Diagnostic;
use crate::expression::{MisspelledDefinition, Name, Ports, ScannedText, differ_in_number};
use crate::fix::{self, Edit, Fix};
use crate::similar;
use crate::syntax::Node;
use crate::wording::{NAMES, first_names_listed};

pub(crate) use crate::expression::is_plain;

/// Maximum number of names that are searched for a suggestion. Longer lists are generated, not typed.
const LOOKED_AT: usize = 500;

/// The names that are valid in the place of an unknown one.
pub(crate) struct KnownNames<'a> {
    /// The first of the names, at most `LOOKED_AT`; those that are shown where `is_long`.
    first: Vec<&'a str>,
    count: usize,
    /// `true` if too many names are unknown to suggest one for each.
    is_long: bool,
}

impl<'a> KnownNames<'a> {
    pub(crate) fn of(cx: &Context<'_>, ports: &Ports<'a>) -> Self {
        Self::new(cx, ports.names(), ports.list.len())
    }

    /// Returns the names among which a suggestion is searched.
    pub(crate) fn looked_at(&self) -> &[&'a str] {
        if self.is_long { &[] } else { &self.first }
    }

    /// Returns `true` if there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes the first of `names`, of which there are `count`, for the next finding of a rule.
    pub(crate) fn new(
        cx: &Context<'_>,
        names: impl Iterator<Item = &'a str>,
        count: usize,
    ) -> Self {
        let is_long = !similar::are_typed(cx.found.len(), count.min(LOOKED_AT));
        let taken = if is_long { NAMES } else { LOOKED_AT };
        Self {
            first: names.take(taken).collect(),
            count,
            is_long,
        }
    }
}

/// Reports as [`report`] does, with the names that are declared. `declare` is the title and the edit
/// of a fix.
pub(crate) fn report_undeclared<'c>(
    cx: &'c mut Context<'_>,
    (text, name): (&ScannedText<'_>, &Name<'_>),
    message: String,
    (owner, known): (&str, &KnownNames<'_>),
    declare: Option<(String, Edit)>,
) -> Option<&'c mut Diagnostic> {
    let diagnostic = report(cx, text, name, message, known)?;
    diagnostic.note(known_in(owner, known));
    if let Some((title, edit)) = declare {
        diagnostic.unsafe_fix(title, edit);
    }
    Some(diagnostic)
}

/// Reports at `name` that `known` has no such name. If the definition is probably the misspelled
/// one, reports the definition instead, and only for its first use.
pub(crate) fn report<'c>(
    cx: &'c mut Context<'_>,
    text: &ScannedText<'_>,
    name: &Name<'_>,
    message: String,
    known: &KnownNames<'_>,
) -> Option<&'c mut Diagnostic> {
    let place = text.range(&name.range);
    if let Some(misspelled) = cx.misspelled_definitions().used_at(place) {
        let first = misspelled
            .uses
            .first()
            .is_some_and(|(range, ..)| *range == place);
        return first.then(|| misnamed(cx, misspelled, &message));
    }
    let near = known.looked_at().iter().copied();
    let near = similar::meant(
        name.text,
        near.filter(|near| !differ_in_number(near, name.text)),
    );
    let fix = near.and_then(|near| {
        Some(Fix::unsafe_(
            format!("write `{near}`"),
            vec![text.edit(&name.range, near)?],
        ))
    });
    let diagnostic = cx.report(place, message);
    diagnostic.help(match near {
        Some(near) => format!("did you mean `{}`?", replaced(text, &name.range, near)),
        None if known.count == 0 => format!("declare `{}`, or remove the expression", name.text),
        None => format!("use one of the declared names, or declare `{}`", name.text),
    });
    diagnostic.fixes.extend(fix);
    Some(diagnostic)
}

/// Reports a misspelled definition at its own place.
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

/// Returns the expression around `range` with `word` in its place.
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

/// Formats "declared inputs: `a` and `b`" or "no outputs of the pipeline are declared".
pub(crate) fn known_in(what: &str, known: &KnownNames<'_>) -> String {
    if known.count == 0 {
        format!("no {what} are declared")
    } else {
        let names = first_names_listed(&known.first, known.count);
        format!("declared {what}: {names}")
    }
}
