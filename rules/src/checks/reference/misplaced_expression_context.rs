//! An expression that is not available where it is used.

use crate::checks::prelude::*;
use crate::path::file_name;

declare_rule! {
    /// `parent.` refers to the pipeline and is available in the fields of its steps. A command can
    /// use only the inputs and outputs of its own job or step, and a standalone job has no parent.
    /// `search_space.` is available only in the trial of a sweep.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     command: python prep.py ${{parent.inputs.raw}}
    ///     code: src
    ///     environment: azureml:sklearn@latest
    ///     inputs: {data: "${{parent.inputs.raw}}"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// inputs:
    ///   raw: {type: uri_folder, path: azureml:wine:1}
    /// jobs:
    ///   prep:
    ///     command: python prep.py ${{inputs.data}}
    ///     code: src
    ///     environment: azureml:sklearn@latest
    ///     inputs: {data: "${{parent.inputs.raw}}"}
    /// ```
    "misplaced-expression-context", Reference, Error,
    marks: [Unfinished],
    summary: "an expression that is not available where it is used",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-expressions",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let alone = cx
        .kind()
        .is_some_and(|kind| kind.is_job() && kind != Kind::JobPipeline);
    for (site, expression) in program.expressions() {
        let Some((message, help)) = problem(program, site, expression, alone) else {
            continue;
        };
        if matches!(expression.target, Target::SearchSpace(_)) && is_named_as_trial(cx) {
            continue;
        }
        let swap = own_name(program, site, expression);
        let diagnostic = cx.report(site.text.range(&expression.path), message);
        diagnostic.note(match program.is_checked_command(site) {
            true => "the CLI refuses the command: \"Invalid data binding expression\"",
            false => "the CLI loads the file without warning, and the job fails when it runs",
        });
        diagnostic.help(match &swap {
            Some(own) => format!("write `${{{{{own}}}}}`"),
            None => help.to_owned(),
        });
        if let Some((own, edit)) =
            swap.and_then(|own| Some((own.clone(), site.text.edit(&expression.path, &own)?)))
        {
            diagnostic.safe_fix(format!("write `{own}`"), edit);
        }
    }
}

/// Returns the headline and the help.
fn problem<'a>(
    program: &Program<'a>,
    site: &ExpressionSite<'a>,
    expression: &Expression<'a>,
    alone: bool,
) -> Option<(String, &'static str)> {
    let path = &site.text.text[expression.path.clone()];
    match &expression.target {
        Target::SearchSpace(_) if outside_sweep(program, site) => Some((
            format!("`{path}` is available only in the trial of a sweep"),
            "use an input, or move the command into the `trial` of a sweep",
        )),
        Target::ParentInput(_)
        | Target::ParentOutput(_)
        | Target::StepInput(..)
        | Target::StepOutput(..) => {
            if alone {
                let help = "use an input or output of the job itself: `${{inputs.NAME}}` or \
                            `${{outputs.NAME}}`";
                return Some((
                    format!("`{path}` can't be used in a job that is not a pipeline step"),
                    help,
                ));
            }
            (site.role == ExpressionRole::Run)
                .then(|| (format!("`{path}` can't be used in a command"), IN_COMMAND))
        }
        Target::LegacyStep(_) if program.is_checked_command(site) => {
            Some((format!("`{path}` can't be used in a command"), IN_COMMAND))
        }
        _ => None,
    }
}

/// The way of an output of another step into a command.
const IN_COMMAND: &str =
    "bind it to an input of the step, and use `${{inputs.NAME}}` in the command";

/// Returns `true` if a sweep names a file with the name of this one as its `trial`. Its path may be
/// wrong: that has a diagnostic of its own.
fn is_named_as_trial(cx: &Context<'_>) -> bool {
    let name = file_name(cx.document.path());
    let names_it = |node: Node<'_>| {
        node.key().and_then(Node::text) == Some("trial")
            && node.text().is_some_and(|text| file_name(text) == name)
    };
    cx.workspace
        .documents()
        .filter(|other| other.path() != cx.document.path() && other.text().contains(name))
        .any(|other| other.tree().nodes().any(names_it))
}

fn outside_sweep(program: &Program<'_>, site: &ExpressionSite<'_>) -> bool {
    let step_kind = program.step(site).map(|step| step.kind);
    match site.role {
        ExpressionRole::Run => program
            .scope(site)
            .is_some_and(|scope| scope.search_space.is_none()),
        ExpressionRole::StepInput | ExpressionRole::StepOutput => !matches!(
            step_kind,
            None | Some(StepKind::Sweep | StepKind::Unknown | StepKind::Control)
        ),
        _ => false,
    }
}

/// Returns the name of the step's port that is bound to the target of `expression`, if there is
/// exactly one.
fn own_name<'a>(
    program: &Program<'a>,
    site: &ExpressionSite<'a>,
    expression: &Expression<'a>,
) -> Option<String> {
    let at = program.scope(site)?.step?;
    let step: &Step<'a> = program.pipelines.get(at.0)?.steps.get(at.1)?;
    let expected = &site.text.text[expression.path.clone()];
    let bound = program
        .sites
        .iter()
        .filter(|other| (other.pipeline, other.step) == (Some(at.0), Some(at.1)));
    let names: Vec<String> = bound
        .filter_map(|other| {
            let whole = other.text.whole()?;
            let section = match other.role {
                ExpressionRole::StepInput => "inputs",
                ExpressionRole::StepOutput => "outputs",
                _ => return None,
            };
            let name = other.key?.text()?;
            let value = step.node.get_path(&[section, name])?;
            let direct = value == other.text.node || value.get("path") == Some(other.text.node);
            (direct && &other.text.text[whole.path.clone()] == expected)
                .then(|| format!("{section}.{name}"))
        })
        .collect();
    match names.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}
