//! Scoring scripts without the functions that the service calls.

use crate::checks::prelude::*;
use crate::checks::shared::script::python_scripts::PythonScript;
use crate::checks::shared::script::scoring_scripts::{Caller, scoring_scripts};
use crate::script::python::{Bound, Passing, Signature, TopLevel};

declare_rule! {
    /// A scoring script isn't run: its functions are called. The inference server of an online
    /// deployment calls `init()` once when it starts and `run(data)` for each request. Batch
    /// deployments and parallel jobs call `run(mini_batch)` for each mini-batch; `init()` is
    /// optional there. If one of these functions is missing, or if `run` can't be called with the
    /// data, the deployment fails minutes after it was created, and so does the job.
    ///
    /// A name that is imported or assigned is enough. This rule doesn't report scripts whose names
    /// aren't all known (`from x import *`, `globals()`), or containers with their own server.
    ///
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/versions/24
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```python bad path=src/score.py
    /// def init():
    ///     pass
    ///
    /// def predict(data):
    ///     return data
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/versions/24
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```python good path=src/score.py
    /// def init():
    ///     pass
    ///
    /// def run(data):
    ///     return data
    /// ```
    "scoring-function-missing", Script, Error,
    marks: [Unfinished],
    summary: "a scoring script without `init` or `run`, or whose `run` can't take the data",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-inference-server-http",
}

fn check(cx: &mut Context<'_>) {
    for (script, caller) in scoring_scripts(cx) {
        let names = TopLevel::of(&script.module);
        // Another rule reports an empty script.
        let is_empty = script.module.text().trim().is_empty();
        if is_empty || names.is_open || !script.module.errors().is_empty() {
            continue;
        }
        let required = required(caller);
        let missing = required
            .iter()
            .copied()
            .filter(|it| names.get(it).is_none());
        let missing: Vec<&str> = missing.collect();
        if !missing.is_empty() {
            report_missing(cx, (&script, caller), &names, &missing);
            continue;
        }
        for name in required {
            if let Some(Bound::Function(signature)) = names.get(name)
                && let Some(problem) = problem(caller, name, signature)
            {
                report_signature(cx, (&script, caller), (name, signature), &problem);
            }
        }
    }
}

/// Returns the required functions. Source of the first: `UserScript.load_script` of
/// azureml-inference-server-http 1.5.1.
fn required(caller: Caller) -> &'static [&'static str] {
    match caller {
        Caller::InferenceServer => &["init", "run"],
        Caller::Batch | Caller::Parallel => &["run"],
    }
}

fn report_missing(
    cx: &mut Context<'_>,
    (script, caller): (&PythonScript<'_>, Caller),
    names: &TopLevel,
    missing: &[&str],
) {
    let file = script.name();
    let headline = match missing {
        [one] => format!("`{file}` does not define `{one}`"),
        _ => format!("`{file}` defines neither `init` nor `run`"),
    };
    let first = missing.first().copied().unwrap_or_default();
    let near = closest(first, names.functions()).filter(|_| missing.len() == 1);
    let signatures: Vec<String> = missing
        .iter()
        .map(|name| format!("`def {name}({}):`", parameter(caller, name)))
        .collect();
    let help = match near {
        Some(near) => format!("rename `{near}` to `{first}`"),
        None => format!("add {} to `{file}`", signatures.join(" and ")),
    };
    let diagnostic = cx
        .report(script.run.script.range, headline)
        .note(calls(caller))
        .help(help);
    if let Some(Bound::Function(near)) = near.and_then(|near| names.get(near)) {
        diagnostic.related(&script.path, near.range, "this function has a similar name");
    }
}

/// Describes which function is called, and when.
fn calls(caller: Caller) -> &'static str {
    match caller {
        Caller::Batch => "a batch deployment calls `run` for each mini-batch",
        Caller::Parallel => "a parallel job calls `run` for each mini-batch",
        Caller::InferenceServer => {
            "the inference server calls `init` when it starts, and `run` for each request"
        }
    }
}

/// Returns the parameter of a function, as named in the documentation.
fn parameter(caller: Caller, function: &str) -> &'static str {
    match (caller, function) {
        (_, "init") => "",
        (Caller::Batch | Caller::Parallel, _) => "mini_batch",
        _ => "data",
    }
}

/// Returns the reason why `function` can't be called.
fn problem(caller: Caller, function: &str, signature: &Signature) -> Option<String> {
    if function == "init" {
        let needed = needed(signature, |_| true).next()?;
        return Some(format!("needs `{needed}`, but is called without arguments"));
    }
    let is_data = |name: &str| caller != Caller::InferenceServer || name != HEADERS;
    let takes_data = signature.has_args
        || signature.has_kwargs && caller == Caller::InferenceServer
        || signature.parameters.iter().any(|it| is_data(&it.name));
    if !takes_data {
        return Some("takes no data".to_owned());
    }
    let most = match caller {
        Caller::InferenceServer => 1,
        // Only a function with two parameters gets the context of the mini-batch.
        _ => 2,
    };
    let second = needed(signature, is_data).nth(most)?;
    Some(format!("needs `{second}`, which nothing passes"))
}

/// The parameter in which the inference server passes the headers of a request.
const HEADERS: &str = "request_headers";

/// Returns the parameters without a default.
fn needed<'s>(
    signature: &'s Signature,
    counts: impl Fn(&str) -> bool + 's,
) -> impl Iterator<Item = &'s str> {
    let parameters = signature.parameters.iter();
    parameters
        .filter(move |it| !it.has_default && it.passing != Passing::Position && counts(&it.name))
        .map(|it| it.name.as_str())
}

fn report_signature(
    cx: &mut Context<'_>,
    (script, caller): (&PythonScript<'_>, Caller),
    (function, signature): (&str, &Signature),
    problem: &str,
) {
    let parameter = parameter(caller, function);
    cx.report(
        script.run.script.range,
        format!("`{function}` in `{}` {problem}", script.name()),
    )
    .note(calls(caller))
    .help(format!("write `def {function}({parameter}):`"))
    .related(&script.path, signature.range, "it is defined here");
}
