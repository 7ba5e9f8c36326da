//! `data/python.yaml` to a static table.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// What to write instead of one that has ended.
    #[serde(rename = "use")]
    to_use: String,
    versions: Vec<Version>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Version {
    version: String,
    ends: String,
}

/// The code for the versions in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let Table { to_use, versions } = serde_yaml::from_str(text)?;
    let mut code = format!(
        "/// The version to use instead of one that has ended.\npub const PYTHON_TO_USE: &str = \
         {to_use:?};\n"
    );
    code.push_str("static PYTHON_VERSIONS: &[PythonVersion] = &[\n");
    for Version { version, ends } in versions {
        let ends = date(&ends)?;
        writeln!(
            code,
            "    PythonVersion {{ version: {version:?}, support_ends: {ends} }},"
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
