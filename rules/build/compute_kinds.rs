//! `data/compute-kinds.yaml` to an enum and a static table.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, variant};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ComputeKind {
    id: String,
    label: String,
    also: Option<String>,
    yaml: String,
    nodes: String,
    queue: Option<String>,
    used_by: Option<String>,
    scales: String,
    idle: String,
    hardware: String,
    managed: String,
    good_for: String,
    not_for: String,
    what: String,
    takes: Vec<String>,
    never: Vec<String>,
    url: String,
}

/// The code for the kinds in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let kinds: Vec<ComputeKind> = serde_yaml::from_str(text)?;
    let mut code = String::from(
        "/// A kind of compute, as the guidance tells them apart.\n\
         #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\n\
         pub enum ComputeKind {\n",
    );
    for kind in &kinds {
        writeln!(
            code,
            "    /// {}: {}.\n    {},",
            kind.label,
            kind.what,
            variant(&kind.id)
        )?;
    }
    code.push_str("}\n\nstatic CAPABILITIES: &[(ComputeKind, Capability)] = &[\n");
    for kind in &kinds {
        writeln!(
            code,
            "    (ComputeKind::{}, Capability {{ id: {:?}, label: {:?}, also: {:?}, yaml: {:?}, \
             nodes: Nodes::{}, queue: {:?}, used_by: {:?}, \
             scales: {:?}, idle: {:?}, hardware: {:?}, managed: {:?}, good_for: {:?}, not_for: \
             {:?}, what: {:?}, \
             takes: &[{}], never: &[{}], url: {:?} }}),",
            variant(&kind.id),
            kind.id,
            kind.label,
            kind.also.as_deref().unwrap_or_default(),
            kind.yaml,
            variant(&kind.nodes),
            kind.queue.as_deref().unwrap_or_default(),
            kind.used_by.as_deref().unwrap_or_default(),
            kind.scales,
            kind.idle,
            kind.hardware,
            kind.managed,
            kind.good_for,
            kind.not_for,
            kind.what,
            loads(&kind.takes),
            loads(&kind.never),
            kind.url,
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}

fn loads(names: &[String]) -> String {
    names
        .iter()
        .map(|name| format!("Load::{}, ", variant(name)))
        .collect()
}
