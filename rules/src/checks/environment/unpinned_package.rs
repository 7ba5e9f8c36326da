//! A package without a version.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages::Purpose;

declare_rule! {
    /// Without versions, two builds of the same conda file can contain different packages: a job that
    /// ran last month can fail or give other results after the image is built again. Azure Machine
    /// Learning lists it as a problem of an environment.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, numpy]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, numpy=2.1]
    /// ```
    "unpinned-package", Environment, Hint(off),
    marks: [Unfinished],
    summary: "a package without a version in a conda file",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        if packages::purpose(cx, conda) != Purpose::Environment {
            continue;
        }
        for (node, package) in &conda.packages {
            // `conda-python-unpinned` and `pip-not-listed` report these.
            let is_tool = package.is("python") || package.is("pip");
            if !package.version.is_empty() || is_tool {
                continue;
            }
            let name = package.written;
            cx.report(node.range(), format!("`{name}` has no version"))
                .note("the newest version is installed each time the image is built")
                .help("specify the version that the code was tested with");
        }
    }
}
