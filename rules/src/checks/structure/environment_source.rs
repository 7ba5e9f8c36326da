//! What an environment is made of.

use crate::checks::prelude::*;

declare_rule! {
    /// An environment is based on an `image` or on a Dockerfile (`build`), not on both. `conda_file`
    /// adds packages to an image; a conda file alone is not enough.
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
    summary: "an environment without an image or Dockerfile, or with both",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-environment",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::EnvironmentSource) {
        let Fault::Check { check, .. } = problem.fault else {
            continue;
        };
        let both = faults::given(problem.at, check.fields) > 1;
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
        let diagnostic = cx.report(problem.at.range(), message);
        diagnostic.help(help);
        if !problem.refused {
            diagnostic
                .level(Level::Warning)
                .note("the CLI accepts the file, but the service can't build the environment");
        }
    }
}
