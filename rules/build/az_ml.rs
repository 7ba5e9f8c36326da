//! `data/az-ml.yaml` to a static table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// When the reference was read.
    read: String,
    /// Options of every command.
    global: Vec<String>,
    /// The options of each command, by group and name.
    commands: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// The code for the commands in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let table: Table = serde_yaml::from_str(text)?;
    let read = date(&table.read)?;
    let global = table.global;
    let mut code = format!(
        "/// The day on which the reference was read.\npub const REFERENCE_READ: Date = {read};\n\
         const GLOBAL_OPTIONS: &[&str] = &{global:?};\nstatic COMMANDS: &[AzCommand] = &[\n"
    );
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for (group, verbs) in table.commands {
        let named = |(verb, options)| (format!("{group} {verb}"), options);
        commands.extend(verbs.into_iter().map(named));
    }
    commands.sort();
    for (name, options) in commands {
        let options = options.join(" ");
        writeln!(
            code,
            "    AzCommand {{ name: {name:?}, options: {options:?} }},"
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
