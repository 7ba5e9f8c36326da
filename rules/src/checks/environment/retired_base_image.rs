//! Base images that are no longer maintained.

use std::collections::HashSet;
use std::sync::Arc;

use crate::checks::prelude::*;
use crate::checks::shared::environment::ended_images::{self, LineOfDockerfile, Naming};
use crate::checks::shared::environment::environments::{Build, builds};
use crate::checks::shared::environment::unused_definitions::note_of_disuse;
use crate::compute::{ended_image, image_named_after_ended, python_version};
use crate::docker::Dockerfile;

declare_rule! {
    /// Microsoft maintains few base images at a time. An image that is no longer maintained can
    /// still be pulled, but gets no security fixes, and packages are no longer built for its
    /// version of Ubuntu, Python, or CUDA, so its environments eventually can't be built.
    ///
    /// If no source names the image, but the version of Python or Ubuntu in its name has ended,
    /// this is an info, and from a year after the end of its version of Python a warning. The list of images is from 2026-11-22; an image that it doesn't know is a
    /// hint if its name says so, and otherwise not reported.
    ///
    /// If a file names the image in several places, that is one finding. There is no fix for an
    /// image with a tag or digest that doesn't move, because those of the successor are not known.
    ///
    /// If no script mentions the file of an environment, this is a hint where a command creates the environment from
    /// another file of the same folder, where documents refer to newer versions only, or where they refer to other
    /// environments and nothing mentions the name of this one.
    ///
    /// The Dockerfile that `build` names is read, too: the finding is at the value that leads there,
    /// and shows the line. Images of Python itself (`python:3.8`) count when the support of that
    /// version has ended.
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
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

/// The names of the official Python images.
const PYTHON: [&str; 3] = ["python:", "docker.io/python:", "docker.io/library/python:"];

fn check(cx: &mut Context<'_>) {
    for naming in ended_images::namings(images(cx)) {
        judge(cx, &naming);
    }
    for build in builds(cx) {
        in_dockerfile(cx, &build);
    }
    if cx.found.is_empty() {
        return;
    }
    if let Some(note) = note_of_disuse(cx, cx.document) {
        for diagnostic in &mut cx.found {
            diagnostic.level(Level::Hint).note(note);
        }
    }
}

/// Returns the values that name images.
fn images<'a>(cx: &Context<'a>) -> Vec<Node<'a>> {
    let text = cx.document.text();
    let has_some = text.contains("mcr.microsoft.com/azureml/") || text.contains("python:");
    // Deployments in the file of an endpoint are a mistake, which another rule reports.
    if !has_some || cx.kind().is_some_and(Kind::is_endpoint) {
        return Vec::new();
    }
    let is_image =
        |node: &Node<'a>| !node.is_key() && node.key().and_then(Node::text) == Some("image");
    cx.document.tree().nodes().filter(is_image).collect()
}

fn judge(cx: &mut Context<'_>, naming: &Naming<'_>) {
    if let Some(image) = ended_image(naming.reference) {
        if naming.reference.starts_with("mcr.microsoft.com/") {
            ended_images::report(cx, naming, image);
        }
        return;
    }
    if let Some((kind, name)) = image_named_after_ended(naming.reference) {
        if naming.reference.starts_with("mcr.microsoft.com/") {
            ended_images::report_by_name(cx, naming, kind, name);
        }
        return;
    }
    let mut tags = PYTHON
        .iter()
        .map(|name| naming.reference.strip_prefix(name));
    let version = tags.find_map(|tag| tag).and_then(|tag| {
        let end = tag.find(['-', '@']).unwrap_or(tag.len());
        python_version(&tag[..end])
    });
    if let Some(version) = version {
        ended_images::report_python(cx, naming, version);
    }
}

/// Checks the base images in the Dockerfile of `build`. Each image is reported once.
fn in_dockerfile(cx: &mut Context<'_>, build: &Build<'_>) {
    let (from, path) = (cx.document.path(), build.dockerfile_path());
    let Some(text) = cx.workspace.text(from, &path) else {
        return;
    };
    let Some(full) = cx.workspace.full_path(from, &path) else {
        return;
    };
    let full: Arc<str> = full.into();
    let mut seen = HashSet::new();
    for base in Dockerfile::new(&text).base_images() {
        if !seen.insert(base.reference.clone()) {
            continue;
        }
        let line = LineOfDockerfile {
            name: path.trim_start_matches("./").to_owned(),
            path: full.clone(),
            range: base.range,
        };
        let naming = Naming {
            node: build.deciding(),
            others: Vec::new(),
            reference: &base.reference,
            line: Some(&line),
        };
        judge(cx, &naming);
    }
}
