//! An optional input outside `$[[ ]]`.

use std::ops::Range;

use crate::checks::prelude::*;
use crate::expression::{ExpressionScope, ScannedText};
use crate::wording::names_listed;

declare_rule! {
    /// An optional input may have no value. Put the part of the command that uses it in
    /// `$[[ ... ]]`: that part is left out when the input has no value. Without the brackets the
    /// service refuses the component. All such inputs of a command are reported together.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --tag ${{inputs.tag}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   tag: {type: string, optional: true}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py $[[--tag ${{inputs.tag}}]]
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   tag: {type: string, optional: true}
    /// ```
    "optional-input-not-bracketed", Reference, Error,
    summary: "an optional input that the command uses outside `$[[ ]]`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let is_run = |site: &&ExpressionSite<'_>| site.role == ExpressionRole::Run;
    for site in program.sites.iter().filter(is_run) {
        let Some(scope) = program
            .scope(site)
            .filter(|scope| scope.kind == ScopeKind::Component)
        else {
            continue;
        };
        let expressions = site.text.scan.expressions.iter();
        let found: Vec<(&str, &Expression<'_>)> = expressions
            .filter_map(|expression| {
                Some((optional_input(scope, &site.text, expression)?, expression))
            })
            .collect();
        report(cx, &site.text, &found);
    }
}

/// Returns the optional input that `expression` reads without brackets.
fn optional_input<'a>(
    scope: &ExpressionScope<'a>,
    text: &ScannedText<'_>,
    expression: &Expression<'a>,
) -> Option<&'a str> {
    let Target::Input(name) = &expression.target else {
        return None;
    };
    let port = scope.inputs.get(name.text)?;
    // With a default, there always is a value; a malformed expression has its own finding.
    let is_whole = text.text[expression.range.clone()].ends_with("}}");
    let is_bare = is_whole && expression.bracket.is_none();
    (is_bare && port.is_optional() && port.field("default").is_none()).then_some(name.text)
}

/// Reports all expressions in `text` in one finding: the cause is the same.
fn report(cx: &mut Context<'_>, text: &ScannedText<'_>, found: &[(&str, &Expression<'_>)]) {
    let Some((name, first)) = found.first() else {
        return;
    };
    let message = if found.len() == 1 {
        format!("optional input `{name}` is used outside `$[[ ]]`")
    } else {
        let names = names_listed(found.iter().map(|(name, _)| *name));
        format!("optional inputs {names} are used outside `$[[ ]]`")
    };
    let pieces: Vec<BracketedPart> = found
        .iter()
        .filter_map(|(_, expression)| BracketedPart::around(text, expression))
        .collect();
    let path = cx.document.shared_path();
    let diagnostic = cx.report(text.range(&first.range), message);
    diagnostic.note(match single_bracket(text, first) {
        Some(_) => "single brackets are the syntax of the preview and have no effect now",
        None => "an optional input may have no value, so the service refuses the component",
    });
    for (name, other) in &found[1..] {
        diagnostic.related(
            &path,
            text.range(&other.range),
            format!("`{name}` is used here"),
        );
    }
    let Some(example) = pieces.first().map(|piece| piece.written(text)) else {
        diagnostic.help("put the option and the expression in `$[[ ]]`");
        return;
    };
    if found.len() == 1 {
        diagnostic.help(format!("write `{example}`"));
    } else {
        diagnostic.help(format!("put each option in brackets, as in `{example}`"));
    }
    let title = match pieces.len() {
        1 => format!("write `{example}`"),
        count => format!("put {count} options in `$[[ ]]`"),
    };
    let mut edits: Vec<Edit> = Vec::new();
    for edit in pieces.iter().filter_map(|piece| piece.wrap(text)).flatten() {
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    if !edits.is_empty() {
        diagnostic.fix(Fix::safe(title, edits));
    }
}

/// A part of a command that belongs in brackets.
struct BracketedPart {
    range: Range<usize>,
    /// `true` if it is in single brackets.
    is_single: bool,
}

impl BracketedPart {
    /// Returns the part with `expression`.
    fn around(text: &ScannedText<'_>, expression: &Expression<'_>) -> Option<Self> {
        if let Some(range) = single_bracket(text, expression) {
            return Some(Self {
                range,
                is_single: true,
            });
        }
        option(text.text, &expression.range).map(|range| Self {
            range,
            is_single: false,
        })
    }

    /// Returns the new text.
    fn written(&self, text: &ScannedText<'_>) -> String {
        let inner = text.text[self.range.clone()]
            .trim_start_matches('[')
            .trim_end_matches(']');
        format!("$[[{inner}]]")
    }

    fn wrap(&self, text: &ScannedText<'_>) -> Option<[Edit; 2]> {
        let width = usize::from(self.is_single);
        let Range { start, end } = self.range;
        Some([
            text.edit(&(start..start + width), "$[[")?,
            text.edit(&(end - width..end), "]]")?,
        ])
    }
}

/// Finds `[--x ${{inputs.x}}]` around `expression`.
fn single_bracket(text: &ScannedText<'_>, expression: &Expression<'_>) -> Option<Range<usize>> {
    let before = &text.text[..expression.range.start];
    let open = before.rfind('[')?;
    let close = expression.range.end + text.text[expression.range.end..].find(']')?;
    let plain = |piece: &str| !piece.contains([']', '[', '\n', '$']);
    (plain(&before[open + 1..])
        && plain(&text.text[expression.range.end..close])
        && !before[..open].ends_with(['$', '[']))
    .then_some(open..close + 1)
}

/// Finds the option before the expression, with the expression: `--tag ${{inputs.tag}}`,
/// `--tag=${{inputs.tag}}`.
fn option(text: &str, expression: &Range<usize>) -> Option<Range<usize>> {
    let before = text[..expression.start].trim_end_matches(' ');
    let start = before
        .rfind(|c: char| c.is_whitespace())
        .map_or(0, |at| at + 1);
    let ends = text[expression.end..]
        .chars()
        .next()
        .is_none_or(char::is_whitespace);
    let word = &before[start..];
    // `--other=value` before a space is a separate option.
    let belongs = before.len() == expression.start || !word.contains(['=', '$']);
    (word.starts_with('-') && belongs && ends).then_some(start..expression.end)
}
