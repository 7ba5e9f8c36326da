//! A package that a conda file lists twice.

use std::collections::HashMap;

use crate::checks::prelude::*;

declare_rule! {
    /// If a package is listed twice and no version meets both requirements, the image can't be built.
    /// If a version meets both (`numpy=1.26` and `numpy=1.26.4`, `pandas==2.2` and `pandas==2.2.0`), or
    /// only one has a version, one of them is easily forgotten when the other is updated; this is an
    /// info.
    ///
    /// A package that conda installs in one version and pip in another is an info, too: conda runs
    /// pip after it has installed its own packages, and pip then installs its version.
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
            if let Some(&(first, version)) = seen.get(&key) {
                report(cx, *node, package, first, version);
                continue;
            }
            let other = match package.installer {
                Installer::Conda => Installer::Pip,
                Installer::Pip => Installer::Conda,
            };
            if let Some(&(first, version)) = seen.get(&(other, key.1.clone()))
                && conflict(version, package.version)
            {
                report_replaced(cx, *node, package, first);
            }
            seen.insert(key, (*node, package.version));
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
    if conflict(first_version, package.version) {
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

fn report_replaced(
    cx: &mut Context<'_>,
    node: Node<'_>,
    package: &Requirement<'_>,
    first: Node<'_>,
) {
    let name = package.written;
    let path = cx.document.shared_path();
    cx.report(
        node.range(),
        format!("`{name}` is listed for conda and, with another version, for pip"),
    )
    .level(Level::Info)
    .related(&path, first.range(), "first listed here")
    .note("pip runs after conda and installs its own version")
    .help("remove one of them");
}

/// Returns `true` if certainly no version meets both `first` and `second`.
fn conflict(first: &str, second: &str) -> bool {
    let pair = Pinned::new(first).zip(Pinned::new(second));
    pair.is_some_and(|(first, second)| !first.can_meet(&second))
}

/// A requirement of one version: `==1.2`, or of the versions that begin with one: `=1.2` in conda.
struct Pinned<'t> {
    /// Its numbers, up to the first that is followed by a letter (`1.2rc1`).
    release: Vec<u64>,
    /// The part after `+`: `cpu`.
    local: Option<&'t str>,
    is_prefix: bool,
}

impl<'t> Pinned<'t> {
    fn new(version: &'t str) -> Option<Self> {
        let text = version.trim_start_matches('=').trim();
        if !version.starts_with('=') || text.contains([',', '*', '|', '>', '<', '!', '~']) {
            return None;
        }
        let is_prefix = !version.starts_with("==");
        // A second `=` of conda is a build.
        let text = text.split('=').next()?;
        let (text, local) = text
            .split_once('+')
            .map_or((text, None), |(text, local)| (text, Some(local)));
        let mut release = Vec::new();
        for part in text.split('.') {
            let digits = part
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(part.len());
            release.extend(part[..digits].parse::<u64>());
            if digits < part.len() {
                break;
            }
        }
        Some(Self {
            release,
            local,
            is_prefix,
        })
    }

    fn can_meet(&self, other: &Self) -> bool {
        let length = match (self.is_prefix, other.is_prefix) {
            (true, true) => self.release.len().min(other.release.len()),
            (true, false) => self.release.len(),
            (false, true) => other.release.len(),
            (false, false) => self.release.len().max(other.release.len()),
        };
        // 1.2 and 1.2.0 are one version.
        let number = |release: &[u64], at| release.get(at).copied().unwrap_or(0);
        let same = (0..length).all(|at| number(&self.release, at) == number(&other.release, at));
        let locals = self.local.zip(other.local);
        same && locals.is_none_or(|(one, two)| one == two)
    }
}
