//! Turns the tables in `data/` into Rust statics, so that nothing is parsed when the program starts.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

#[path = "build/fields.rs"]
mod fields;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ComputeKind {
    id: String,
    label: String,
    also: Option<String>,
    yaml: String,
    nodes: String,
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=data/compute-kinds.yaml");
    let text = std::fs::read_to_string("data/compute-kinds.yaml")?;
    let kinds: Vec<ComputeKind> = serde_yaml::from_str(&text)?;
    let out = std::env::var("OUT_DIR")?;
    std::fs::write(Path::new(&out).join("compute_kinds.rs"), compute_kinds(&kinds)?)?;

    println!("cargo:rerun-if-changed=data/fields.yaml");
    let text = std::fs::read_to_string("data/fields.yaml")?;
    let fields: Vec<fields::Field> = serde_yaml::from_str(&text)?;
    std::fs::write(Path::new(&out).join("fields.rs"), fields::code(&fields)?)?;
    Ok(())
}

/// `also-this` to `AlsoThis`.
fn variant(id: &str) -> String {
    let part = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(part).collect()
}

fn compute_kinds(kinds: &[ComputeKind]) -> Result<String, std::fmt::Error> {
    let mut code = String::from(
        "/// A kind of compute, as the guidance tells them apart.\n\
         #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\npub enum ComputeKind {\n",
    );
    for kind in kinds {
        writeln!(code, "    /// {}: {}.\n    {},", kind.label, kind.what, variant(&kind.id))?;
    }
    code.push_str("}\n\nstatic CAPABILITIES: &[(ComputeKind, Capability)] = &[\n");
    for kind in kinds {
        writeln!(
            code,
            "    (ComputeKind::{}, Capability {{ id: {:?}, label: {:?}, also: {:?}, yaml: {:?}, nodes: Nodes::{}, \
             scales: {:?}, idle: {:?}, hardware: {:?}, managed: {:?}, good_for: {:?}, not_for: {:?}, what: {:?}, \
             takes: &[{}], never: &[{}], url: {:?} }}),",
            variant(&kind.id),
            kind.id,
            kind.label,
            kind.also.as_deref().unwrap_or_default(),
            kind.yaml,
            variant(&kind.nodes),
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
    names.iter().map(|name| format!("Load::{}, ", variant(name))).collect()
}
