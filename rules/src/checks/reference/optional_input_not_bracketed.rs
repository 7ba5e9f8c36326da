//! An optional input outside `$[[ ]]`.

use std::ops::Range;

use crate::checks::prelude::*;
use crate::expression::ScannedText;

declare_rule! {
    /// An optional input may have no value. Put the part of the command that uses it in
    /// `$[[ ... ]]`: that part is left out when the input has no value. Without the brackets the
    /// service refuses the component.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --tag ${{inputs.tag}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   tag: {type: string, optional: true}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py $[[--tag ${{inputs.tag}}]]
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   tag: {type: string, optional: true}
    /// ```
    "optional-input-not-bracketed", Reference, Error,
    summary: "an optional input that the command uses outside `$[[ ]]`",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program
        .expressions()
        .filter(|(site, _)| site.role == ExpressionRole::Run)
    {
        let Some(scope) = program
            .scope(site)
            .filter(|scope| scope.kind == ScopeKind::Component)
        else {
            continue;
        };
        let Target::Input(name) = &expression.target else {
            continue;
        };
        let Some(port) = scope
            .inputs
            .get(name.text)
            .filter(|port| port.is_optional())
        else {
            continue;
        };
        // With a default there always is a value; a broken expression has its own finding.
        let is_whole = site.text.text[expression.range.clone()].ends_with("}}");
        if !is_whole || expression.bracket.is_some() || port.field("default").is_some() {
            continue;
        }
        let text = &site.text;
        let single = single_bracket(text, expression);
        let piece = single
            .clone()
            .or_else(|| piece(text.text, &expression.range));
        let diagnostic = cx.report(
            text.range(&expression.range),
            format!("optional input `{}` is used outside `$[[ ]]`", name.text),
        );
        diagnostic.note(match single {
            Some(_) => "single brackets are the syntax of the preview and have no effect now",
            None => "the input may have no value, so the service refuses the component",
        });
        diagnostic.help("put the option and the expression in `$[[ ]]`");
        let Some(piece) = piece else { continue };
        let inner = text.text[piece.clone()]
            .trim_start_matches('[')
            .trim_end_matches(']');
        diagnostic.help(format!("write `$[[{inner}]]`"));
        if let Some(edits) = wrap(text, &piece, single.is_some()) {
            diagnostic.fix(Fix::safe(format!("write `$[[{inner}]]`"), edits));
        }
    }
}

/// `[--x ${{inputs.x}}]` around `expression`.
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

/// The option before the expression and the expression: `--tag ${{inputs.tag}}`,
/// `--tag=${{inputs.tag}}`.
fn piece(text: &str, expression: &Range<usize>) -> Option<Range<usize>> {
    let before = text[..expression.start].trim_end_matches(' ');
    let start = before
        .rfind(|c: char| c.is_whitespace())
        .map_or(0, |at| at + 1);
    let ends = text[expression.end..]
        .chars()
        .next()
        .is_none_or(char::is_whitespace);
    (before[start..].starts_with('-') && ends).then_some(start..expression.end)
}

fn wrap(text: &ScannedText<'_>, piece: &Range<usize>, single: bool) -> Option<Vec<Edit>> {
    let (open, close) = if single {
        (
            text.edit(&(piece.start..piece.start + 1), "$[[")?,
            text.edit(&(piece.end - 1..piece.end), "]]")?,
        )
    } else {
        (
            text.edit(&(piece.start..piece.start), "$[[")?,
            text.edit(&(piece.end..piece.end), "]]")?,
        )
    };
    Some(vec![open, close])
}
