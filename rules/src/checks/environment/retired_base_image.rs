//! Base images that are no longer maintained.

use crate::checks::prelude::*;
use crate::checks::shared::ended_images;
use crate::compute::ended_image;

declare_rule! {
    /// Microsoft maintains few base images at a time. An image that is no longer maintained can still
    /// be pulled, but gets no security fixes, and packages are no longer built for its version of
    /// Ubuntu, Python, or CUDA, so its environments stop building some day.
    ///
    /// If no source names the image, but the version of Python or Ubuntu in its name has ended, this
    /// is an info. The list of images is from 2026-11-22; images that it doesn't know are not reported.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu20.04:latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "retired-base-image", Environment, Warning,
    summary: "a base image that is no longer maintained",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

/// Where Microsoft publishes the images of Azure Machine Learning.
const REGISTRY: &str = "mcr.microsoft.com/azureml/";

fn check(cx: &mut Context<'_>) {
    if !cx.document.text().contains(REGISTRY) {
        return;
    }
    let tree = cx.document.tree();
    for node in tree.nodes() {
        let key = node.key().filter(|_| !node.is_key()).and_then(Node::text);
        if key != Some("image") {
            continue;
        }
        if let Some(image) = known_text(node)
            .filter(|text| text.starts_with(REGISTRY))
            .and_then(ended_image)
        {
            ended_images::report(cx, node, image);
        }
    }
}
