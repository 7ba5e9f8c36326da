//! The purpose of conda files, and the packages of the environments that a document names.

use crate::checks::context::Context;
use crate::checks::shared::environment::unused_definitions::note_of_disuse;
use crate::checks::shared::paths::mentions::is_in_script;
use crate::checks::shared::paths::repository::repository;
use crate::checks::shared::reference::definition::ProjectDefinition;
use crate::document::{CondaFile, Document, Kind};
use crate::path::{below, file_name};
use crate::syntax::known_text;
use crate::workspace::{OnDisk, Workspace};

/// The purpose of a conda file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The environment of work in Azure ML: `conda_file` names the file, or it lists a package that
    /// only such work needs.
    Environment,
    /// MLflow wrote it beside a model.
    Model,
    /// Unknown: conda files have many uses besides Azure ML.
    Unknown,
}

/// Returns the purpose of `conda`, which is written in this document.
pub(crate) fn purpose(cx: &Context<'_>, conda: &CondaFile<'_>) -> Purpose {
    let path = cx.document.path();
    if cx.document.kind() != Some(Kind::CondaFile)
        || cx.workspace.conda_users(path).next().is_some()
    {
        return Purpose::Environment;
    }
    if cx.workspace.on_disk(path, "MLmodel") == Some(OnDisk::File) {
        return Purpose::Model;
    }
    let is_ours = |name: &str| {
        name.starts_with("azureml-") || matches!(name, "azure-ai-ml" | "mltable" | "promptflow")
    };
    let mut packages = conda.packages.iter();
    if packages.any(|(_, package)| is_ours(&package.name())) {
        Purpose::Environment
    } else {
        Purpose::Unknown
    }
}

/// The users of the packages that a document lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CondaUse {
    /// An environment, a model, or a command of Azure ML.
    Known,
    /// At most a script, a notebook, or a Dockerfile that mentions the conda file, or an environment whose place another
    /// one has taken.
    Scripts,
    /// Nothing here mentions the conda file: it is a leftover, or of another project.
    Nothing,
}

/// Returns the users of the packages of this document.
pub(crate) fn conda_use(cx: &Context<'_>) -> CondaUse {
    let path = cx.document.path();
    let users: Vec<&Document> = match cx.document.kind() {
        Some(Kind::Environment) => vec![cx.document],
        _ => cx.workspace.conda_users(path).map(|it| &**it).collect(),
    };
    if !users.is_empty() && users.iter().all(|user| note_of_disuse(cx, user).is_some()) {
        return CondaUse::Scripts;
    }
    if cx.document.kind() != Some(Kind::CondaFile)
        || !users.is_empty()
        || cx.workspace.on_disk(path, "MLmodel") == Some(OnDisk::File)
        || !cx.workspace.mentioning_files(path).is_empty()
    {
        return CondaUse::Known;
    }
    let dockerfile = cx.workspace.text(path, "Dockerfile");
    if dockerfile.is_some_and(|text| text.contains(file_name(path))) {
        return CondaUse::Scripts;
    }
    let top = repository(cx).top;
    let full = below(&top, path).unwrap_or(path);
    match is_in_script(cx, &top, full, |_| true) {
        Some(false) => CondaUse::Nothing,
        Some(true) | None => CondaUse::Scripts,
    }
}

/// Returns the packages that the `conda_file` of `environment` lists. The base image adds more, and
/// [`CondaFile::is_complete`] is `true` if all are known.
pub(crate) fn packages<'a>(
    workspace: &'a Workspace,
    environment: ProjectDefinition<'a>,
) -> Option<CondaFile<'a>> {
    let conda = environment.node.get("conda_file")?.resolved();
    match known_text(conda) {
        Some(path) => CondaFile::read(workspace.referenced(environment.path, path)?.root()?),
        None => CondaFile::read(conda),
    }
}
