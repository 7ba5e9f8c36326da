//! A default that the parameter itself does not take.

use crate::checks::prelude::*;

declare_rule! {
    /// A component whose default lies outside its own `min`, `max` or `enum`, or is not of its
    /// type, cannot run without that input. Data inputs cannot have a default at all. The official
    /// client refuses only what it cannot parse.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   epochs: {type: integer, default: 50, max: 10}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   epochs: {type: integer, default: 5, max: 10}
    /// ```
    "default-out-of-range", Reference, Error,
    summary: "a default that the parameter itself does not take",
    fix: None,
    since: "0.1.0",
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
        let shown = default
            .text()
            .map_or(String::new(), |text| format!(" `{text}`"));
        let diagnostic = cx.report(
            default.range(),
            format!("the default{shown} of `{}` {problem}", port.name()),
        );
        diagnostic.note("a step that leaves this input out cannot run");
        if literal_values::is_of_enum(&problem) {
            // The client takes it, and an official example gives a value outside of an `enum`.
            diagnostic.level(Level::Warning);
        }
    }
}

fn problem(port: Port<'_>, default: Node<'_>) -> Option<String> {
    match port.declared()? {
        kind if kind.is_data() => Some(format!(
            "cannot be set: the input is data ({})",
            kind.name()
        )),
        _ => literal_values::problem_with(port, default),
    }
}
