//! A local file that a conda file names for pip.

use crate::checks::prelude::*;
use crate::path::is_absolute_somewhere;

declare_rule! {
    /// The CLI sends the text of the conda file, and no other file. An entry of pip that names a
    /// local file or folder, such as `-r requirements.txt`, `-e .`, or `./package.whl`, names
    /// nothing where the image is built, and pip fails.
    ///
    /// This rule reports conda files that a `conda_file` names. An environment that is built from a
    /// folder (`build`) has the files of that folder.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [-r requirements.txt]}]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [pandas==2.2.3]}]
    /// ```
    "local-file-in-conda-file", Environment, Error,
    marks: [Unfinished],
    summary: "a local file in a conda file, which is sent without it",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

/// Options of pip with a file.
const OPTIONS: [&str; 6] = [
    "-r",
    "--requirement",
    "-c",
    "--constraint",
    "-e",
    "--editable",
];

fn check(cx: &mut Context<'_>) {
    let is_file = cx.document.kind() == Some(Kind::CondaFile);
    if is_file
        && cx
            .workspace
            .conda_users(cx.document.path())
            .next()
            .is_none()
    {
        return;
    }
    for conda in cx.conda_files() {
        for item in conda.pip.into_iter().flat_map(Node::items) {
            let Some(path) = known_text(item).and_then(local_file) else {
                continue;
            };
            cx.report(
                item.range(),
                format!("`{path}` is not sent with the conda file"),
            )
            .note("the CLI sends the conda file alone, so pip doesn't find the path where the image is built")
            .help("list the packages in the conda file, or use `build` with a Dockerfile that copies the file");
        }
    }
}

/// Returns the local path that an entry of pip names.
fn local_file(entry: &str) -> Option<&str> {
    let entry = entry.trim();
    let entry = entry.split(" #").next().unwrap_or(entry).trim_end();
    let of_option = |option: &str| {
        let rest = entry.strip_prefix(option)?;
        let is_separated = rest.starts_with([' ', '=']) || option.len() == 2;
        is_separated.then(|| rest.trim_start_matches('=').trim())
    };
    let path = match OPTIONS.iter().find_map(|option| of_option(option)) {
        Some(path) => path,
        None => Some(entry).filter(|entry| *entry == "." || is_relative(entry))?,
    };
    let is_other = path.is_empty()
        || path.contains([':', '$', '+', '@'])
        || path.starts_with(['~', '-'])
        || is_absolute_somewhere(path);
    (!is_other).then_some(path)
}

fn is_relative(path: &str) -> bool {
    path.starts_with("./") || path.starts_with("../")
}
