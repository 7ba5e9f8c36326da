//! A `conda_file` that names another kind of file.

use crate::checks::prelude::*;

declare_rule! {
    /// `conda_file` names a conda file: a mapping with `dependencies`. The CLI accepts any file, and
    /// the mistake shows when the image is built.
    ///
    /// A list of packages for pip (`requirements.txt`) is not a mapping, and conda can't read it. In
    /// an environment of Azure Machine Learning, conda finds no `dependencies` and installs nothing.
    ///
    /// ```yaml bad path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file: requirements.txt
    /// ```
    /// ```text bad path=requirements.txt
    /// pandas==2.2.3
    /// ```
    /// ```yaml good path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file: conda.yml
    /// ```
    /// ```yaml good path=conda.yml
    /// dependencies: [python=3.12, pip, {pip: [pandas==2.2.3]}]
    /// ```
    "not-a-conda-file", Environment, Error,
    marks: [Unfinished],
    summary: "a `conda_file` that names a list for pip or an environment",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-environment",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    for value in document.conda_values() {
        let path = known_text(value).filter(|path| !path.contains([':', '\n']));
        let Some(path) = path else {
            continue;
        };
        let named = cx.workspace.referenced(document.path(), path);
        let root = named.and_then(|named| named.root());
        if let Some(root) = root.filter(|root| root.kind() == NodeKind::Mapping) {
            let has = |key: &&str| root.get(key).is_some();
            if !has(&"dependencies") && ["image", "conda_file", "build"].iter().any(has) {
                cx.report(
                    value.range(),
                    format!(
                        "`{path}` is an environment of Azure Machine Learning, not a conda file"
                    ),
                )
                .level(Level::Warning)
                .note("conda finds no `dependencies` in it, and installs nothing")
                .help("name the conda file itself");
            }
        } else if let Some(text) = cx.workspace.text(document.path(), path)
            && is_list(&text)
        {
            cx.report(
                value.range(),
                format!("`{path}` is a list of packages for pip, not a conda file"),
            )
            .note("conda reads a mapping with `dependencies`; the CLI sends the text as it is, and the image isn't built")
            .help("name a conda file that lists the packages under `pip`");
        }
    }
}

/// Returns `true` for lines such as `pandas==2.2.3`, and nothing that could be a key.
fn is_list(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let is_package = |line: &str| {
        line.is_empty()
            || line.starts_with(['#', '-'])
            || line.starts_with(|c: char| c.is_ascii_alphanumeric())
                && !line.ends_with(':')
                && !line.contains(": ")
    };
    lines.clone().all(is_package) && lines.any(|line| line.starts_with(char::is_alphanumeric))
}
