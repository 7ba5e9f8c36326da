//! `data/python.yaml` to a static table.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
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
    let Table { versions } = serde_yaml::from_str(text)?;
    let mut code = String::from("static PYTHON_VERSIONS: &[PythonVersion] = &[\n");
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
