//! Python packages that are no longer supported, and those that Azure ML provides:
//! `data/packages.yaml`.

use crate::date::Date;

include!(concat!(env!("OUT_DIR"), "/packages.rs"));

/// Evidence that a package belongs to SDK v1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackageBasis {
    /// The source names the package.
    Stated,
    /// Only an excerpt of the source was read.
    Excerpt,
    /// No source names it: inferred from its place in the documentation and its version.
    Place,
}

/// A package of Azure ML SDK v1, or all packages whose names begin with its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SdkV1Package {
    /// Its normalized name.
    pub name: &'static str,
    /// `true` if the entry is a prefix of package names.
    pub is_family: bool,
    /// The package to use instead; empty if no source has one.
    pub instead: &'static str,
    /// Evidence for the entry.
    pub basis: PackageBasis,
    /// The source, with its revision or date.
    pub source: &'static str,
}

/// Returns the entry of SDK v1 for a package with this normalized name.
pub fn sdk_v1_package(name: &str) -> Option<&'static SdkV1Package> {
    if !name.starts_with("azureml-") || KEPT_PACKAGES.contains(&name) {
        return None;
    }
    SDK_V1_PACKAGES.iter().find(|package| {
        if package.is_family {
            name.starts_with(package.name)
        } else {
            name == package.name
        }
    })
}

/// A package that Azure ML requires or provides, or that many environments have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommonPackage {
    /// Its normalized name.
    pub name: &'static str,
    /// `true` if it is available from pip only.
    pub is_only_pip: bool,
    /// Its purpose.
    pub what: &'static str,
    /// The source, with its revision or date.
    pub source: &'static str,
}

/// Returns the common packages of environments, the most used first.
pub fn common_packages() -> &'static [CommonPackage] {
    COMMON_PACKAGES
}

/// Why pip can't install a package.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninstallable {
    /// PyPI has nothing of this name.
    NoPackage,
    /// The package of this name on PyPI only stops with an error.
    Placeholder,
    /// It is a module of Python itself.
    Module,
    /// The newest version stops with an error.
    Ended,
    /// PyPI has files for Windows or macOS only.
    OtherSystem,
}

/// A name that pip can't install on Linux.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UninstallablePackage {
    /// The normalized name.
    pub name: &'static str,
    /// The reason.
    pub why: Uninstallable,
    /// The package to list instead; empty if there is none.
    pub instead: &'static str,
}

/// Returns the entry for a package with this normalized name, if pip can't install it.
pub fn uninstallable_package(name: &str) -> Option<&'static UninstallablePackage> {
    let mut packages = UNINSTALLABLE_PACKAGES.iter();
    packages.find(|package| package.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_packages_of_sdk_v1_by_name_and_family() {
        let instead = |name| sdk_v1_package(name).map(|package| package.instead);
        assert_eq!(instead("azureml-core"), Some("azure-ai-ml"));
        assert_eq!(instead("azureml-automl-runtime"), Some(""));
        assert_eq!(instead("azureml-contrib-notebook"), Some(""));
        for kept in [
            "azureml-contrib-services",
            "azureml-mlflow",
            "azureml-dataprep",
            "azure-ai-ml",
            "mltable",
        ] {
            assert_eq!(instead(kept), None, "{kept}");
        }
    }
}
