//! A name in a list of pip that pip can't install.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages::Purpose;
use crate::compute::{Uninstallable, UninstallablePackage, uninstallable_package};

declare_rule! {
    /// The name by which Python imports a module often isn't the name of its package: `cv2` comes
    /// from `opencv-python-headless`, and `yaml` from `pyyaml`. Modules of Python itself, such as
    /// `json`, aren't packages at all. `sklearn` was a package, and its newest version only stops
    /// with an error that asks for `scikit-learn`. `pywin32`, which `pip freeze` lists on Windows,
    /// can't be installed in a Linux image.
    ///
    /// In each case pip stops, and the image isn't built. The names were tried on 2026-11-28 on
    /// PyPI. A list of pip that names another index isn't checked.
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

/// Options of pip that name another index.
const INDEXES: [&str; 4] = ["-i", "--index-url", "--extra-index-url", "--find-links"];

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        let mut items = conda.pip.into_iter().flat_map(Node::items);
        let is_index = |item: Node<'_>| {
            let text = item.text().unwrap_or_default();
            INDEXES.iter().any(|option| text.starts_with(option)) || is_template(text)
        };
        if items.any(is_index) {
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
                Uninstallable::OtherSystem => {
                    packages::purpose(cx, conda) == Purpose::Environment && !is_for_windows(cx)
                }
                Uninstallable::NoPackage | Uninstallable::Placeholder | Uninstallable::Module => {
                    true
                }
            };
            if is_meant {
                report(cx, *node, package, known);
            }
        }
    }
}

/// Returns `true` if the document is an environment for Windows.
fn is_for_windows(cx: &Context<'_>) -> bool {
    let system = cx.document.get("os_type").and_then(Node::text);
    system.is_some_and(|system| !system.eq_ignore_ascii_case("linux"))
}

fn report(
    cx: &mut Context<'_>,
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
            format!("pip can't install `{name}`: the package of this name only stops with an error")
        }
        Uninstallable::Ended => {
            format!("pip can't install `{name}`: its newest version stops with an error")
        }
        Uninstallable::OtherSystem => format!("pip can't install `{name}` on Linux"),
    };
    let help = match known.instead {
        "" if name == "python" => "list `python` for conda, above `pip`".to_owned(),
        "" if known.why == Uninstallable::Ended => {
            "list the packages that the code imports".to_owned()
        }
        "" => "remove it".to_owned(),
        instead => format!("write `{instead}`"),
    };
    let diagnostic = cx.report(node.range(), message);
    diagnostic
        .note("pip stops at a package that it can't install, and the image isn't built")
        .help(help);
    let is_plain = node.text().is_some_and(|text| text.trim() == name);
    if is_plain && !known.instead.is_empty() {
        diagnostic.safe_fix(
            format!("write `{}`", known.instead),
            replace(node, known.instead),
        );
    }
}
