//! JSON schemas of what users write ([`config`], [`kinds`]) and of what this program writes ([`described`]). All come from what the
//! program itself goes by: the table of keys of `azml.yaml`, the catalog, and the structs of the output.

mod config;
mod described;
mod kinds;

use std::io::{Result, Write};

use azml_rules::schema::table::{self, KindDef};

pub(super) use described::{Described, json_struct, object, of_words};

use super::formats::json::{findings_schema, write_json};

/// A format that has a JSON schema.
#[derive(Clone, Copy, Debug)]
pub enum SchemaName {
    /// `azml.yaml`.
    Config,
    /// The output of `--check --format json`.
    Findings,
    /// Documents of a kind.
    Kind(&'static KindDef),
}

impl SchemaName {
    /// Every format. Of the kinds, these are the documents that the client reads whole.
    pub fn all() -> impl Iterator<Item = Self> {
        let is_written = |kind: &&KindDef| {
            let is_read = !kind.command.is_empty() || !kind.schema.is_empty();
            is_read && !kind.nested_only && !kind.kind.is_of_other_tool()
        };
        let kinds = table::kinds().iter().filter(is_written);
        [Self::Config, Self::Findings]
            .into_iter()
            .chain(kinds.map(Self::Kind))
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Findings => "findings",
            Self::Kind(kind) => kind.kind.id().as_str(),
        }
    }

    /// Returns the format called `name`: kinds also have the names of Microsoft's schemas, such as
    /// `commandJob`.
    pub fn of(name: &str) -> Option<Self> {
        let is_published = |kind: &KindDef| kind.schema.strip_suffix(".schema.json") == Some(name);
        Self::all().find(|it| match it {
            Self::Kind(kind) => it.name() == name || is_published(kind),
            _ => it.name() == name,
        })
    }
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

/// Writes the JSON schema called `name`.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn schema(out: &mut impl Write, name: SchemaName) -> Result<()> {
    let (title, mut schema) = match name {
        SchemaName::Config => (
            "azml.yaml, the configuration of azml-ls".to_owned(),
            config::schema(),
        ),
        SchemaName::Findings => (
            "azml-ls --check --format json".to_owned(),
            findings_schema(),
        ),
        SchemaName::Kind(kind) => (
            format!("Azure Machine Learning: {}", kind.kind.label()),
            kinds::schema(kind),
        ),
    };
    if let Some(fields) = schema.as_object_mut() {
        for (at, (key, value)) in [("$schema", DRAFT), ("title", &title)]
            .into_iter()
            .enumerate()
        {
            fields.shift_insert(at, key.to_owned(), value.into());
        }
    }
    write_json(out, &schema)
}
