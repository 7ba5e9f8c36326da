//! `${{inputs.x}}` without an input `x`.

use crate::checks::prelude::*;

declare_rule! {
    /// A command can read the inputs of its own job, component or step, and no others. The service
    /// looks the name up when the work starts, so a misspelled one costs the whole wait in the
    /// queue. The official client checks it only in jobs on their own, and only where no blank
    /// stands inside the braces.
    ///
    /// Where the input is there under a similar name that nothing reads, either end may be the
    /// misspelled one. The spelling that the rest of the file uses decides: if it speaks for the
    /// expressions, the finding stands at the input.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{ inputs.train_data }}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   training_data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.training_data}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   training_data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    "undefined-input-reference", Reference, Error,
    summary: "a command that reads an input which is not declared",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#binding-inputs-and-outputs-in-a-command",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let users = declarations::Users::new(cx.workspace, cx.document, program);
    for (site, expression) in program
        .expressions()
        .filter(|(site, _)| site.role == ExpressionRole::Run)
    {
        let (Target::Input(name), Some(scope)) = (&expression.target, program.scope(site)) else {
            continue;
        };
        if !unknown_names::is_plain(name.text) || scope.inputs.has(name.text) {
            continue;
        }
        let known = unknown_names::names_of(&scope.inputs);
        let in_component = scope.kind == ScopeKind::Component;
        let mut value = users.input_value(scope, name.text);
        if in_component && expression.bracket.is_some() {
            // A required input would be wrong there.
            value = value.replace('}', ", optional: true}");
        }
        let declared = declarations::declare(scope.node, "inputs", name.text, &value);
        let message = format!("input `{}` is not declared", name.text);
        let Some(diagnostic) = unknown_names::report(cx, &site.text, name, message, &known) else {
            continue;
        };
        diagnostic.note(format!(
            "the command reads it, but {}",
            unknown_names::known_in("inputs", &known)
        ));
        if let Some(edit) = declared {
            diagnostic.unsafe_fix(format!("declare the input `{}`", name.text), edit);
        }
        if expression.bracket.is_some() && !in_component {
            // The piece may be dropped, as for an optional input without a value.
            diagnostic.level(Level::Warning);
        }
    }
}
