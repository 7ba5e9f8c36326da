//! Packages of SDK v1.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages::{CondaUse, Purpose};
use crate::compute::{PackageBasis, SDK_V1_SUPPORT_ENDS, SdkV1Package, sdk_v1_package};

declare_rule! {
    /// SDK v1 (`azureml-core` and the packages around it) is deprecated since 2025-03-31, and its
    /// support ended on 2026-06-30. The packages can still be installed, but they get no support.
    /// SDK v1 and SDK v2 aren't meant to be used in one environment.
    ///
    /// Batch deployments and parallel jobs still need `azureml-core` and `azureml-dataset-runtime`:
    /// in their environments, and where both are listed together, the two aren't reported. Conda
    /// files that MLflow wrote beside a model aren't reported either, because the model may need
    /// the packages to load. If no source that was read in full names a package, this is an info, and
    /// in a conda file that only a script, the `Dockerfile` beside it, or an unused environment
    /// mentions, a hint. A conda file that none of these mentions isn't checked. The list is from 2026-11-22.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [azureml-sdk==1.60.0]}]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [azureml-mlflow==1.60.0]}]
    /// ```
    "retired-package", Environment, Warning,
    summary: "a package of SDK v1, which is no longer supported",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-migrate-from-v1",
}

/// Packages that batch deployments and parallel jobs need.
const BATCH_PACKAGES: [&str; 2] = ["azureml-core", "azureml-dataset-runtime"];

fn check(cx: &mut Context<'_>) {
    if !cx.document.text().contains("azureml") {
        return;
    }
    for conda in cx.conda_files() {
        let mut found = Vec::new();
        for (node, package) in &conda.packages {
            let retired = sdk_v1_package(&package.name());
            found.extend(retired.map(|retired| (*node, retired)));
        }
        if found.is_empty() || packages::purpose(cx, conda) == Purpose::Model {
            continue;
        }
        if serves_batch(cx, conda) {
            found.retain(|(_, retired)| !BATCH_PACKAGES.contains(&retired.name));
        }
        let conda_use = packages::conda_use(cx);
        if conda_use == CondaUse::Nothing {
            continue;
        }
        let has_server = conda.lists("azureml-inference-server-http");
        for same in by_help(found, has_server) {
            report(cx, conda_use, &same);
        }
    }
}

/// Packages with the same help.
struct Same<'a> {
    help: String,
    packages: Vec<(Node<'a>, &'static SdkV1Package)>,
}

/// Groups the packages in `found` by their help.
fn by_help<'a>(found: Vec<(Node<'a>, &'static SdkV1Package)>, has_server: bool) -> Vec<Same<'a>> {
    let mut groups: Vec<Same<'a>> = Vec::new();
    for package in found {
        let help = help(package.1, has_server);
        match groups.iter_mut().find(|same| same.help == help) {
            Some(same) => same.packages.push(package),
            None => groups.push(Same {
                help,
                packages: vec![package],
            }),
        }
    }
    groups
}

/// Returns the help for `package`.
fn help(package: &SdkV1Package, has_server: bool) -> String {
    if package.name.contains("automl") {
        return "keep it while the environment loads a model that SDK v1 trained with AutoML; otherwise, remove it"
            .to_owned();
    }
    match package.instead {
        "" => "remove it if the code no longer imports it".to_owned(),
        "azureml-inference-server-http" if has_server => {
            "remove it: the server for scoring scripts is listed on its own".to_owned()
        }
        "azureml-inference-server-http" => "for scoring scripts, list \
             `azureml-inference-server-http`; for training, list the packages that the code imports"
            .to_owned(),
        "azure-ai-ml" => "use `azure-ai-ml` to submit and manage jobs, and `mlflow` with \
             `azureml-mlflow` to log in a run"
            .to_owned(),
        instead => format!("use `{instead}`, or remove it if the code no longer imports it"),
    }
}

fn report(cx: &mut Context<'_>, conda_use: CondaUse, same: &Same<'_>) {
    // The package with the best evidence represents all of them.
    let is_stated =
        |(_, package): &&(Node<'_>, &SdkV1Package)| package.basis == PackageBasis::Stated;
    let stated = same.packages.iter().find(is_stated);
    let Some((node, retired)) = stated.or(same.packages.first()) else {
        return;
    };
    let level = match retired.basis {
        _ if conda_use == CondaUse::Scripts => Level::Hint,
        PackageBasis::Stated => Level::Warning,
        PackageBasis::Excerpt | PackageBasis::Place => Level::Info,
    };
    let Some(stage) = cx.stage(&[(SDK_V1_SUPPORT_ENDS.plus_days(1), level)]) else {
        return;
    };
    let name = node.text().map_or(retired.name, package_name);
    let subject = match same.packages.len() {
        1 => format!("`{name}` belongs"),
        2 => format!("`{name}` and 1 other package belong"),
        n => format!("`{name}` and {} other packages belong", n - 1),
    };
    let path = cx.document.shared_path();
    let message = format!("{subject} to SDK v1, whose support ended on {SDK_V1_SUPPORT_ENDS}");
    let diagnostic = cx.report(node.range(), message).stage(stage).deprecated();
    for (other, _) in same.packages.iter().filter(|(other, _)| other != node) {
        diagnostic.related(&path, other.range(), "this one, too");
    }
    if retired.name == "azureml-defaults" {
        diagnostic.note(
            "its newest versions install `azureml-core`, `azureml-dataset-runtime`, and \
             `azureml-inference-server-http`",
        );
    }
    diagnostic.help(same.help.clone());
}

/// Returns the package at the start of a requirement.
fn package_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c));
    &text[..end.unwrap_or(text.len())]
}

/// Returns `true` if a batch deployment or a parallel job may run in this environment.
fn serves_batch(cx: &Context<'_>, conda: &CondaFile<'_>) -> bool {
    if BATCH_PACKAGES.iter().all(|package| conda.lists(package)) {
        return true;
    }
    let document = cx.document;
    if document.kind() != Some(Kind::CondaFile) {
        return runs_batch(cx, document);
    }
    let mut users = cx.workspace.conda_users(document.path());
    users.any(|user| runs_batch(cx, user))
}

/// Returns `true` if `document` is a batch deployment, has parallel jobs, or is an environment that
/// such a file names.
fn runs_batch(cx: &Context<'_>, document: &Document) -> bool {
    let Some(kind) = document.kind() else {
        return false;
    };
    if kind != Kind::Environment {
        return is_batch(document);
    }
    let name = document
        .get("name")
        .and_then(known_text)
        .unwrap_or_default();
    let sorts = [Resource::Deployment, Resource::Component, Resource::Job];
    let mut others = sorts
        .into_iter()
        .flat_map(|sort| cx.workspace.members_in_scope(document.path(), sort));
    others.any(|other| is_batch(other) && other.text().contains(name))
}

fn is_batch(document: &Document) -> bool {
    let kind = document.kind();
    kind.is_some_and(Kind::is_batch_deployment)
        || kind == Some(Kind::ComponentParallel)
        || document.text().contains("type: parallel")
}
