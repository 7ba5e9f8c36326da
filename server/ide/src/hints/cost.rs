//! Costs in sentences. An amount is always shown with the source of its price.

use azml_rules::compute::{
    Bill, ComputeDef, ComputeKind, IdleBehavior, Prices, Rate, money, vm_size,
};

use azml_rules::estimate::billed_beside_machines;

use crate::markdown::{Markdown, joined, md, ours, plain};

/// Returns the known facts about the machines of a compute and their cost, one sentence per line.
/// The source of the price is given once, with the price of a node.
pub(crate) fn lines(def: &ComputeDef, prices: &Prices) -> Vec<Markdown> {
    let mut lines = Vec::new();
    if let Some(size) = def.size.as_deref().and_then(vm_size) {
        let price = def
            .rate(prices)
            .map(|rate| md!("{} ({})", plain(rate.hourly()), ours(rate.basis())));
        let parts = size.figures().into_iter().map(ours).chain(price);
        lines.push(md!("**Each node:** {}", joined(parts, " · ")));
    }
    let is_cluster = def.kind == Some(ComputeKind::Cluster);
    let idle = (is_cluster || def.kind == Some(ComputeKind::Instance)).then(|| idle(def, prices));
    let full = (is_cluster && def.max_nodes.is_some()).then(|| in_words(&def.full_bill(prices)));
    match (idle, full) {
        (Some(idle), Some(full)) if idle == full => {
            lines.push(md!("**While idle and at full size:** {}", idle));
        }
        (idle, full) => {
            lines.extend(idle.map(|bill| md!("**While idle:** {}", bill)));
            lines.extend(full.map(|bill| md!("**At full size:** {}", bill)));
        }
    }
    if is_cluster {
        let beside = billed_beside_machines(def).into_iter();
        lines.extend(beside.map(|note| md!("**Beside its nodes:** {}", ours(note.text))));
    }
    lines
}

/// The cost without work. An instance runs until it stops by itself, and its disk and load balancer
/// are billed even then.
fn idle(def: &ComputeDef, prices: &Prices) -> Markdown {
    let is_instance = def.kind == Some(ComputeKind::Instance);
    match def.rest {
        IdleBehavior::StopsWhenIdle if is_instance => {
            let rate = def
                .rate(prices)
                .map(|rate| md!("{} ", plain(rate.hourly())));
            md!(
                "{}until it stops after its idle time; then its disk and load balancer",
                rate.unwrap_or_default()
            )
        }
        IdleBehavior::Stopped if is_instance => ours("its disk and load balancer"),
        _ => in_words(&def.idle_bill(prices)),
    }
}

/// "no machines are billed", "2 × $3.67/h, about $5,363 a month", "unknown, because ...".
fn in_words(bill: &Bill) -> Markdown {
    match bill {
        Bill::Nothing => ours("no machines are billed"),
        Bill::Machines { count, rate } => amount(*count, rate),
        Bill::Unknown(reason) => md!("unknown, because {}", reason.why()),
    }
}

/// "2 × $3.67/h, about $5,363 a month"
fn amount(count: i64, rate: &Rate) -> Markdown {
    let times = if count == 1 {
        Markdown::new()
    } else {
        md!("{} × ", count)
    };
    let (hourly, monthly) = (plain(rate.hourly()), plain(rate.monthly(count)));
    md!("{}{}, {}", times, hourly, monthly)
}

/// "2 × $3.67/h, about $5,363 a month (East US list price of 2026-06-18)"
pub(crate) fn around_the_clock(count: i64, rate: &Rate) -> Markdown {
    md!("{} ({})", amount(count, rate), ours(rate.basis()))
}

/// "$1.17/h (East US list price of 2026-06-18)" for `count` machines.
pub(crate) fn while_running(count: i64, rate: &Rate) -> Markdown {
    md!("{} ({})", plain(rate.hourly_of(count)), ours(rate.basis()))
}

/// "$0.15 each time (East US list price of 2026-06-18)" for one machine.
pub(crate) fn each_time(seconds: i64, rate: &Rate) -> Markdown {
    #[allow(clippy::cast_precision_loss)] // A wait is short.
    let amount = rate.per_hour * seconds as f64 / 3600.0;
    // Less than a cent would be rounded to $0.00.
    let shown = if amount < 0.005 {
        ours("less than a cent")
    } else {
        plain(money(amount, &rate.currency))
    };
    md!("{} each time ({})", shown, ours(rate.basis()))
}
