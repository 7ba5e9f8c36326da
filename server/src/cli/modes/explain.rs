//! `--explain`, `--rules`, and `--schema`.

use azml_rules::rule::Rule;

use crate::cli::console::Console;
use crate::cli::exit_codes::of_writing;
use crate::output::{RulesFormat, SchemaName, schema};

/// Writes the page of `rule`.
pub(in crate::cli) fn page(rule: &Rule, format: RulesFormat, console: &Console) -> u8 {
    of_writing(console.write_exact(|out| format.write_page(out, rule)))
}

/// Writes every rule.
pub(in crate::cli) fn list(format: RulesFormat, console: &Console) -> u8 {
    of_writing(console.write(|out| format.write_list(out)))
}

/// Writes a JSON schema.
pub(in crate::cli) fn schema_of(name: SchemaName, console: &Console) -> u8 {
    of_writing(console.write_exact(|mut out| schema(&mut out, name)))
}
