//! `${{inputs.x}}` without an input `x`.

use crate::checks::prelude::*;

declare_rule! {
    /// A command can use only the inputs of its own job, component, or step. The name is looked up
    /// when the job starts, after it has waited in the queue. The CLI checks it only in standalone
    /// jobs, and only if there is no space inside the braces.
    ///
    /// If an unused input has a similar name, either of the two may be misspelled. The spelling
    /// that is used elsewhere in the file decides which of them is reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{ inputs.train_data }}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   training_data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.training_data}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   training_data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    "undefined-input-reference", Reference, Error,
    marks: [Unfinished],
    summary: "a command that uses an input that is not declared",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#binding-inputs-and-outputs-in-a-command",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let users = declarations::ProgramWithUsers::new(cx.workspace, cx.document, program);
    for (site, expression) in program.expressions_in(ExpressionRole::Run) {
        let (Target::Input(name), Some(scope)) = (&expression.target, program.scope(site)) else {
            continue;
        };
        if !unknown_names::is_plain(name.text) || scope.inputs.has(name.text) {
            continue;
        }
        let known = unknown_names::KnownNames::of(cx, &scope.inputs);
        let in_component = scope.kind == ScopeKind::Component;
        let mut value = users.input_value(scope, name.text);
        if in_component && expression.bracket.is_some() {
            // A required input isn't allowed in brackets.
            value = value.replace('}', ", optional: true}");
        }
        let declared = declarations::declare(scope.node, "inputs", name.text, &value);
        let message = format!("input `{}` is not declared", name.text);
        let declare = declared.map(|edit| (format!("declare the input `{}`", name.text), edit));
        let Some(diagnostic) = unknown_names::report_undeclared(
            cx,
            (&site.text, name),
            message,
            ("inputs", &known),
            declare,
        ) else {
            continue;
        };
        if expression.bracket.is_some() && !in_component {
            // The group may be dropped, as for an optional input without a value.
            diagnostic.level(Level::Warning);
        }
    }
}
