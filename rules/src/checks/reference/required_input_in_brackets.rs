//! A required input in `$[[ ]]`.

use crate::checks::prelude::*;

declare_rule! {
    /// `$[[ ... ]]` is for optional inputs: that part of the command is left out when the input has
    /// no value. A required input always has a value, so the brackets around it are not needed.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py $[[--data ${{inputs.data}}]]
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --data ${{inputs.data}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder}
    /// ```
    "required-input-in-brackets", Reference, Warning,
    summary: "`$[[ ]]` around an input that is required",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for site in program.sites_in(ExpressionRole::Run) {
        let Some(scope) = program
            .scope(site)
            .filter(|scope| scope.kind == ScopeKind::Component)
        else {
            continue;
        };
        for (index, bracket) in site.text.scan.brackets.iter().enumerate() {
            let inside = site
                .text
                .scan
                .expressions
                .iter()
                .filter(|expression| expression.bracket == Some(index));
            let inputs: Vec<_> = inside
                .map(|expression| match &expression.target {
                    Target::Input(name) => scope.inputs.get(name.text),
                    _ => None,
                })
                .collect();
            if inputs.is_empty() || !inputs.iter().all(|port| port.is_some_and(is_not_optional)) {
                continue;
            }
            let first = inputs.iter().flatten().next();
            let name = first.map_or("", |port| port.name());
            let range = &bracket.range;
            let edits = site
                .text
                .edit(&(range.start..range.start + 3), "")
                .zip(site.text.edit(&(range.end - 2..range.end), ""));
            let diagnostic = cx.report(
                site.text.range(range),
                format!("`$[[ ]]` is for optional inputs, but `{name}` is required"),
            );
            diagnostic.note("a required input always has a value, so this part is never left out");
            diagnostic.help(format!(
                "remove the brackets, or declare `{name}` with `optional: true`"
            ));
            if let Some((open, close)) = edits {
                diagnostic.fix(Fix::safe("remove `$[[` and `]]`", vec![open, close]));
            }
        }
    }
}

fn is_not_optional(port: Port<'_>) -> bool {
    let optional = port.field("optional");
    optional.is_none_or(|node| node.bool() == Some(false))
}
