//! The table for people.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Result, Write};

use azml_rules::compute::{Bill, ComputeDef, ComputeKind, InventoryLabel, Unknown, money, vm_size};

use textwrap::core::display_width;

use super::{has_own_price, totals, without_price};
use crate::check::{ComputeSource, ListedCompute};
use crate::output::text::style::WIDTH;
use crate::output::text::wrap::wrapped;
use crate::sandbox::Names;
use azml_rules::text::printable::printable;

const HEADINGS: [&str; 10] = [
    "name",
    "kind",
    "size",
    "vCPU",
    "memory",
    "GPUs",
    "nodes",
    "per hour",
    "idle/month",
    "found in",
];

/// The columns of numbers, which are aligned to the right.
const NUMBERS: [&str; 5] = ["vCPU", "memory", "nodes", "per hour", "idle/month"];

/// Writes `computes` as a table with what it adds up to.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn computes_table(
    out: &mut impl Write,
    names: &Names,
    computes: &[ListedCompute],
) -> Result<()> {
    let mut rows = vec![HEADINGS.map(str::to_owned)];
    rows.extend(computes.iter().map(|known| row(names, known)));
    let mut widths = [0; HEADINGS.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = display_width(cell).max(*width);
        }
    }
    for row in &rows {
        writeln!(out, "{}", line(row, widths))?;
    }
    writeln!(out)?;
    out.write_all(closing(computes).as_bytes())
}

/// The cells of `row`, each as wide as its column is shown.
fn line(row: &[String; HEADINGS.len()], widths: [usize; HEADINGS.len()]) -> String {
    let mut line = String::new();
    for ((cell, width), heading) in row.iter().zip(widths).zip(HEADINGS) {
        let fill = " ".repeat(width - display_width(cell));
        if NUMBERS.contains(&heading) {
            line.extend([&fill, cell.as_str(), "  "]);
        } else {
            line.extend([cell.as_str(), &fill, "  "]);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

fn row(names: &Names, known: &ListedCompute) -> [String; HEADINGS.len()] {
    let def = &known.def;
    let size = def.size.as_deref().and_then(vm_size);
    let figure = |value: Option<String>| value.unwrap_or_default();
    let gpus = size.and_then(|size| match size.gpus? {
        0.0 => None,
        count => Some(format!("{count} × {}", size.gpu_model)),
    });
    let price = known.rate.as_ref().map(|rate| {
        let mark = if has_own_price(known) { "*" } else { "" };
        let price = money(rate.per_hour, &printable(&rate.currency));
        format!("{price}{mark}")
    });
    let origins = std::iter::once(&known.source)
        .chain(&known.also)
        .map(|source| found_in(names, source));
    [
        printable(&def.name).into_owned(),
        def.kind
            .map_or_else(|| "unknown".to_owned(), |kind| kind.label().to_owned()),
        printable(def.size.as_deref().unwrap_or_default()).into_owned(),
        figure(size.and_then(|size| Some(size.vcpus?.to_string()))),
        figure(size.and_then(|size| Some(format!("{} GiB", size.memory_gib?)))),
        figure(gpus),
        nodes(def),
        figure(price),
        idle(&known.idle),
        origins.collect::<Vec<_>>().join(", "),
    ]
}

fn nodes(def: &ComputeDef) -> String {
    match def.kind {
        Some(ComputeKind::Cluster) => {
            let min = def.min_nodes.or((!def.is_templated).then_some(0));
            format!("{}..{}", number(min), number(def.max_nodes))
        }
        Some(kind) if kind.is_single_node() => "1".to_owned(),
        _ => String::new(),
    }
}

fn number(count: Option<i64>) -> String {
    count.map_or_else(|| "?".to_owned(), |count| count.to_string())
}

fn idle(bill: &Bill) -> String {
    match bill {
        Bill::Nothing => "0".to_owned(),
        Bill::Machines { count, rate } => money(rate.month(*count), &printable(&rate.currency)),
        Bill::Unknown(Unknown::Foreign) => String::new(),
        Bill::Unknown(_) => "?".to_owned(),
    }
}

/// "computes/cpu.yml", "inventory prod of 2026-11-02", ".azml/computes.json of 2026-11-02".
fn found_in(names: &Names, source: &ComputeSource) -> String {
    let path = printable(&names.show(&source.origin.path)).into_owned();
    match source.inventory.as_deref() {
        Some(label) if label.name.is_some() => printable(&label.describe()).into_owned(),
        Some(InventoryLabel {
            saved_on: Some(day),
            ..
        }) => format!("{path} of {day}"),
        _ => path,
    }
}

fn closing(computes: &[ListedCompute]) -> String {
    let count = match computes.len() {
        1 => "1 compute.".to_owned(),
        count => format!("{count} computes."),
    };
    let totals: Vec<String> = totals(computes)
        .iter()
        .map(|(currency, amount)| money(*amount, &printable(currency)))
        .collect();
    let total = if totals.is_empty() {
        "0".to_owned()
    } else {
        totals.join(" + ")
    };
    let mut text = wrapped(
        "",
        &format!(
            "{count} Cost of machines per month while idle: {total}{}.{}",
            not_counted(computes),
            beside(computes)
        ),
        WIDTH,
    );
    if let Some(basis) = basis(computes) {
        text.push_str(&wrapped("", &printable(&basis), WIDTH));
    }
    text
}

/// The amounts that are billed beside the machines, used or not.
fn beside(computes: &[ListedCompute]) -> String {
    let has = |kind| computes.iter().any(|known| known.def.kind == Some(kind));
    let instance = "a compute instance has a disk and a load balancer, about $30 a month, and a public IP address, which \
         are billed while it is stopped, too";
    let cluster = "a cluster has a load balancer for every 50 nodes, about $10 a month each; sources disagree about a \
         cluster with 0 nodes";
    let sorts = [
        (ComputeKind::Instance, instance),
        (ComputeKind::Cluster, cluster),
    ];
    let texts = sorts.into_iter().filter(|(kind, _)| has(*kind));
    let texts: Vec<&str> = texts.map(|(_, text)| text).collect();
    if texts.is_empty() {
        return String::new();
    }
    format!(" Beside the machines, {}.", texts.join("; "))
}

/// ", not counting `a` (why) and `b` (why)".
fn not_counted(computes: &[ListedCompute]) -> String {
    let mut by_reason: BTreeMap<Unknown, Vec<String>> = BTreeMap::new();
    for known in without_price(computes) {
        if let Bill::Unknown(reason) = known.idle {
            by_reason
                .entry(reason)
                .or_default()
                .push(format!("`{}`", printable(&known.def.name)));
        }
    }
    let parts = by_reason
        .iter()
        .map(|(reason, names)| format!("{} ({})", names.join(", "), reason.why()));
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(", not counting {}", parts.join("; "))
    }
}

/// "Price per node: East US list price of 2026-06-18 (pay-as-you-go, Linux); * price from
/// azml.yaml."
fn basis(computes: &[ListedCompute]) -> Option<String> {
    let rates = computes
        .iter()
        .filter_map(|known| Some((has_own_price(known), known.rate.as_ref()?.basis())));
    let bases: BTreeSet<String> = rates
        .map(|(own, basis)| {
            if own {
                format!("* {basis}")
            } else {
                format!("{basis} (pay-as-you-go, Linux)")
            }
        })
        .collect();
    let bases: Vec<String> = bases.into_iter().rev().collect();
    (!bases.is_empty()).then(|| {
        format!(
            "Price per node: {}. A month has 730 hours.",
            bases.join("; ")
        )
    })
}
