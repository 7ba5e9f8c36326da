//! Images whose version is not fixed.

use crate::checks::prelude::*;
use crate::checks::shared::environment::environments::environments;

declare_rule! {
    /// Without a tag, and with the tag `latest`, the registry decides which image is meant. The same
    /// environment can be built on another image tomorrow, with other versions of everything in it.
    /// Microsoft publishes the images of Azure Machine Learning with dated tags, such as
    /// `20260901.v1`.
    ///
    /// For its images for inference (`...-inference`), Microsoft recommends `latest`, and supports tags
    /// that are up to six months older.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi5.0-ubuntu24.04:latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi5.0-ubuntu24.04:20260901.v1
    /// ```
    "unpinned-image", Environment, Hint (off),
    marks: [Unfinished],
    summary: "an image without a fixed tag or digest",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for environment in environments(cx) {
        let Some(node) = environment.get("image") else {
            continue;
        };
        let Some(problem) = known_text(node).and_then(unpinned) else {
            continue;
        };
        let is_for_inference = node.text().is_some_and(|image| {
            image.starts_with("mcr.microsoft.com/azureml/") && image.contains("-inference")
        });
        cx.report(node.range(), problem)
            .note("the environment can be built on another image next time")
            .help(if is_for_inference {
                "add a tag with a date, and update it every six months: Microsoft supports no older \
                 tags of this image"
            } else {
                "add a tag that does not move, such as a date or a version, or a digest"
            });
    }
}

fn unpinned(image: &str) -> Option<String> {
    let is_reference = !image.is_empty() && !image.contains(char::is_whitespace);
    if !is_reference || image.contains('@') {
        return None;
    }
    // A colon before the last slash belongs to a port.
    let name = image.rsplit('/').next().unwrap_or(image);
    match name.split_once(':') {
        None => Some(format!("the image `{image}` has no tag")),
        Some((_, "latest")) => Some(format!("the tag `latest` of the image `{image}` moves")),
        Some(_) => None,
    }
}
