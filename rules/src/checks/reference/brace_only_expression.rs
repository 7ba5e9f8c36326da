//! `{inputs.x}`: the syntax of the first preview.

use crate::checks::prelude::*;
use crate::expression::{MistakeKind, Scope, scan};

declare_rule! {
    /// `{inputs.x}` is the syntax of the first preview, from 2021. Today only `${{inputs.x}}` is
    /// evaluated, and the command receives `{inputs.x}` unchanged. It is reported only if the job
    /// declares the name, because braces can also be part of a script.
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
    summary: "an expression in single braces, the syntax of the 2021 preview",
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
                "this is the syntax of the 2021 preview; today the command receives the braces \
                 unchanged",
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
