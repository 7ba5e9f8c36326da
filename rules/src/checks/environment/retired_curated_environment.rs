//! Curated environments that are no longer maintained.

use crate::checks::prelude::*;
use crate::checks::shared::environment::ended_images;
use crate::compute::{ended_image, image_named_after_ended};

declare_rule! {
    /// Curated environments are replaced when their frameworks get new versions. One that is no
    /// longer maintained gets no security fixes, and may be archived at any time. Its successor
    /// has other versions of Python and packages, so test it. If a file names the environment in
    /// several places, that is one finding.
    ///
    /// There is no fix for a reference with a version, because the versions of the successor are
    /// not known.
    ///
    /// If no source names the environment, but the version of Python or Ubuntu in its name has
    /// ended, this is an info, and from a year after the end of its version of Python a warning. The list of environments is from 2026-11-22; an environment that it
    /// doesn't know is a hint if its name says so, and otherwise not reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// type: command
    /// command: python train.py
    /// code: src
    /// environment: azureml:AzureML-sklearn-1.0-ubuntu20.04-py38-cpu@latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// type: command
    /// command: python train.py
    /// code: src
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/labels/latest
    /// ```
    "retired-curated-environment", Environment, Warning,
    summary: "a curated environment that is no longer maintained",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/resource-curated-environments",
}

fn check(cx: &mut Context<'_>) {
    // These support no curated environments at all: `curated-environment-in-batch` reports that.
    if cx.kind().is_some_and(Kind::is_batch_deployment) {
        return;
    }
    // An environment of that name in the workspace is a custom one.
    let environments = cx
        .references()
        .iter()
        .filter_map(|(node, used)| (used.resource == Resource::Environment).then_some(*node));
    for naming in ended_images::namings(environments) {
        if let Some(image) = ended_image(naming.reference) {
            ended_images::report(cx, &naming, image);
        } else if let Some((kind, name)) = image_named_after_ended(naming.reference) {
            ended_images::report_by_name(cx, &naming, kind, name);
        }
    }
}
