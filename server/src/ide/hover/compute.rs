//! The card of a `compute` value: which compute it names, where that is described, and what its
//! kind can do.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use azml_rules::compute::{ComputeDef, ComputeKind, InventoryLabel, KnownCompute, OriginKind};
use azml_rules::syntax::Node;
use azml_rules::wording::counted;
use azml_rules::workspace::Resolution;

use super::compute_kind;
use crate::ide::nearest::{folder, narrow};
use crate::ide::{Site, cost};

/// Most names listed for a compute that nobody knows.
const LISTED: usize = 10;

pub(super) fn card(site: &Site<'_>, node: Node<'_>) -> Option<String> {
    let node = node.resolved();
    match site.workspace.resolve_compute(site.document.path(), node) {
        Resolution::Local => Some(compute_kind::of_kind(ComputeKind::Local)),
        Resolution::Serverless => Some(compute_kind::of_kind(ComputeKind::Serverless)),
        Resolution::Known(compute) => Some(known(site, &compute)),
        Resolution::Unknown(name) => Some(unknown(site, name)),
        Resolution::Unknowable => None,
    }
}

fn known(site: &Site<'_>, compute: &KnownCompute) -> String {
    let label = compute.kind().map_or("compute", ComputeKind::label);
    let mut text = format!("### `{}`: {label}\n\n", compute.name());
    match nearest(site, compute).as_slice() {
        [def] => {
            let facts = facts(def);
            if !facts.is_empty() {
                let _ = writeln!(text, "{facts}  ");
            }
            let _ = write!(text, "{}\n\n", origin(site, def));
            for line in cost::lines(def, &site.settings().prices) {
                let _ = writeln!(text, "- {line}");
            }
            text.push('\n');
        }
        defs => {
            let _ = writeln!(
                text,
                "Defined in {} places; checks use only what they have in common:\n",
                defs.len()
            );
            for def in defs {
                let _ = writeln!(text, "- {}: {}", origin(site, def), def.describe());
            }
            text.push('\n');
        }
    }
    if let Some(kind) = compute.kind() {
        let _ = write!(text, "---\n\n{}", compute_kind::in_short(kind));
    }
    text.trim_end().to_owned()
}

/// The definition in this file, else those in this folder, else all.
fn nearest<'c>(site: &Site<'_>, compute: &'c KnownCompute) -> Vec<&'c ComputeDef> {
    let here = site.document.path();
    let mut found: Vec<&ComputeDef> = compute.definitions().iter().map(|def| &**def).collect();
    narrow(&mut found, |def| *def.origin.path == *here);
    narrow(&mut found, |def| folder(&def.origin.path) == folder(here));
    found
}

/// "Standard_DS3_v2 · 0 to 4 nodes · dedicated · westeurope", as far as known.
fn facts(def: &ComputeDef) -> String {
    let mut parts: Vec<String> = def.size.iter().map(|size| format!("`{size}`")).collect();
    if def.kind == Some(ComputeKind::Cluster) {
        match (def.min_nodes, def.max_nodes) {
            (min, Some(max)) => {
                parts.push(format!("{} to {}", min.unwrap_or(0), counted(max, "node")));
            }
            (Some(min), None) => parts.push(format!("at least {}", counted(min, "node"))),
            (None, None) => {}
        }
        parts.extend(def.tier.clone());
    }
    parts.extend(def.location.clone());
    parts.join(" · ")
}

fn origin(site: &Site<'_>, def: &ComputeDef) -> String {
    let place = site.place(&def.origin.path, def.origin.range.start);
    match (def.origin.kind, def.origin.inventory.as_deref()) {
        (OriginKind::Yaml, _) => format!("Defined in `{place}`"),
        (OriginKind::Config, _) => format!("Listed in `{place}`"),
        (OriginKind::Inventory, Some(label)) if *label != InventoryLabel::default() => {
            format!("In the {}, `{place}`", label.describe())
        }
        (OriginKind::Inventory, _) => format!("In the inventory `{place}`"),
    }
}

fn unknown(site: &Site<'_>, name: &str) -> String {
    let mut text = format!(
        "### `{name}`: unknown compute\n\nNo compute file in this folder, no `azml.yaml`, and no \
         inventory defines it. Checks that depend on its kind are skipped."
    );
    let known = site.workspace.computes(site.document.path());
    let names: BTreeSet<&str> = known.iter().map(|def| def.name.as_str()).collect();
    if !names.is_empty() {
        let shown = names.iter().take(LISTED);
        let listed: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
        let more = if names.len() > LISTED { ", ..." } else { "" };
        let _ = write!(text, "\n\nKnown computes: {}{more}", listed.join(", "));
    }
    text
}
