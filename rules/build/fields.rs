//! `data/fields.yaml` to a static table.

use std::fmt::Write as _;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Field {
    at: String,
    kinds: Vec<String>,
    what: String,
    unit: Option<String>,
    default: Option<String>,
    url: String,
}

pub(super) fn code(fields: &[Field]) -> Result<String, std::fmt::Error> {
    let mut code = String::from("static FIELDS: &[Field] = &[\n");
    for field in fields {
        let keys: Vec<&str> = field.at.trim_start_matches('/').split('/').collect();
        writeln!(
            code,
            "    Field {{ at: &{keys:?}, whole: {}, kinds: &{:?}, what: {:?}, unit: {:?}, default: {:?}, url: {:?} }},",
            field.at.starts_with('/'),
            field.kinds,
            field.what,
            field.unit,
            field.default,
            field.url,
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
