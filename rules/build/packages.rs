//! `data/packages.yaml` to static tables.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Packages {
    sdk_v1: SdkV1,
    packages: Vec<Package>,
    kept: Vec<Kept>,
    common: Vec<Common>,
    uninstallable: Vec<Uninstallable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SdkV1 {
    #[expect(dead_code, reason = "for readers of the file")]
    deprecated: String,
    support_ends: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Package {
    name: String,
    #[serde(default)]
    family: bool,
    #[serde(default, rename = "use")]
    instead: String,
    #[serde(default)]
    basis: Basis,
    source: Option<String>,
}

/// How it is known that a package belongs to SDK v1.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
enum Basis {
    #[default]
    Stated,
    Excerpt,
    Place,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    name: String,
    #[expect(dead_code, reason = "for readers of the file; it must be there")]
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Common {
    name: String,
    by: String,
    what: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Uninstallable {
    name: String,
    why: Why,
    #[serde(default, rename = "use")]
    instead: String,
}

/// Why pip can't install a package.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Why {
    NoPackage,
    Placeholder,
    Module,
    Ended,
    OtherSystem,
}

/// The code for the packages in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let Packages {
        sdk_v1,
        packages,
        kept,
        common,
        uninstallable,
    } = serde_yaml::from_str(text)?;
    let mut code = format!(
        "/// The last day of the support of SDK v1.\npub const SDK_V1_SUPPORT_ENDS: Date = {};\n\
         static SDK_V1_PACKAGES: &[SdkV1Package] = &[\n",
        date(&sdk_v1.support_ends)?
    );
    for package in &packages {
        let Package {
            name,
            family,
            instead,
            basis,
            ..
        } = package;
        let source = package.source.as_ref().unwrap_or(&sdk_v1.source);
        writeln!(
            code,
            "    SdkV1Package {{ name: {name:?}, is_family: {family}, instead: {instead:?}, basis: \
             PackageBasis::{basis:?}, source: {source:?} }},"
        )?;
    }
    let kept: Vec<&str> = kept.iter().map(|package| package.name.as_str()).collect();
    writeln!(code, "];\nstatic KEPT_PACKAGES: &[&str] = &{kept:?};")?;
    code.push_str("static COMMON_PACKAGES: &[CommonPackage] = &[\n");
    for Common {
        name,
        by,
        what,
        source,
    } in &common
    {
        let only_pip = by == "pip";
        writeln!(
            code,
            "    CommonPackage {{ name: {name:?}, is_only_pip: {only_pip}, what: {what:?}, source: \
             {source:?} }},"
        )?;
    }
    code.push_str("];\nstatic UNINSTALLABLE_PACKAGES: &[UninstallablePackage] = &[\n");
    for Uninstallable { name, why, instead } in &uninstallable {
        writeln!(
            code,
            "    UninstallablePackage {{ name: {name:?}, why: Uninstallable::{why:?}, instead: {instead:?} }},"
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
