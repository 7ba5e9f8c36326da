//! The computes for machines. The structs change only on purpose, and then with the number.

use std::io::{Result, Write};

use azml_rules::compute::{
    Bill, HOURS_PER_MONTH, OriginKind, PriceBasis, Rate, SavedPrices, vm_size,
};
use azml_rules::estimate::billed_beside_machines;
use serde::Serialize;

use super::{totals, without_price};
use crate::check::{ComputeSource, ListedCompute};
use crate::output::formats::json::{TOOL, Tool, write_json};
use crate::sandbox::Names;

const VERSION: u32 = 1;

#[derive(Serialize)]
struct ComputesJson<'k> {
    version: u32,
    tool: Tool,
    hours_per_month: f64,
    totals: Vec<TotalJson<'k>>,
    idle_unknown: usize,
    computes: Vec<ComputeJson<'k>>,
}

#[derive(Serialize)]
struct TotalJson<'k> {
    currency: &'k str,
    idle_per_month: f64,
}

#[derive(Serialize)]
struct ComputeJson<'k> {
    name: &'k str,
    kind: Option<&'static str>,
    size: Option<&'k str>,
    vcpus: Option<u16>,
    memory_gib: Option<f32>,
    gpus: Option<f32>,
    gpu_model: Option<&'static str>,
    min_nodes: Option<i64>,
    max_nodes: Option<i64>,
    tier: Option<&'k str>,
    location: Option<&'k str>,
    price: Option<PriceJson<'k>>,
    idle: CostJson,
    full: CostJson,
    /// Amounts that are billed beside the machines, used or not.
    beside: Vec<String>,
    found_in: OriginJson<'k>,
    also_in: Vec<OriginJson<'k>>,
}

#[derive(Serialize)]
struct PriceJson<'k> {
    per_hour: f64,
    currency: &'k str,
    source: &'static str,
    region: Option<&'k str>,
    as_of: Option<String>,
}

/// The cost of a month; `null` with the reason where it is not known.
#[derive(Serialize)]
struct CostJson {
    per_month: Option<f64>,
    nodes: Option<i64>,
    unknown: Option<&'static str>,
}

#[derive(Serialize)]
struct OriginJson<'k> {
    source: &'static str,
    path: String,
    offset: u32,
    inventory: Option<&'k str>,
    saved_on: Option<String>,
}

/// Writes `computes` for machines.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn computes_json(
    out: &mut impl Write,
    names: &Names,
    computes: &[ListedCompute],
) -> Result<()> {
    let totals = totals(computes).into_iter();
    let output = ComputesJson {
        version: VERSION,
        tool: TOOL,
        hours_per_month: HOURS_PER_MONTH,
        totals: totals.map(total).collect(),
        idle_unknown: without_price(computes).count(),
        computes: computes.iter().map(|known| compute(names, known)).collect(),
    };
    write_json(out, &output)
}

fn total((currency, amount): (&str, f64)) -> TotalJson<'_> {
    TotalJson {
        currency,
        idle_per_month: cents(amount),
    }
}

fn compute<'k>(names: &Names, known: &'k ListedCompute) -> ComputeJson<'k> {
    let def = &known.def;
    let size = def.size.as_deref().and_then(vm_size);
    ComputeJson {
        name: &def.name,
        kind: def.kind.map(|kind| kind.capability().id),
        size: def.size.as_deref(),
        vcpus: size.and_then(|size| size.vcpus),
        memory_gib: size.and_then(|size| size.memory_gib),
        gpus: size.and_then(|size| size.gpus),
        gpu_model: size
            .map(|size| size.gpu_model)
            .filter(|model| !model.is_empty()),
        min_nodes: def.min_nodes,
        max_nodes: def.max_nodes,
        tier: def.tier.as_deref(),
        location: def.location.as_deref(),
        price: known.rate.as_ref().map(price),
        idle: cost(&known.idle),
        full: cost(&known.full),
        beside: billed_beside_machines(def)
            .into_iter()
            .map(|it| it.text)
            .collect(),
        found_in: place(names, &known.source),
        also_in: known
            .also
            .iter()
            .map(|source| place(names, source))
            .collect(),
    }
}

fn price(rate: &Rate) -> PriceJson<'_> {
    let (source, region, as_of) = match &rate.basis {
        PriceBasis::List { region, as_of, .. } => ("list", Some(*region), Some(as_of.to_string())),
        PriceBasis::Region {
            region,
            source,
            as_of,
        } => {
            let source = match source {
                SavedPrices::Snapshot => "snapshot",
                SavedPrices::RetailPage => "retail",
            };
            let day = as_of.map(|day| day.to_string());
            (source, Some(&**region), day)
        }
        PriceBasis::Own => ("azml.yaml", None, None),
    };
    PriceJson {
        per_hour: rate.per_hour,
        currency: &rate.currency,
        source,
        region,
        as_of,
    }
}

fn cost(bill: &Bill) -> CostJson {
    let (nodes, unknown) = match bill {
        Bill::Nothing => (Some(0), None),
        Bill::Machines { count, .. } => (Some(*count), None),
        Bill::Unknown(reason) => (None, Some(reason.why())),
    };
    let per_month = match bill {
        Bill::Nothing => Some(0.0),
        _ => bill.amount().map(|(amount, _)| cents(amount)),
    };
    CostJson {
        per_month,
        nodes,
        unknown,
    }
}

fn place<'k>(names: &Names, source: &'k ComputeSource) -> OriginJson<'k> {
    let (origin, label) = (&source.origin, source.inventory.as_deref());
    OriginJson {
        source: match origin.kind {
            OriginKind::Yaml => "yaml",
            OriginKind::Config => "azml.yaml",
            OriginKind::Inventory => "inventory",
            OriginKind::Infrastructure => "infrastructure",
        },
        path: names.show(&origin.path),
        offset: origin.range.start,
        inventory: label.and_then(|label| label.name.as_deref()),
        saved_on: label
            .and_then(|label| label.saved_on)
            .map(|day| day.to_string()),
    }
}

fn cents(amount: f64) -> f64 {
    (amount * 100.0).round() / 100.0
}
