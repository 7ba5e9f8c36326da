//! Hover of a `compute` value: the compute that it names, its definition, and the capabilities of
//! its kind.
//!
//! [`compute_kind`] and [`size`] have the hovers of kinds and VM sizes; [`runs_on`] finds the compute of
//! the work in a file.

pub(super) mod compute_kind;
pub(super) mod runs_on;
pub(super) mod size;

use std::collections::BTreeSet;

use azml_rules::compute::{ComputeDef, ComputeKind, InventoryLabel, KnownCompute, OriginKind};
use azml_rules::path::parent;
use azml_rules::syntax::Node;
use azml_rules::wording::counted;
use azml_rules::workspace::Resolution;

use crate::Site;
use crate::hints::cost;
use crate::markdown::{Markdown, code, joined, md, ours, plain};
use crate::navigation::nearest::narrow;

/// Maximum number of names listed for an unknown compute.
const LISTED: usize = 10;

pub(crate) fn card(site: &Site<'_>, node: Node<'_>) -> Option<Markdown> {
    let node = node.resolved();
    match site.workspace.resolve_compute(site.document.path(), node) {
        Resolution::Local => Some(compute_kind::of_kind(ComputeKind::Local)),
        Resolution::Serverless => Some(compute_kind::of_kind(ComputeKind::Serverless)),
        Resolution::Known(compute) => Some(known(site, &compute)),
        Resolution::Unknown(name) => Some(unknown(site, name)),
        Resolution::Unknowable => None,
    }
}

fn known(site: &Site<'_>, compute: &KnownCompute) -> Markdown {
    let label = compute.kind().map_or("compute", ComputeKind::label);
    let mut text = md!("### {}: {}\n\n", code(compute.name()), label);
    match nearest(site, compute).as_slice() {
        [def] => {
            let facts = facts(def);
            if !facts.is_empty() {
                text.push(md!("{}  \n", facts));
            }
            text.push(md!("{}\n\n", origin(site, def)));
            for line in cost::lines(def, site.prices()) {
                text.push(md!("- {}\n", line));
            }
            text.push("\n");
        }
        defs => {
            text.push(md!(
                "Defined in {} places; checks use only what they have in common:\n\n",
                defs.len()
            ));
            for def in defs {
                let low = if def.is_low_priority() {
                    ", low priority"
                } else {
                    ""
                };
                let described = plain(def.describe());
                text.push(md!("- {}: {}{}\n", origin(site, def), described, low));
            }
            text.push("\n");
        }
    }
    if let Some(kind) = compute.kind() {
        text.push(md!("---\n\n{}", compute_kind::in_short(kind)));
    }
    text.trimmed()
}

/// Returns the definition in this file, else those in this folder, else all.
fn nearest<'c>(site: &Site<'_>, compute: &'c KnownCompute) -> Vec<&'c ComputeDef> {
    let here = site.document.path();
    let mut found: Vec<&ComputeDef> = compute.definitions().iter().map(|def| &**def).collect();
    narrow(&mut found, |def| *def.origin.path == *here);
    narrow(&mut found, |def| parent(&def.origin.path) == parent(here));
    found
}

/// "Standard_DS3_v2 · 0 to 4 nodes · dedicated · westeurope", as far as known.
fn facts(def: &ComputeDef) -> Markdown {
    let mut parts: Vec<Markdown> = def.size.iter().map(code).collect();
    if def.kind == Some(ComputeKind::Cluster) {
        match (def.min_nodes, def.max_nodes) {
            (min, Some(max)) => {
                let max = ours(counted(max, "node"));
                parts.push(md!("{} to {}", min.unwrap_or(0), max));
            }
            (Some(min), None) => parts.push(md!("at least {}", ours(counted(min, "node")))),
            (None, None) => {}
        }
        parts.extend(def.tier.as_ref().map(plain));
    }
    parts.extend(def.location.as_ref().map(plain));
    joined(parts, " · ")
}

fn origin(site: &Site<'_>, def: &ComputeDef) -> Markdown {
    let place = site.place_link(&def.origin.path, def.origin.range.start);
    let settings = site.settings();
    match (def.origin.kind, settings.inventory_label(&def.origin)) {
        (OriginKind::Yaml, _) => md!("Defined in {}", place),
        (OriginKind::Infrastructure, _) => md!("Created by {}", place),
        (OriginKind::Config, _) => md!("Listed in {}", place),
        (OriginKind::Inventory, Some(label)) if **label != InventoryLabel::default() => {
            md!("In the {}, {}", plain(label.describe()), place)
        }
        (OriginKind::Inventory, _) => md!("In the inventory {}", place),
    }
}

fn unknown(site: &Site<'_>, name: &str) -> Markdown {
    let mut text = md!(
        "### {}: unknown compute\n\nNo compute file in this folder, no `azml.yaml`, no inventory, \
         and no infrastructure code defines it. Checks that depend on its kind are skipped.",
        code(name)
    );
    let known = site.workspace.computes(site.document.path());
    let names: BTreeSet<&str> = known.iter().map(|def| def.name.as_str()).collect();
    if !names.is_empty() {
        let shown = names.iter().take(LISTED);
        let listed = joined(shown.map(code), ", ");
        let more = if names.len() > LISTED { ", ..." } else { "" };
        text.push(md!("\n\nKnown computes: {}{}", listed, more));
    }
    text.push(md!("\n\n{}", site.refresh_offer()));
    text
}
