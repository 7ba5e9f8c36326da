//! `--explain` and `--rules`.

use azml_rules::explain::markdown;
use azml_rules::rule::Rule;

use super::console::Console;
use crate::output::{Format, rules_json, rules_table};

/// Writes the page of `rule`; Markdown reads well as it is.
pub(super) fn page(rule: &Rule, console: &Console) -> u8 {
    exit(console.write_exact(|out| out.write_all(markdown(rule).as_bytes())))
}

/// Writes every rule.
pub(super) fn list(format: Format, console: &Console) -> u8 {
    exit(console.write(|mut out| match format {
        Format::Full | Format::Concise => rules_table(&mut out),
        Format::Json => rules_json(&mut out),
    }))
}

fn exit(written: Result<(), u8>) -> u8 {
    written.err().unwrap_or(0)
}
