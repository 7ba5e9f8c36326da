//! What conda files are for, and what the environments that a document names list.

use crate::checks::context::Context;
use crate::checks::shared::definition::ProjectDefinition;
use crate::document::{CondaFile, Kind};
use crate::syntax::known_text;
use crate::workspace::{OnDisk, Workspace};

/// What a conda file is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It is the environment of work in Azure ML: `conda_file` names it, or it lists a package that
    /// only such work needs.
    Environment,
    /// MLflow wrote it beside a model.
    Model,
    /// It may belong to something else: people keep conda files for many reasons.
    Unknown,
}

/// What `conda`, which is written in this document, is for.
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

/// What the environment that `environment` defines lists in `conda_file`. The packages of the base
/// image come on top, and [`CondaFile::is_complete`] says whether all are known.
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
