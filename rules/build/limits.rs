//! `data/limits.yaml` to constants.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::Failure;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    name: String,
    value: i64,
    what: String,
    source: String,
}

/// The code for the limits in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let limits: Vec<Limit> = serde_yaml::from_str(text)?;
    let mut code = String::new();
    for Limit {
        name,
        value,
        what,
        source,
    } in limits
    {
        let name = name.replace('-', "_").to_uppercase();
        writeln!(
            code,
            "/// {what} ({source}).\npub const {name}: i64 = {value};"
        )?;
    }
    Ok(code)
}
