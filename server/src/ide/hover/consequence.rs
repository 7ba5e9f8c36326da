//! What a field means with the numbers of this file: nodes, waits, trials, and the money they cost.

use azml_rules::compute::{Bill, ComputeDef, ComputeKind, KnownCompute, Rate, vm_size};
use azml_rules::document::{Kind, Work, concurrent_trials, total_trials};
use azml_rules::schema::KnownKey;
use azml_rules::syntax::{Node, known_text};
use azml_rules::wording::{counted, duration_in_one_unit};
use azml_rules::workspace::Resolution;

use super::size;
use crate::ide::{Site, cost};

/// The sentence for `key`.
pub(super) fn consequence(site: &Site<'_>, key: Node<'_>, place: &KnownKey) -> Option<String> {
    let value = key.value_of_key()?.resolved();
    let kind = site.document.kind()?;
    let is_cluster = kind == Kind::ComputeAmlcompute;
    match place.field.name {
        "min_instances" if is_cluster => cluster_nodes(site, Amount::Idle),
        "max_instances" if is_cluster => cluster_nodes(site, Amount::Full),
        "idle_time_before_scale_down" => value.int().map(|seconds| scale_down(site, seconds)),
        "idle_time_before_shutdown_minutes" => value.int().map(|minutes| {
            format!(
                "the instance shuts down after {} without activity",
                duration_in_one_unit(minutes * 60)
            )
        }),
        "timeout" | "trial_timeout" if place.field.doc.contains("in seconds") => value
            .int()
            .filter(|seconds| *seconds >= 60)
            .map(duration_in_one_unit),
        "max_concurrent_trials" | "max_total_trials" => trials(site, value),
        "instance_count" if kind == Kind::DeploymentManagedOnline => {
            value.int().map(|count| online(site, count))
        }
        "instance_count" => work_of(site, value).and_then(|work| instances(site, &work)),
        _ => None,
    }
}

/// Which cost of a cluster is of interest.
#[derive(Clone, Copy)]
enum Amount {
    Idle,
    Full,
}

fn cluster_nodes(site: &Site<'_>, amount: Amount) -> Option<String> {
    // A missing minimum is 0; one that is an expression is not known.
    let min = site
        .document
        .get("min_instances")
        .map_or(Some(0), Node::int)?;
    let size = site.document.get("size").and_then(known_text);
    let of_size = size.map_or_else(String::new, |size| format!(" of {size}"));
    let range = match site.document.get("max_instances").map(Node::int) {
        Some(max) => format!("{min} to {}{of_size}", counted(max?, "node")),
        None => format!("at least {}{of_size}", counted(min, "node")),
    };
    let idle = match min {
        0 => "nothing is billed while idle".to_owned(),
        1 => "1 node is billed around the clock, even when idle".to_owned(),
        _ => format!("{min} nodes are billed around the clock, even when idle"),
    };
    Some(format!(
        "{range}: {idle}{}",
        cluster_cost(site, amount).unwrap_or_default()
    ))
}

/// "; with all nodes running, it costs 4 × $0.29/h, about $836 a month (East US list price of 2026-06-18)"
fn cluster_cost(site: &Site<'_>, amount: Amount) -> Option<String> {
    let def = ComputeDef::of_document(site.document)?;
    let prices = &site.settings().prices;
    let (start, bill) = match amount {
        Amount::Idle => (", which costs", def.idle_bill(prices)),
        Amount::Full => ("; with all nodes running, it costs", def.full_bill(prices)),
    };
    match bill {
        Bill::Machines { count, rate } => {
            Some(format!("{start} {}", cost::around_the_clock(count, &rate)))
        }
        Bill::Nothing | Bill::Unknown(_) => None,
    }
}

fn scale_down(site: &Site<'_>, seconds: i64) -> String {
    let wait = duration_in_one_unit(seconds);
    let rate =
        ComputeDef::of_document(site.document).and_then(|def| def.rate(&site.settings().prices));
    let each = rate.map_or_else(String::new, |rate| {
        format!(", which costs {}", cost::each_time(seconds, &rate))
    });
    format!("a node keeps running, and is billed, for {wait} after its last job{each}")
}

fn online(site: &Site<'_>, count: i64) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    let mut text = format!(
        "{} {verb} billed around the clock, with or without requests",
        counted(count, "instance")
    );
    let named = site.document.get("instance_type").and_then(known_text);
    let Some(found) = named.and_then(vm_size).filter(|_| count > 0) else {
        return text;
    };
    if let Some(rate) = site.settings().prices.rate(found.name) {
        text.push_str(&format!(
            ", which costs {}",
            cost::around_the_clock(count, &rate)
        ));
    }
    if let Some(quota) = size::quota(found, count) {
        text.push_str(&format!(". Needs quota for {quota}"));
    }
    text
}

/// The innermost work that `node` is written in.
fn work_of<'t>(site: &Site<'t>, node: Node<'_>) -> Option<Work<'t>> {
    let works = site.document.works().into_iter();
    works
        .filter(|work| work.node.range().contains_range(node.range()))
        .min_by_key(|work| work.node.range().len())
}

/// The compute that `work` runs on.
fn compute(site: &Site<'_>, work: &Work<'_>) -> Option<KnownCompute> {
    match site
        .workspace
        .resolve_compute(site.document.path(), work.target.node?)
    {
        Resolution::Known(compute) => Some(compute),
        _ => None,
    }
}

/// The price of one machine that `work` runs on, with its size.
fn rate(site: &Site<'_>, work: &Work<'_>) -> Option<(Rate, String)> {
    let prices = &site.settings().prices;
    if work.target.node.is_some() && compute(site, work).is_some() {
        let compute = compute(site, work)?;
        let def: &ComputeDef = match compute.definitions() {
            [one] => one,
            _ => return None,
        };
        return Some((def.rate(prices)?, def.size.clone()?));
    }
    let size = work.node.get_path(&["resources", "instance_type"])?;
    let name = known_text(size).filter(|_| cost::is_dedicated(size))?;
    Some((prices.rate(name)?, name.to_owned()))
}

/// "4 of 24 trials run at a time, in 6 rounds".
fn trials(site: &Site<'_>, value: Node<'_>) -> Option<String> {
    let work = work_of(site, value)?;
    let total = total_trials(&work)
        .and_then(Node::int)
        .filter(|total| *total > 0)?;
    let concurrent = concurrent_trials(&work)
        .map_or(Some(total), Node::int)?
        .clamp(1, total);
    let each = work.instance_count().map_or(Some(1), Node::int)?.max(1);
    let compute = compute(site, &work);
    let fitting = compute
        .as_ref()
        .and_then(|it| Some((it.max_nodes()? / each, it.max_nodes()?, it.name())));
    let (at_a_time, why) = match fitting {
        Some((fit, max, name)) if fit >= 1 && fit < concurrent => (
            fit,
            format!(
                " because `{name}` has {} ({concurrent} at a time requested)",
                counted(max, "node")
            ),
        ),
        _ => (concurrent, String::new()),
    };
    let rounds = (total + at_a_time - 1) / at_a_time;
    let cost = at_a_time
        .checked_mul(each)
        .and_then(|count| cost_while_running(site, &work, count))
        .unwrap_or_default();
    Some(format!(
        "{at_a_time} of {} run at a time, in {}{why}{cost}",
        counted(total, "trial"),
        counted(rounds, "round")
    ))
}

/// "; 4 nodes of Standard_DS3_v2 cost $1.17/h (East US list price of 2026-06-18) while they run"
fn cost_while_running(site: &Site<'_>, work: &Work<'_>, count: i64) -> Option<String> {
    let (rate, size) = rate(site, work).filter(|_| count > 0)?;
    let verb = if count == 1 { "costs" } else { "cost" };
    let they = if count == 1 { "it runs" } else { "they run" };
    Some(format!(
        "; {} of {size} {verb} {} while {they}",
        counted(count, "node"),
        cost::while_running(count, &rate)
    ))
}

fn instances(site: &Site<'_>, work: &Work<'_>) -> Option<String> {
    let count = work.instance_count()?.int()?;
    let cost = cost_while_running(site, work, count);
    let Some((compute, max)) = compute(site, work)
        .and_then(|it| Some((it.max_nodes()?, it)))
        .map(|(n, it)| (it, n))
    else {
        return cost.map(|text| text.trim_start_matches("; ").to_owned());
    };
    let single = compute.kind().is_some_and(ComputeKind::is_single_node);
    let has = if single {
        "only 1 node"
    } else {
        &format!("at most {}", counted(max, "node"))
    };
    Some(format!(
        "{} of `{}`, which has {has}{}",
        counted(count, "node"),
        compute.name(),
        cost.unwrap_or_default()
    ))
}
