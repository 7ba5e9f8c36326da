//! The purpose of conda files, and the packages of the environments that a document names.

use crate::checks::context::Context;
use crate::checks::shared::reference::definition::ProjectDefinition;
use crate::document::{CondaFile, Kind};
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

/// Returns `true` if no file here uses this document, which is a conda file: it may be a leftover, or of another
/// project.
pub(crate) fn is_unused(cx: &Context<'_>) -> bool {
    let path = cx.document.path();
    cx.document.kind() == Some(Kind::CondaFile)
        && cx.workspace.conda_users(path).next().is_none()
        && cx.workspace.on_disk(path, "MLmodel") != Some(OnDisk::File)
        && cx.workspace.mentioning_files(path).is_empty()
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
