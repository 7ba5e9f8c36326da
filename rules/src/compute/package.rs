//! Python packages that are no longer supported, and those that Azure ML offers:
//! `data/packages.yaml`.

use crate::date::Date;

include!(concat!(env!("OUT_DIR"), "/packages.rs"));

/// How it is known that a package belongs to SDK v1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackageBasis {
    /// The source names it.
    Stated,
    /// Only an excerpt of the source was seen.
    Excerpt,
    /// No source names it: its place in the documentation and its version tell.
    Place,
}

/// A package of Azure ML SDK v1, or all those whose names begin so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SdkV1Package {
    /// Its normalized name.
    pub name: &'static str,
    /// Whether every package is meant whose name begins so.
    pub is_family: bool,
    /// The package to list instead; empty where no source has one.
    pub instead: &'static str,
    /// How that is known.
    pub basis: PackageBasis,
    /// Where this is from.
    pub source: &'static str,
}

/// What is known of a package of SDK v1 by its normalized name.
#[must_use]
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

/// A package that Azure ML asks for or offers, or that many environments have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommonPackage {
    /// Its normalized name.
    pub name: &'static str,
    /// Whether it is installed with pip alone.
    pub is_only_pip: bool,
    /// What it is for.
    pub what: &'static str,
    /// Where this is from.
    pub source: &'static str,
}

/// The packages that environments have in common, the most wanted first.
#[must_use]
pub fn common_packages() -> &'static [CommonPackage] {
    COMMON_PACKAGES
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
