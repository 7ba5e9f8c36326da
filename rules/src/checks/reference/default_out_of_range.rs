//! A default that the parameter itself does not allow.

use crate::checks::prelude::*;

declare_rule! {
    /// A default must be of the declared type and satisfy the `min`, `max`, and `enum` of its own
    /// input, or a step that relies on it can't run. The CLI refuses a default that it can't parse
    /// and every default of a data input; it doesn't compare defaults with `min`, `max`, or `enum`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   epochs: {type: integer, default: 50, max: 10}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   epochs: {type: integer, default: 5, max: 10}
    /// ```
    "default-out-of-range", Reference, Error,
    summary: "a default that the input itself does not allow",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let components = program
        .scopes
        .iter()
        .filter(|scope| scope.kind == ScopeKind::Component)
        .map(|scope| &scope.inputs);
    let is_job = cx.kind() == Some(Kind::JobPipeline);
    // The first pipeline of a job is the job: it has values, not declarations.
    let pipelines = program
        .pipelines
        .iter()
        .skip(usize::from(is_job))
        .map(|pipeline| &pipeline.inputs);
    for port in components.chain(pipelines).flat_map(|inputs| &inputs.list) {
        let Some(default) = port.field("default") else {
            continue;
        };
        let Some(problem) = problem(*port, default) else {
            continue;
        };
        let name = port.name();
        let is_data = port.declared().is_some_and(PortType::is_data);
        let message = match default.text().filter(|_| !is_data) {
            Some(text) => format!("the default of `{name}` is `{text}` but {problem}"),
            None => format!("the default of `{name}` {problem}"),
        };
        let diagnostic = cx.report(default.range(), message);
        if is_data {
            diagnostic
                .note("the CLI refuses every default of a data input")
                .help("remove `default`; to make the input optional, add `optional: true`");
        } else {
            diagnostic
                .note("a step that doesn't set this input can't run")
                .help("change the default or the limits that the input declares");
        }
        if literal_values::is_of_enum(&problem) {
            // The client accepts it, and an official example has a value outside of an `enum`.
            diagnostic.level(Level::Warning);
        }
    }
}

fn problem(port: Port<'_>, default: Node<'_>) -> Option<String> {
    match port.declared()? {
        kind if kind.is_data() => Some(format!("isn't supported: its type is {}", kind.name())),
        _ => literal_values::problem_with(port, default),
    }
}
