//! Text around an expression where data is bound.

use crate::checks::prelude::*;

declare_rule! {
    /// Data is handed over as a whole: the binding is the entire value. With text around it the
    /// service gets a string that is no address. Where a step needs a folder inside the data, the
    /// command appends it.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
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
    /// command: python prep.py ${{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs: {data: {type: uri_folder}}
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
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
    /// command: python prep.py ${{inputs.data}}/2024
    /// environment: azureml:sklearn@latest
    /// inputs: {data: {type: uri_folder}}
    /// ```
    "mixed-text-data-binding", Reference, Warning,
    summary: "text around a binding of data",
    fix: None,
    since: "0.1.0",
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
        // A path put together from parameters is an address after all.
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
            format!("text around `{binding}`, which is data ({})", kind.name()),
        )
        .note("data is bound as a whole; with text around it the value is a string")
        .help(format!(
            "bind `{binding}` alone, and append the rest in the command"
        ));
    }
}

/// Whether the target is data of the pipeline or of another step.
fn is_binding(target: &Target<'_>) -> bool {
    matches!(
        target,
        Target::ParentInput(_) | Target::StepOutput(..) | Target::StepInput(..)
    )
}

/// The type of the port, if it is data and the site is its value.
fn data_type(program: &Program<'_>, site: &ExpressionSite<'_>) -> Option<PortType> {
    let step = program.step(site)?;
    let name = site.key?.text()?;
    let declared = step.callee.interface()?.inputs.get(name)?.declared()?;
    let given = step.inputs.get(name)?;
    (declared.is_data() && given.value == site.text.node).then_some(declared)
}
