//! A requirement that conda or pip cannot read.

use crate::checks::prelude::*;

declare_rule! {
    /// conda accepts `numpy=2.1`, but pip needs `numpy==2.1`. If pip can't read a requirement, the
    /// image can't be built. An entry such as `python: 3.12` in `dependencies` is read as a section
    /// like `pip`: older versions of conda stop, and newer ones leave the package out. An option of
    /// the command `pip install`, such as `--no-deps`, can't stand in a list of requirements (tried
    /// with pip 23.2.1 and 26.3).
    ///
    /// Fix: writes `==` for pip, and `=` for conda.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [pandas=2.2.3]}]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [pandas==2.2.3]}]
    /// ```
    "malformed-requirement", Environment, Error,
    marks: [Unfinished],
    summary: "a requirement that conda or pip can't read",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        for (node, package) in &conda.packages {
            if package.installer == Installer::Conda {
                continue;
            }
            if has_single_equals(package.version) {
                single_equals(cx, *node, package);
            } else if let Some(version) = bare_version(package.version) {
                without_operator(cx, *node, package, version);
            }
        }
        for (item, entry) in conda.pip_entries() {
            option(cx, item, entry);
        }
        let list = conda.root.get("dependencies");
        for item in list.into_iter().flat_map(Node::items) {
            if let Some(entry) = item.entries().next() {
                section(cx, item, entry);
            }
        }
    }
}

/// Returns `true` if the whole condition is one `=` with a version.
fn has_single_equals(version: &str) -> bool {
    let version = version.strip_prefix('=').unwrap_or_default();
    version
        .trim_start()
        .starts_with(|c: char| c.is_ascii_digit())
        && !version.contains(['=', ',', '<', '>'])
}

/// Returns a version of the condition that has no operator, such as `2` of `>=1,2`.
fn bare_version(version: &str) -> Option<&str> {
    let is_plain = !version.contains(['(', ')', '$', '{', '[', '\\', ' ']);
    let mut parts = version.split(',').map(str::trim);
    let is_version = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
    parts.find(is_version).filter(|_| is_plain)
}

fn without_operator(
    cx: &mut Context<'_>,
    node: Node<'_>,
    package: &Requirement<'_>,
    version: &str,
) {
    let text = node.text().unwrap_or_default();
    let message = format!("pip can't read `{text}`: `{version}` has no operator before it");
    let diagnostic = cx.report(node.range(), message);
    diagnostic
        .note("pip stops at the first requirement that it can't read, and the image isn't built");
    if version == package.version && package.extras.is_empty() {
        let right = format!("{}=={version}", package.written);
        diagnostic.help(format!("write `{right}`"));
    } else {
        diagnostic.help(format!("write an operator, as in `<{version}`"));
    }
}

fn single_equals(cx: &mut Context<'_>, node: Node<'_>, package: &Requirement<'_>) {
    let text = node.text().unwrap_or_default();
    let right = text.replacen('=', "==", 1);
    cx.report(
        node.range(),
        format!("pip can't read `{text}`: a version is written with `==`"),
    )
    .note(format!(
        "`{}={}` is how conda writes it",
        package.written,
        package.version.trim_start_matches(['=', ' '])
    ))
    .help(format!("write `{right}`"))
    .safe_fix("write `==`", fix::set_text(node, &right));
}

/// Options of `pip install` that can't stand in a list of requirements.
const COMMAND_OPTIONS: [&str; 17] = [
    "--force-reinstall",
    "--ignore-installed",
    "--no-build-isolation",
    "--no-cache-dir",
    "--no-deps",
    "--no-use-pep517",
    "--quiet",
    "--target",
    "--upgrade",
    "--use-pep517",
    "--user",
    "--verbose",
    "-I",
    "-U",
    "-q",
    "-v",
    "-vv",
];

/// Options of a requirement with a value.
const WITH_VALUES: [&str; 4] = [
    "--global-option",
    "--install-option",
    "--config-settings",
    "-C",
];

/// Reports an option of the command line in an `entry` of a `pip` list.
fn option(cx: &mut Context<'_>, item: Node<'_>, entry: &str) {
    let mut words = entry.split_ascii_whitespace();
    let found = words.find(|word| COMMAND_OPTIONS.contains(word) || WITH_VALUES.contains(word));
    let Some(option) = found.filter(|word| COMMAND_OPTIONS.contains(word)) else {
        return;
    };
    cx.report(
        item.range(),
        format!("pip can't read `{option}` in a list of requirements"),
    )
    .note("this option belongs on the command line of `pip install`; in a list, pip stops at it, and the environment isn't created")
    .help(format!("remove `{option}`"));
}

/// Reports a mapping such as `python: 3.12`.
fn section(cx: &mut Context<'_>, item: Node<'_>, entry: Entry<'_>) {
    let (Some(name), Some(version)) = (known_text(entry.key), known_text(entry.value)) else {
        return;
    };
    let is_version = version.starts_with(|c: char| c.is_ascii_digit());
    if !is_version || item.entries().nth(1).is_some() {
        return;
    }
    let right = format!("{name}={version}");
    cx.report(
        item.range(),
        format!("conda reads `{name}: {version}` as a section called `{name}`, not as a package"),
    )
    .note(
        if [Installer::Conda.name(), Installer::Pip.name()].contains(&name) {
            "what stands here is read as the packages of that installer"
        } else {
            "depending on its version, conda stops here or leaves the package out"
        },
    )
    .help(format!("write `{right}`"))
    .safe_fix("write `=`", Edit::new(item.range(), right));
}
