//! A package that a conda file lists twice.

use std::collections::HashMap;

use crate::checks::prelude::*;

declare_rule! {
    /// If a package is listed twice with different versions, no version meets both, so the image
    /// isn't built. If both are the same, or only one has a version, the second one has no effect and
    /// is easily forgotten when the first is updated; this is an info.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [pandas==2.2.0, pandas==2.2.3]}]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [pandas==2.2.3]}]
    /// ```
    "duplicate-package", Environment, Warning,
    summary: "a package that a conda file lists twice",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        let mut seen: HashMap<(Installer, String), (Node<'_>, &str)> = HashMap::new();
        for (node, package) in &conda.packages {
            let text = node.text().unwrap_or_default();
            // The same package may be listed for each platform and each set of extras.
            if text.contains(';') || !package.extras.is_empty() {
                continue;
            }
            let key = (package.installer, package.name());
            match seen.get(&key) {
                Some(&(first, version)) => report(cx, *node, package, first, version),
                None => {
                    seen.insert(key, (*node, package.version));
                }
            }
        }
    }
}

fn report(
    cx: &mut Context<'_>,
    node: Node<'_>,
    package: &Requirement<'_>,
    first: Node<'_>,
    first_version: &str,
) {
    let name = package.written;
    let path = cx.document.shared_path();
    let conflict = is_one_version(first_version)
        && is_one_version(package.version)
        && exact(first_version) != exact(package.version);
    if conflict {
        cx.report(
            node.range(),
            format!("`{name}` is listed twice, with different versions"),
        )
        .related(&path, first.range(), "first listed here")
        .note("no version meets both, so the image can't be built")
        .help("keep the one with the version that the code needs");
    } else {
        cx.report(node.range(), format!("`{name}` is listed twice"))
            .level(Level::Info)
            .related(&path, first.range(), "first listed here")
            .help("remove one of them");
    }
}

/// Returns `true` if `version` allows a single version: `==1.2`, `=1.2`.
fn is_one_version(version: &str) -> bool {
    version.starts_with('=') && !version.contains([',', '*', '|', '>', '<'])
}

fn exact(version: &str) -> &str {
    version.trim_start_matches('=').trim()
}
