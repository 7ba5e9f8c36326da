//! A conda file without a version of Python.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages::Purpose;

declare_rule! {
    /// If the conda file doesn't say which version of Python to install, conda chooses one each time
    /// the image is built. An environment that worked can then get a version of Python that the
    /// packages or the code don't support.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   channels: [conda-forge]
    ///   dependencies: [python, numpy=2.1]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   channels: [conda-forge]
    ///   dependencies: [python=3.12, numpy=2.1]
    /// ```
    "conda-python-unpinned", Environment, Hint,
    marks: [Unfinished],
    summary: "a conda file that leaves the version of Python open",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        let first = conda.pythons().next();
        let is_open = first.is_none_or(|(_, python)| python.version.is_empty());
        let only_one = conda.pythons().nth(1).is_none();
        let known = conda.is_complete() || first.is_some();
        if !is_open || !only_one || !known || packages::purpose(cx, conda) != Purpose::Environment {
            continue;
        }
        let list = conda.root.entry("dependencies").map(|entry| entry.key);
        let Some(place) = first.map(|(node, _)| *node).or(list) else {
            continue;
        };
        let what = match first {
            Some(_) => "`python` has no version",
            None => "`python` isn't among the dependencies",
        };
        cx.report(place.range(), what)
            .note("conda then chooses the version each time the image is built")
            .help(format!(
                "specify the version that the code was tested with, for example `python={}`",
                crate::compute::PYTHON_TO_USE
            ));
    }
}
