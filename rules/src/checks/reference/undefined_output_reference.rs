//! `${{outputs.x}}` without an output `x`.

use crate::checks::prelude::*;

declare_rule! {
    /// A command can write only to the outputs of its own job, component, or step. The CLI checks
    /// this only in component files.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --model ${{outputs.modl}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// outputs:
    ///   model: {type: mlflow_model}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --model ${{outputs.model}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// outputs:
    ///   model: {type: mlflow_model}
    /// ```
    "undefined-output-reference", Reference, Error,
    marks: [Unfinished],
    summary: "a command that writes to an output that is not declared",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#binding-inputs-and-outputs-in-a-command",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (site, expression) in program.expressions_in(ExpressionRole::Run) {
        let (Target::Output(name), Some(scope)) = (&expression.target, program.scope(site)) else {
            continue;
        };
        // Every job has an output called `default`: the folder of its artifacts.
        if !unknown_names::is_plain(name.text)
            || scope.outputs.has(name.text)
            || name.text == "default"
        {
            continue;
        }
        let known = unknown_names::KnownNames::of(cx, &scope.outputs);
        let declared =
            declarations::declare(scope.node, "outputs", name.text, "{type: uri_folder}");
        let message = format!("output `{}` is not declared", name.text);
        let declare = declared.map(|edit| (format!("declare the output `{}`", name.text), edit));
        unknown_names::report_undeclared(
            cx,
            (&site.text, name),
            message,
            ("outputs", &known),
            declare,
        );
    }
}
