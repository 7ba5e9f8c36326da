//! A string around an expression that binds data.

use crate::checks::prelude::*;

declare_rule! {
    /// A data binding must be the whole value. With other characters around the expression, the
    /// input becomes a string instead of data. If a step needs a folder inside the data, append it
    /// to the path in the command.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     component: ./prep.yml
    ///     inputs: {data: "${{parent.inputs.raw}}/2024"}
    /// ```
    /// ```yaml bad path=prep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: prep
    /// command: python -m prep ${{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs: {data: {type: uri_folder}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     component: ./prep.yml
    ///     inputs: {data: "${{parent.inputs.raw}}"}
    /// ```
    /// ```yaml good path=prep.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: prep
    /// command: python -m prep ${{inputs.data}}/2024
    /// environment: azureml:sklearn@latest
    /// inputs: {data: {type: uri_folder}}
    /// ```
    "mixed-text-data-binding", Reference, Warning,
    marks: [Unfinished],
    summary: "a data binding that is not the whole value",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for site in program
        .sites
        .iter()
        .filter(|site| site.role == ExpressionRole::StepInput && site.text.whole().is_none())
    {
        let expressions = site.text.scan.expressions.iter();
        let bound: Vec<_> = expressions
            .filter(|expression| is_binding(&expression.target))
            .collect();
        let (Some(first), Some(kind)) = (bound.first(), data_type(program, site)) else {
            continue;
        };
        // A path that is composed of parameters is a valid URL.
        let from_data = program
            .pipeline(site)
            .and_then(|pipeline| pipeline.type_of(&first.target))
            .is_none_or(PortType::is_data);
        if !from_data || !site.text.scan.mistakes.is_empty() {
            continue;
        }
        let binding = &site.text.text[first.range.clone()];
        cx.report(
            site.text.node.range(),
            format!(
                "the data binding `{binding}` must be the whole value of this {} input",
                kind.name()
            ),
        )
        .note("with other characters around it the input is a string, not data")
        .help(format!(
            "write `{binding}` alone, and append the rest to the path in the command"
        ));
    }
}

/// Returns `true` if the target is data of the pipeline or of another step.
fn is_binding(target: &Target<'_>) -> bool {
    matches!(
        target,
        Target::ParentInput(_) | Target::StepOutput(..) | Target::StepInput(..)
    )
}

/// Returns the type of the port, if it is data and the site is its value.
fn data_type(program: &Program<'_>, site: &ExpressionSite<'_>) -> Option<PortType> {
    let step = program.step(site)?;
    let name = site.key?.text()?;
    let declared = step.callee.interface()?.inputs.get(name)?.declared()?;
    let given = step.inputs.get(name)?;
    (declared.is_data() && given.value == site.text.node).then_some(declared)
}
