//! Curated environments that are no longer maintained.

use crate::checks::prelude::*;
use crate::checks::shared::ended_images;
use crate::compute::ended_image;

declare_rule! {
    /// Curated environments come and go with the versions of their frameworks. One that is no longer
    /// maintained gets no security fixes, and may be archived at any time. Its successor has other
    /// versions of Python and packages, so test the job with it.
    ///
    /// If no source names the environment, but the version of Python or Ubuntu in its name has ended,
    /// this is an info. The list of environments is from 2026-11-22; environments that it doesn't
    /// know are not reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// type: command
    /// command: python train.py
    /// environment: azureml:AzureML-sklearn-1.0-ubuntu20.04-py38-cpu@latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// type: command
    /// command: python train.py
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/labels/latest
    /// ```
    "retired-curated-environment", Environment, Warning,
    summary: "a curated environment that is no longer maintained",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/resource-curated-environments",
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references() {
        if used.resource != Resource::Environment {
            continue;
        }
        // An environment of that name in the workspace is somebody's own.
        if let Some(image) = known_text(*node).and_then(ended_image) {
            ended_images::report(cx, *node, image);
        }
    }
}
