//! Hovers of packages in conda files: versions of Python, packages of SDK v1, packages of Azure ML.

use azml_rules::compute::{
    PYTHON_TO_USE, PythonVersion, SDK_V1_SUPPORT_ENDS, SdkV1Package, common_packages,
    newest_python, sdk_v1_package,
};
use azml_rules::document::{Installer, ListedPackage, read_requirement};
use azml_rules::syntax::{Node, known_text};

use crate::Site;
use crate::cursor_context::is_package_list;
use crate::markdown::{Markdown, code, md, ours};

/// Returns the hover of the package that the item names.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    if node.is_key() || !is_package_list(site, keys) {
        return None;
    }
    let installer = match keys.last() {
        Some(&"pip") => Installer::Pip,
        _ => Installer::Conda,
    };
    let ListedPackage::Package(package) = read_requirement(known_text(node)?, installer) else {
        return None;
    };
    let name = package.name();
    if installer == Installer::Conda && name == "python" {
        return Some(of_python(site, newest_python(package.version)?));
    }
    if let Some(retired) = sdk_v1_package(&name) {
        return Some(of_sdk_v1(&name, retired));
    }
    let common = common_packages()
        .iter()
        .find(|common| common.name == name)?;
    Some(md!(
        "### Package {}\n\nFor: {}\n\nSource: {}.",
        code(&name),
        common.what,
        common.source
    ))
}

fn of_python(site: &Site<'_>, python: &PythonVersion) -> Markdown {
    let ends = python.support_ends;
    let is_over = site.today().is_some_and(|today| today > ends);
    let state = if is_over {
        md!(
            "Gets no more security fixes since {}.\n\nUse instead: {}",
            ours(ends.to_string()),
            code(format!("python={PYTHON_TO_USE}"))
        )
    } else {
        md!("Gets security fixes until {}.", ours(ends.to_string()))
    };
    md!(
        "### Python {}\n\n{}\n\nSource: python/devguide.",
        python.version,
        state
    )
}

fn of_sdk_v1(name: &str, retired: &SdkV1Package) -> Markdown {
    let instead = if retired.instead.is_empty() {
        Markdown::new()
    } else {
        md!("\n\nUse instead: {}", code(retired.instead))
    };
    md!(
        "### Package {}\n\nBelongs to SDK v1, whose support ended on {}.{}\n\nSource: {}.",
        code(name),
        ours(SDK_V1_SUPPORT_ENDS.to_string()),
        instead,
        retired.source
    )
}
