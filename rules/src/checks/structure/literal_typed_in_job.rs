//! An input of a job that is declared instead of given.

use crate::checks::prelude::*;
use crate::wording::names_listed;

declare_rule! {
    /// A component declares its inputs (`epochs: {type: integer, default: 3}`), a job or step
    /// gives them values (`epochs: 3`). In a job the client takes a mapping for data, and rejects
    /// `type: integer` with several messages about other types. An input without a default may get
    /// its value from the command line (`--set inputs.epochs=3`), so it is only a warning. An input
    /// that every `az ml` command of the repository sets is not reported.
    ///
    /// Fix: writes the default as the value. It is safe, because the file is rejected as it is.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// inputs:
    ///   epochs: {type: integer, default: 3}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// code: src
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// inputs:
    ///   epochs: 3
    /// ```
    "literal-typed-in-job", Structure, Error,
    marks: [SchemaCheck],
    summary: "an input of a job that is declared as in a component",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    let kind = cx.kind();
    let mut declared: Vec<Node<'_>> = Vec::new();
    for problem in faults::of(cx, FaultRule::LiteralTypedInJob) {
        let input = faults::declared_input(kind, problem.at);
        let is_set = |input: &Node<'_>| cx.cli_overrides().replaces(&input.path()).is_some();
        declared.extend(input.filter(|input| !declared.contains(input) && !is_set(input)));
    }
    // Inputs of one job have one cause.
    for inputs in declared.chunk_by(|a, b| holder(*a) == holder(*b)) {
        report(cx, inputs);
    }
}

/// Returns the `inputs` mapping that contains an input.
fn holder(input: Node<'_>) -> Option<Node<'_>> {
    input.key()?.parent()
}

fn report(cx: &mut Context<'_>, inputs: &[Node<'_>]) {
    let keys: Vec<Node<'_>> = inputs.iter().filter_map(|input| input.key()).collect();
    let names: Vec<&str> = keys.iter().filter_map(|key| key.text()).collect();
    let (Some(first), Some(name), [input, ..]) = (keys.first(), names.first(), inputs) else {
        return;
    };
    let message = match names.as_slice() {
        [name] => format!("input `{name}` of a job must be a value, not a declaration"),
        names => format!(
            "inputs {} of a job must be values, not declarations",
            names_listed(names.iter().copied())
        ),
    };
    let edits: Vec<Edit> = inputs.iter().filter_map(|input| given(*input)).collect();
    let default = default_of(*input);
    let value = default.map_or_else(|| example(*input), Node::raw);
    let help = if default.is_some() {
        format!("write `{name}: {value}`")
    } else {
        format!("write `{name}: {value}`, or use `--set inputs.{name}={value}` when you submit")
    };
    let ty = input
        .get("type")
        .map_or_else(String::new, faults::short_text);
    let diagnostic = cx.report(first.range(), message);
    diagnostic
        .note(format!(
            "`type: {ty}` declares an input of a component; in a job, a mapping describes data"
        ))
        .help(help);
    if inputs.iter().all(|input| default_of(*input).is_none()) {
        // The command line may set an input without a default.
        diagnostic.level(Level::Warning);
    }
    if !edits.is_empty() {
        diagnostic.fix(Fix::safe("replace declarations with their defaults", edits));
    }
}

fn default_of(input: Node<'_>) -> Option<Node<'_>> {
    input.get("default").filter(|node| node.text().is_some())
}

/// Replaces the declaration with its default.
fn given(input: Node<'_>) -> Option<Edit> {
    fix::replace_by_scalar(input, default_of(input)?.raw())
}

/// Returns an example value of the declared type.
fn example(input: Node<'_>) -> &'static str {
    let ty = input.get("type").and_then(Node::text).unwrap_or_default();
    match ty.to_ascii_lowercase().as_str() {
        "integer" => "1",
        "number" => "0.1",
        "boolean" => "true",
        _ => "value",
    }
}
