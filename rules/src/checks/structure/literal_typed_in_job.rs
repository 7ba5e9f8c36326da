//! An input of a job that is declared instead of given.

use crate::checks::prelude::*;

declare_rule! {
    /// A component declares its inputs (`epochs: {type: integer, default: 3}`), a job or step gives
    /// them values (`epochs: 3`). In a job the client takes a mapping for data, and refuses
    /// `type: integer` with several messages about other types. An input without a default may get
    /// its value from the command line (`--set inputs.epochs=3`), so it is a warning only.
    ///
    /// Fix: writes the default as the value. It is safe, because the file is refused as it is.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// inputs:
    ///   epochs: {type: integer, default: 3}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// inputs:
    ///   epochs: 3
    /// ```
    "literal-typed-in-job", Structure, Error,
    marks: [SchemaCheck],
    summary: "an input of a job that is declared as in a component",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    let kind = cx.kind();
    let mut seen = Vec::new();
    for problem in faults::of(cx, FaultRule::LiteralTypedInJob) {
        let Some(input) = faults::declared_input(kind, problem.at) else {
            continue;
        };
        if !seen.contains(&input) {
            seen.push(input);
            report(cx, input);
        }
    }
}

fn report(cx: &mut Context<'_>, input: Node<'_>) {
    let Some(key) = input.key() else { return };
    let name = faults::short_text(key);
    let ty = input
        .get("type")
        .map_or_else(String::new, faults::short_text);
    let default = input.get("default").filter(|node| node.text().is_some());
    let value = default.map(Node::raw);
    let example = value.unwrap_or(match ty.to_ascii_lowercase().as_str() {
        "integer" => "1",
        "number" => "0.1",
        "boolean" => "true",
        _ => "text",
    });
    let help = if value.is_some() {
        format!("write `{name}: {example}`")
    } else {
        format!(
            "write the value, as in `{name}: {example}`, or give it with `--set inputs.{name}=...`"
        )
    };
    let edit = value.and_then(|value| fix::replace_by_scalar(input, value));
    let diagnostic = cx.report(
        key.range(),
        format!("input `{name}` of a job must be a value, not a declaration"),
    );
    diagnostic
        .note(format!(
            "`type: {ty}` declares an input of a component; in a job, a mapping stands for data"
        ))
        .help(help);
    match edit {
        Some(edit) => {
            diagnostic.safe_fix(format!("write `{name}: {example}`"), edit);
        }
        // The command line may give what has no default.
        None if value.is_none() => {
            diagnostic.level(Level::Warning);
        }
        None => {}
    }
}
