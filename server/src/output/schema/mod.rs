//! JSON schemas of what users write ([`config`]) and of what this program writes ([`described`]). Both come from what the program
//! itself goes by: the table of keys of `azml.yaml`, and the structs of the output.

mod config;
mod described;

use std::io::{Result, Write};

pub(super) use described::{Described, json_struct, object, of_words};

use super::formats::json::{findings_schema, write_json};

/// A format that has a JSON schema. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum SchemaName {
    Config,
    Findings,
}

/// Output format of a schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum SchemaFormat {
    #[default]
    Json,
}

/// Version of JSON Schema: editors support no newer one well.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// Writes the JSON schema of `azml.yaml`, or of `--check --format json`.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn schema(out: &mut impl Write, name: SchemaName) -> Result<()> {
    let mut schema = match name {
        SchemaName::Config => config::schema(),
        SchemaName::Findings => findings_schema(),
    };
    let head = [
        ("$schema", DRAFT),
        (
            "title",
            match name {
                SchemaName::Config => "azml.yaml, the configuration of azml-ls",
                SchemaName::Findings => "azml-ls --check --format json",
            },
        ),
    ];
    if let Some(fields) = schema.as_object_mut() {
        for (at, (key, value)) in head.into_iter().enumerate() {
            fields.shift_insert(at, key.to_owned(), value.into());
        }
    }
    write_json(out, &schema)
}
