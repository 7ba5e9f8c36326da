//! `data/features.yaml` to a constant for each feature.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Feature {
    name: String,
    ends: String,
    source: String,
}

/// The code for the features in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let features: Vec<Feature> = serde_yaml::from_str(text)?;
    let mut code = String::new();
    for Feature { name, ends, source } in features {
        let ends = date(&ends)?;
        let constant = name.replace('-', "_").to_uppercase();
        writeln!(code, "/// The last day of {name} ({source}).")?;
        writeln!(code, "pub(crate) const {constant}: Date = {ends};")?;
    }
    Ok(code)
}
