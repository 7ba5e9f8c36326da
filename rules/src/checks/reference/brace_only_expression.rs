//! `{inputs.x}`: the syntax of the first preview.

use crate::checks::prelude::*;
use crate::expression::{ExpressionScope, Mistake, MistakeKind, ScannedText, scan};

declare_rule! {
    /// `{inputs.x}` is the syntax of the first preview, from 2021. Today only `${{inputs.x}}` is
    /// evaluated, and the command receives `{inputs.x}` unchanged. It is reported only if the job
    /// declares the name, because braces can also be part of a script, and once for each command.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data {inputs.data}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    "brace-only-expression", Reference, Warning,
    marks: [Unfinished],
    summary: "an expression in single braces, the syntax of the 2021 preview",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for site in program.sites_in(ExpressionRole::Run) {
        let Some(scope) = program.scope(site) else {
            continue;
        };
        let mistakes = site.text.scan.mistakes.iter();
        let found: Vec<(&Mistake, &str)> = mistakes
            .filter(|mistake| mistake.kind == MistakeKind::BraceOnly)
            .filter_map(|mistake| Some((mistake, mistake.replacement.as_deref()?)))
            .filter(|(_, replacement)| is_declared(scope, replacement))
            .collect();
        report(cx, &site.text, &found);
    }
}

/// Reports all expressions in `text` in one finding.
fn report(cx: &mut Context<'_>, text: &ScannedText<'_>, found: &[(&Mistake, &str)]) {
    let Some((first, replacement)) = found.first() else {
        return;
    };
    let written = &text.text[first.range.clone()];
    let message = match found.len() - 1 {
        0 => format!("`{written}` is not evaluated"),
        more => format!(
            "`{written}` and {} in this command are not evaluated",
            counted(more, "other expression")
        ),
    };
    let edits = found
        .iter()
        .map(|(mistake, replacement)| text.edit(&mistake.range, replacement));
    let edits: Option<Vec<Edit>> = edits.collect();
    let path = cx.document.shared_path();
    let diagnostic = cx.report(text.range(&first.range), message);
    diagnostic.note(
        "this is the syntax of the 2021 preview; today the command receives the braces unchanged",
    );
    let rest = if found.len() > 1 {
        ", and the others in the same way"
    } else {
        ""
    };
    diagnostic.help(format!("write `{replacement}`{rest}"));
    for (other, replacement) in &found[1..] {
        diagnostic.related(
            &path,
            text.range(&other.range),
            format!("write `{replacement}`"),
        );
    }
    if let Some(edits) = edits {
        diagnostic.fix(Fix::safe(format!("write `{replacement}`{rest}"), edits));
    }
}

fn is_declared(scope: &ExpressionScope<'_>, expression: &str) -> bool {
    let scan = scan(expression);
    match scan
        .expressions
        .first()
        .map(|expression| &expression.target)
    {
        Some(Target::Input(name)) => !scope.inputs.open && scope.inputs.has(name.text),
        Some(Target::Output(name)) => !scope.outputs.open && scope.outputs.has(name.text),
        Some(Target::SearchSpace(name)) => scope
            .search_space
            .as_ref()
            .is_some_and(|space| space.has(name.text)),
        _ => false,
    }
}
