//! Completion of compute names, and of the words `serverless` and `local`.
//!
//! [`demand`](mod@demand) has the requirements on a compute, and [`sizes`] completes VM sizes.

mod demand;
pub(super) mod sizes;

use azml_rules::compute::{ComputeKind, KnownCompute, Load};
use azml_rules::document::Kind;

use self::demand::demand;
use super::item::{Item, ItemSort};
use super::line::Value;
use crate::Site;
use crate::hints::cost;
use crate::markdown::{code, md, plain};
use crate::suitability::{Demand, Suitability};

/// Sort key: suitability, kind, name.
type Order = (Suitability, u8, String);

/// Maximum number of computes listed; of more, those whose names contain the typed text.
const LISTED: usize = 200;

pub(crate) fn items(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let demand = demand(site.document, value);
    let mut known = site.workspace.known_computes(site.document.path());
    known.retain(|compute| !demand.is_refused(compute));
    let mut ranked: Vec<(Order, &KnownCompute, String)> = known
        .iter()
        .map(|compute| ranked(demand, compute))
        .collect();
    if ranked.len() > LISTED {
        let typed = value.typed.to_ascii_lowercase();
        let typed = typed
            .strip_prefix("azureml:")
            .unwrap_or(if "azureml:".starts_with(&typed) {
                ""
            } else {
                &typed
            });
        ranked.retain(|(_, compute, _)| compute.name().to_ascii_lowercase().contains(typed));
    }
    ranked.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    ranked.truncate(LISTED);
    let computes = ranked
        .into_iter()
        .map(|(order, compute, why)| (order, of_compute(site, value, compute, &why)));
    let mut items: Vec<(Order, Item)> = words(site, value, demand)
        .into_iter()
        .chain(computes)
        .collect();
    items.sort_by(|(a, _), (b, _)| a.cmp(b));
    items.into_iter().map(|(_, item)| item).collect()
}

/// Returns the sort key of `compute` and the reason for it.
fn ranked(demand: Demand, compute: &KnownCompute) -> (Order, &KnownCompute, String) {
    let (suitability, why) = demand.suitability(compute);
    (
        (
            suitability,
            order(compute.kind()),
            compute.name().to_owned(),
        ),
        compute,
        why,
    )
}

fn of_compute(site: &Site<'_>, value: &Value<'_>, compute: &KnownCompute, why: &str) -> Item {
    let lines = match compute.definitions() {
        [one] => cost::lines(one, site.prices()),
        _ => Vec::new(),
    };
    let mut about = md!("{}\n\n", plain(described(compute)));
    for line in &lines {
        about.push(md!("- {}\n", line));
    }
    // Without the line: counting lines of a long inventory for each of its computes is slow.
    let file = code(site.shown(&compute.origin().path));
    about.push(md!("\nFrom {}", file));
    let name = compute.name();
    Item {
        sort: ItemSort::Compute,
        label: name.to_owned(),
        insert: value.spaced(&reference(value, name)),
        filter: filter(value, name),
        detail: detail(compute, why),
        about,
        is_retired: false,
        is_snippet: false,
    }
}

/// "trials run in parallel · 0–4 nodes · D4s_v5": the decisive part comes first, because clients
/// cut long texts off.
fn detail(compute: &KnownCompute, why: &str) -> String {
    let mut parts = vec![why.to_owned()];
    let is_cluster = compute.kind() == Some(ComputeKind::Cluster);
    match compute.definitions() {
        [one] => {
            let nodes = one.nodes_in_short().filter(|_| is_cluster);
            let is_described = nodes.is_some() && !why.is_empty();
            parts.extend((!is_described).then(|| label(compute.kind()).to_owned()));
            parts.extend(nodes);
            let size = one.size.as_deref();
            parts
                .extend(size.map(|size| size.strip_prefix("Standard_").unwrap_or(size).to_owned()));
        }
        several => parts.push(format!(
            "{}, defined in {} places",
            label(compute.kind()),
            several.len()
        )),
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

/// Returns the full description of the compute.
fn described(compute: &KnownCompute) -> String {
    match compute.definitions() {
        [one] => one.describe(),
        several => format!(
            "{}, defined in {} places",
            label(compute.kind()),
            several.len()
        ),
    }
}

fn label(kind: Option<ComputeKind>) -> &'static str {
    kind.map_or("compute", ComputeKind::label)
}

/// Order of kinds that fit equally well: clusters, serverless, then computes shared with other work.
fn order(kind: Option<ComputeKind>) -> u8 {
    match kind {
        Some(ComputeKind::Cluster) => 0,
        Some(ComputeKind::Serverless) => 1,
        Some(ComputeKind::Kubernetes | ComputeKind::SynapseSpark) => 2,
        Some(ComputeKind::Instance) => 3,
        _ => 4,
    }
}

/// Returns `azureml:name`; if a bare name is edited and the client accepts one, it stays bare.
fn reference(value: &Value<'_>, name: &str) -> String {
    let is_default = value.key() == Some("default_compute");
    let is_bare =
        !value.rest.is_empty() && !format!("{}{}", value.typed, value.rest).starts_with("azureml:");
    if is_bare && !is_default {
        name.to_owned()
    } else {
        format!("azureml:{name}")
    }
}

/// Returns the text that clients match against the typed text.
fn filter(value: &Value<'_>, name: &str) -> String {
    let typed = value.typed.to_ascii_lowercase();
    let with_prefix = typed.starts_with("azureml:") || "azureml:".starts_with(&typed);
    if with_prefix {
        format!("azureml:{name}")
    } else {
        name.to_owned()
    }
}

/// Returns `serverless` and `local` if they are allowed.
fn words(site: &Site<'_>, value: &Value<'_>, demand: Demand) -> Vec<(Order, Item)> {
    let mut words = Vec::new();
    let takes = |kind: ComputeKind| demand.load.is_none_or(|load| kind.takes(load));
    let is_top = value.keys().len() == 1;
    let is_command = is_top
        && site.document.kind() == Some(Kind::JobCommand)
        && demand.load == Some(Load::Command);
    if takes(ComputeKind::Serverless) {
        words.push((ComputeKind::Serverless, "serverless", "azureml:serverless"));
    }
    if is_command && demand.nodes < 2 && !value.typed.contains(':') {
        words.push((ComputeKind::Local, "local", "local"));
    }
    let mut items = Vec::new();
    for (kind, name, yaml) in words {
        let order = (
            word_suitability(kind, demand),
            order(Some(kind)),
            name.to_owned(),
        );
        let (_, why) = demand.suitability_of_kind(kind, None);
        let why = if kind == ComputeKind::Local { "" } else { &why };
        items.push((order, of_word(value, kind, (name, yaml), why)));
    }
    items
}

/// Ranks `local` below everything else: it runs on the machine of the user who submits the job.
fn word_suitability(kind: ComputeKind, demand: Demand) -> Suitability {
    if kind == ComputeKind::Local {
        Suitability::Poor
    } else {
        demand.suitability_of_kind(kind, None).0
    }
}

fn of_word(value: &Value<'_>, kind: ComputeKind, (name, yaml): (&str, &str), why: &str) -> Item {
    let capability = kind.capability();
    let detail = if why.is_empty() {
        capability.what.to_owned()
    } else {
        format!("{why} · {}", capability.what)
    };
    Item {
        sort: ItemSort::Word,
        label: name.to_owned(),
        insert: value.spaced(yaml),
        filter: if yaml.contains(':') {
            filter(value, name)
        } else {
            name.to_owned()
        },
        detail,
        about: md!("Good for {}.", capability.good_for),
        is_retired: false,
        is_snippet: false,
    }
}
