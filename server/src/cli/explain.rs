//! `--explain`, `--rules`, and `--schema`.

use azml_rules::rule::Rule;

use super::console::Console;
use super::exit_codes::of_writing;
use crate::output::{RulesFormat, SchemaName, schema};

/// Writes the page of `rule`.
pub(super) fn page(rule: &Rule, format: RulesFormat, console: &Console) -> u8 {
    of_writing(console.write_exact(|out| format.write_page(out, rule)))
}

/// Writes every rule.
pub(super) fn list(format: RulesFormat, console: &Console) -> u8 {
    of_writing(console.write(|out| format.write_list(out)))
}

/// Writes a JSON schema.
pub(super) fn schema_of(name: SchemaName, console: &Console) -> u8 {
    of_writing(console.write_exact(|mut out| schema(&mut out, name)))
}
