//! A Dockerfile that copies files outside of its build context.

use std::sync::Arc;

use crate::checks::prelude::*;
use crate::checks::shared::environment::environments::{Build, builds};
use crate::docker::{DockerWord, Dockerfile, Instruction};
use crate::path::PathStyle;
use crate::workspace::OnDisk;

declare_rule! {
    /// `COPY` and `ADD` take files from the build context, the folder in `build.path`: nothing
    /// else is uploaded. If the file is missing, the build fails, minutes after the job was
    /// submitted.
    ///
    /// The finding is at the value that leads to the Dockerfile, and shows the line. If a script
    /// creates the file before you submit, ignore the finding in `azml.yaml` or with a comment.
    ///
    /// ```yaml bad path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// build:
    ///   path: docker
    /// ```
    /// ```dockerfile bad path=docker/Dockerfile
    /// FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// COPY ../requirements.txt .
    /// ```
    /// ```yaml good path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// build:
    ///   path: docker
    /// ```
    /// ```dockerfile good path=docker/Dockerfile
    /// FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// COPY requirements.txt .
    /// ```
    /// ```text good path=docker/requirements.txt
    /// pandas
    /// ```
    "docker-copy-source-missing", Environment, Warning,
    marks: [Unfinished],
    summary: "a Dockerfile that copies a file that is missing in its build context",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for build in builds(cx) {
        let path = build.dockerfile_path();
        let text = cx.workspace.text(cx.document.path(), &path);
        if let Some(text) = text.filter(|_| build.has_context(cx)) {
            check_dockerfile(cx, &build, &path, &text);
        }
    }
}

fn check_dockerfile(cx: &mut Context<'_>, build: &Build<'_>, path: &str, text: &str) {
    let Some(full) = cx.workspace.full_path(cx.document.path(), path) else {
        return;
    };
    let full: Arc<str> = full.into();
    let dockerfile = Dockerfile::new(text);
    for instruction in dockerfile.all("COPY").chain(dockerfile.all("ADD")) {
        for source in sources(instruction) {
            let Some(problem) = problem(cx, build, source.text) else {
                continue;
            };
            let (name, shown) = (source.text, path.trim_start_matches("./"));
            cx.report(
                build.deciding().range(),
                format!("`{shown}` copies `{name}`, which {problem}"),
            )
            .note("only the folder in `path` is uploaded; if a file is missing, the build fails")
            .help(format!(
                "add the file to `{}`, or correct the path in the Dockerfile",
                build.folder
            ))
            .related(&full, source.range, "it is copied here");
        }
    }
}

/// Returns the paths that an instruction copies from the build context, as far as they are known.
fn sources<'i, 't>(instruction: &'i Instruction<'t>) -> &'i [DockerWord<'t>] {
    let words = &instruction.words;
    let is_option = |word: &&DockerWord<'_>| word.text.starts_with("--");
    let options = words.iter().take_while(is_option).count();
    let (options, paths) = words.split_at(options);
    // A build stage or an image, the JSON form, and here-documents.
    let is_other = options.iter().any(|word| word.text.starts_with("--from"))
        || paths.first().is_some_and(|word| word.text.starts_with('['))
        || paths.iter().any(|word| word.text.starts_with("<<"));
    match paths.split_last() {
        Some((_, sources)) if !is_other => sources,
        _ => &[],
    }
}

/// Describes the problem with the source `path`.
fn problem(cx: &Context<'_>, build: &Build<'_>, path: &str) -> Option<String> {
    // Variables, patterns, quotes, URLs, and archives of repositories.
    if path.contains(['$', '*', '?', '[', '\\', '"', '\'', ':', '@', '<']) {
        return None;
    }
    // Docker reads an absolute path relative to the root of the context.
    let Some(inside) = PathStyle::Unix.clean(path.trim_start_matches('/')) else {
        return Some(format!(
            "is outside of the build context `{}`",
            build.folder
        ));
    };
    let is_missing = build.at(cx, &build.inside(&inside)) == Some(OnDisk::Nothing);
    is_missing.then(|| format!("does not exist in the build context `{}`", build.folder))
}
