//! The image or build of an environment.

use crate::checks::prelude::*;
use crate::checks::shared::environment::environments::{registered_name, written_reference};

declare_rule! {
    /// An environment is based on an `image` or on a Dockerfile (`build`), not on both.
    /// `conda_file` adds packages to an image; a conda file alone is not enough. Spark jobs and
    /// components need no image.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// conda_file: {dependencies: [python=3.11]}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file: {dependencies: [python=3.11]}
    /// ```
    "environment-source", Structure, Error,
    marks: [Unfinished],
    summary: "an environment without an image or Dockerfile, or with both",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-environment",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::EnvironmentSource) {
        let SchemaFault::Check { check, .. } = problem.fault else {
            continue;
        };
        let environment = environment_at(cx, problem.at);
        let is_component = cx.kind().is_some_and(Kind::is_component);
        let is_open = is_component && has_description_only(environment);
        if is_open || is_of_spark(cx, environment) || has_unknown_key(cx, environment) {
            continue;
        }
        let both = faults::given(problem.at, check.fields) > 1;
        let is_unfinished = || {
            ["image", "build"]
                .iter()
                .any(|key| environment.entry(key).is_some())
        };
        if !both && is_unfinished() {
            // `null-where-value-needed` reports the key without a value.
            continue;
        }
        let (message, help) = if both {
            (
                "`image` and `build` can't be used together",
                "keep one of them",
            )
        } else {
            (
                "the environment needs an `image` or a `build`",
                "add `image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04`, or `build: \
                 {path: FOLDER}`",
            )
        };
        let registered = registered_name(environment).or_else(|| written_reference(environment));
        let registered = registered.filter(|_| !both);
        let diagnostic = cx.report(problem.at.range(), message);
        match registered {
            Some(reference) => diagnostic
                .note("an environment defined inline is anonymous: its `name`, `version`, and `id` are ignored")
                .help(format!("to use a registered environment, write `environment: {reference}`")),
            None => diagnostic.help(help),
        };
        if !problem.refused {
            diagnostic
                .level(Level::Warning)
                .note("the CLI accepts the file, but the service can't build the environment");
        }
    }
}

/// Returns the environment whose key, or one of whose keys, is `at`.
fn environment_at<'a>(cx: &Context<'a>, at: Node<'a>) -> Node<'a> {
    let is_environment = |node: &Node<'a>| {
        let ty = cx.judgement().mapping_type(*node);
        ty.is_some_and(|ty| ty.name.contains("Environment"))
    };
    let around = [at.value_of_key(), at.parent()];
    around
        .into_iter()
        .flatten()
        .find(is_environment)
        .unwrap_or(at)
}

/// Returns `true` for an environment with nothing but a description: code that loads the component sets it.
fn has_description_only(environment: Node<'_>) -> bool {
    let mut keys = environment.entries().map(|entry| entry.key.text());
    environment.get("description").is_some() && keys.all(|key| key == Some("description"))
}

/// Returns `true` if Spark runs in the environment: the client adds an image if there is none.
fn is_of_spark(cx: &Context<'_>, environment: Node<'_>) -> bool {
    let owner = environment
        .parent()
        .and_then(|parent| cx.judgement().mapping_type(parent));
    owner.is_some_and(|owner| owner.name.contains("Spark"))
}

/// Returns `true` if a key of the environment is already reported; it may be meant as the image.
fn has_unknown_key(cx: &Context<'_>, environment: Node<'_>) -> bool {
    cx.judgement().problems.iter().any(|problem| {
        matches!(problem.fault, SchemaFault::UnknownKey { mapping, .. } if mapping == environment)
    })
}
