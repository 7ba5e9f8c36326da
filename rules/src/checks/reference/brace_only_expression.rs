//! `{inputs.x}`: the spelling of 2021.

use crate::checks::prelude::*;
use crate::expression::{MistakeKind, Scope, scan};

declare_rule! {
    /// The first preview wrote `{inputs.x}`. The service evaluates only `${{inputs.x}}` and hands
    /// the rest to the shell as it is. Reported where the name is declared, so that program text in
    /// braces is left alone.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data {inputs.data}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    "brace-only-expression", Reference, Warning,
    summary: "an expression in single braces, the spelling of 2021",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for site in program
        .sites
        .iter()
        .filter(|site| site.role == ExpressionRole::Run)
    {
        let Some(scope) = program.scope(site) else {
            continue;
        };
        for mistake in site
            .text
            .scan
            .mistakes
            .iter()
            .filter(|mistake| mistake.kind == MistakeKind::BraceOnly)
        {
            let Some(wanted) = mistake
                .replacement
                .as_deref()
                .filter(|wanted| is_declared(scope, wanted))
            else {
                continue;
            };
            let written = &site.text.text[mistake.range.clone()];
            let edit = site.text.edit(&mistake.range, wanted);
            let diagnostic = cx.report(
                site.text.range(&mistake.range),
                format!("`{written}` is not evaluated"),
            );
            diagnostic.note(
                "single braces were the spelling of the first preview; the command gets them as \
                 they are",
            );
            diagnostic.help(format!("write `{wanted}`"));
            if let Some(edit) = edit {
                diagnostic.safe_fix(format!("write `{wanted}`"), edit);
            }
        }
    }
}

fn is_declared(scope: &Scope<'_>, expression: &str) -> bool {
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
