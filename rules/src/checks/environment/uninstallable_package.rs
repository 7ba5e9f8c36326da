//! A name in a `pip` list that pip can't install.

use crate::checks::prelude::*;
use crate::compute::{Uninstallable, UninstallablePackage, uninstallable_package};

declare_rule! {
    /// The name by which Python imports a module often isn't the name of its package: `cv2` comes
    /// from `opencv-python-headless`, and `yaml` from `pyyaml`. Most modules of Python itself, such as
    /// `json`, aren't packages on PyPI. `sklearn` used to be a package; its newest version only stops
    /// with an error that tells you to use `scikit-learn`. `pywin32`, which `pip freeze` lists on
    /// Windows, can't be installed on Linux.
    ///
    /// In each case pip stops, and the environment isn't created. The names were tried with Python
    /// 3.11 on Linux and PyPI, on 2026-11-28. A `pip` list with options isn't checked, because they
    /// can name another index. An index that the image sets, in `pip.conf` or
    /// `PIP_EXTRA_INDEX_URL`, isn't seen: turn the rule off there.
    ///
    /// Fix: writes the name of the package, if no version is given.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [sklearn]}]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies: [python=3.12, pip, {pip: [scikit-learn]}]
    /// ```
    "uninstallable-package", Environment, Error,
    marks: [Unfinished],
    summary: "a package that pip can't install",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        let may_change_index = |entry: &str| entry.starts_with('-') || is_template(entry);
        let mut entries = conda.pip_entries();
        if entries.any(|(_, entry)| may_change_index(entry)) {
            continue;
        }
        for (node, package) in &conda.packages {
            // A marker such as `; sys_platform == "win32"` leaves a package out.
            if package.installer == Installer::Conda || node.raw().contains(';') {
                continue;
            }
            let Some(known) = uninstallable_package(&package.name()) else {
                continue;
            };
            let is_meant = match known.why {
                Uninstallable::Ended => package.version.is_empty(),
                Uninstallable::OtherSystem => is_for_linux(cx),
                Uninstallable::NoPackage | Uninstallable::Placeholder | Uninstallable::Module => {
                    true
                }
            };
            if is_meant {
                report(cx, conda, *node, package, known);
            }
        }
    }
}

/// Returns `true` if images for Linux are built from the conda file, or from the one in this document.
fn is_for_linux(cx: &Context<'_>) -> bool {
    let is_linux = |document: &Document| {
        let system = document.get("os_type").and_then(Node::text);
        system.is_none_or(|system| system.eq_ignore_ascii_case("linux"))
    };
    if cx.document.kind() != Some(Kind::CondaFile) {
        return is_linux(cx.document);
    }
    let mut users = cx.workspace.conda_users(cx.document.path()).peekable();
    users.peek().is_some() && users.all(|user| is_linux(user))
}

/// Returns the listed package that has what the one with the entry `known` was meant for.
fn listed_instead<'c>(conda: &'c CondaFile<'_>, known: &UninstallablePackage) -> Option<&'c str> {
    let family = known.instead.starts_with("opencv-").then_some("opencv-");
    let mut packages = conda.packages.iter().map(|(_, package)| package);
    let is_it = |package: &&Requirement<'_>| {
        let name = package.name();
        name == known.instead || family.is_some_and(|family| name.starts_with(family))
    };
    packages.find(is_it).map(|package| package.written)
}

fn report(
    cx: &mut Context<'_>,
    conda: &CondaFile<'_>,
    node: Node<'_>,
    package: &Requirement<'_>,
    known: &UninstallablePackage,
) {
    let name = package.written;
    let message = match known.why {
        Uninstallable::NoPackage => format!("pip can't install `{name}`: PyPI has no such package"),
        Uninstallable::Module => {
            format!("pip can't install `{name}`: it is a module of Python, not a package")
        }
        Uninstallable::Placeholder => {
            format!(
                "pip can't install `{name}`: the package with this name is a placeholder that stops with an error"
            )
        }
        Uninstallable::Ended => {
            format!("pip can't install `{name}`: its newest version stops with an error")
        }
        Uninstallable::OtherSystem => format!("pip can't install `{name}` on Linux"),
    };
    let listed = listed_instead(conda, known);
    let help = match (known.instead, listed) {
        (_, Some(listed)) => format!("remove it: `{listed}` is listed"),
        ("", None) if known.why == Uninstallable::Ended => {
            "list the packages that the code imports".to_owned()
        }
        ("", None) if name == "python" && conda.pythons().next().is_none() => {
            "list `python` for conda".to_owned()
        }
        ("", None) => "remove it".to_owned(),
        (instead, None) => format!("write `{instead}`"),
    };
    let diagnostic = cx.report(node.range(), message);
    diagnostic
        .note("pip stops at a package that it can't install, and the environment isn't created")
        .help(help);
    let is_plain = node.text().is_some_and(|text| text.trim() == name);
    if is_plain && listed.is_none() && !known.instead.is_empty() {
        diagnostic.safe_fix(
            format!("write `{}`", known.instead),
            replace(node, known.instead),
        );
    }
}
