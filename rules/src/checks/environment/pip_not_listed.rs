//! Packages for pip in a conda file that does not list pip.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages::{CondaUse, Purpose};

declare_rule! {
    /// A conda file with a `pip` section needs `pip` itself among its dependencies. Without it, conda
    /// adds `pip` in a version of its choice, warns that the packages may end up in the wrong place,
    /// and Azure Machine Learning lists it as a problem of an environment.
    ///
    /// Fix: adds `pip` in front of the section, as conda does.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   channels: [conda-forge]
    ///   dependencies:
    ///     - python=3.12
    ///     - pip:
    ///         - azureml-mlflow==1.60.0
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   channels: [conda-forge]
    ///   dependencies:
    ///     - python=3.12
    ///     - pip
    ///     - pip:
    ///         - azureml-mlflow==1.60.0
    /// ```
    "pip-not-listed", Environment, Hint,
    summary: "a `pip` section in a conda file that doesn't list `pip`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        let Some(section) = conda.pip.and_then(Node::parent) else {
            continue;
        };
        let has_pip = conda
            .packages
            .iter()
            .any(|(_, package)| package.installer == Installer::Conda && package.is("pip"));
        let is_unsure = conda.root.get("dependencies").is_none_or(|list| {
            list.items()
                .any(|item| item.text().is_some_and(is_template))
        });
        if has_pip
            || is_unsure
            || packages::purpose(cx, conda) != Purpose::Environment
            || packages::conda_use(cx) == CondaUse::Nothing
        {
            continue;
        }
        let Some(key) = section.entry("pip").map(|entry| entry.key) else {
            continue;
        };
        let edit = fix::insert_item_before(section, "pip");
        let diagnostic = cx.report(
            key.range(),
            "packages are installed with pip, but `pip` isn't among the dependencies",
        );
        diagnostic
            .note("conda adds `pip` in a version of its choice, and warns about it")
            .help("add `pip` to `dependencies`, in front of this section");
        if let Some(edit) = edit {
            diagnostic.safe_fix("add `pip`", edit);
        }
    }
}
