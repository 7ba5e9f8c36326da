//! Build contexts that are larger than the service documents.

use crate::checks::prelude::*;
use crate::checks::shared::environment::environments::{Build, builds};
use crate::compute::limits::{BUILD_CONTEXT_BYTES, BUILD_CONTEXT_FILES};
use crate::wording::size;
use crate::workspace::UploadSize;

declare_rule! {
    /// A build context can have 100 files and one megabyte, by the documented limits of the
    /// service. The CLI uploads any number of files, and larger contexts were built, but also
    /// failed without a log.
    ///
    /// Files that the `.amlignore` of that folder excludes don't count; without one, those that
    /// its `.gitignore` excludes.
    ///
    /// ```yaml bad path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// build:
    ///   path: large
    /// ```
    /// ```dockerfile bad path=large/Dockerfile
    /// FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    /// ```yaml good path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// build:
    ///   path: docker
    /// ```
    /// ```dockerfile good path=docker/Dockerfile
    /// FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "build-context-limits", Environment, Info,
    summary: "a build context with more files or bytes than the documented limits",
    url: "https://learn.microsoft.com/azure/machine-learning/resource-limits-capacity",
}

fn check(cx: &mut Context<'_>) {
    let from = cx.document.path();
    for build in builds(cx) {
        if !build.has_context(cx) {
            continue;
        }
        if let Some(weight) = cx.workspace.upload_size(from, build.folder).filter(is_over) {
            report(cx, &build, weight);
        }
    }
}

fn is_over(weight: &UploadSize) -> bool {
    let is_more = |number: u64, limit: i64| i64::try_from(number).is_ok_and(|it| it > limit);
    weight.is_cut
        || is_more(weight.files, BUILD_CONTEXT_FILES)
        || is_more(weight.bytes, BUILD_CONTEXT_BYTES)
}

fn report(cx: &mut Context<'_>, build: &Build<'_>, weight: UploadSize) {
    let more = if weight.is_cut { "more than " } else { "" };
    cx.report(
        build.path.range(),
        format!(
            "the build context `{}` has {more}{} ({})",
            build.folder,
            counted(weight.files, "file"),
            size(weight.bytes)
        ),
    )
    .note(format!(
        "the documented limits are {BUILD_CONTEXT_FILES} files and one megabyte; the CLI uploads \
         more, but the build may fail without a log"
    ))
    .help(
        "use a folder with only what the Dockerfile copies, or exclude the rest with `.amlignore` in that folder",
    );
}
