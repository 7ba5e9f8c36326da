//! Meaning of a field with the numbers of this file: nodes, waits, trials, and their cost.

use azml_rules::compute::{Bill, ComputeDef, ComputeKind, KnownCompute, vm_size};
use azml_rules::document::{Kind, Work, concurrent_trials};
use azml_rules::estimate::{Estimate, estimate_work};
use azml_rules::schema::KnownKey;
use azml_rules::syntax::{Node, known_text};
use azml_rules::wording::{counted, duration_in_one_unit};
use azml_rules::workspace::Resolution;

use super::compute::size;
use crate::Site;
use crate::hints::cost;
use crate::markdown::{Markdown, code, joined, md, ours, plain};

/// Returns the sentence for `key`.
pub(crate) fn consequence(site: &Site<'_>, key: Node<'_>, place: &KnownKey) -> Option<Markdown> {
    let value = key.value_of_key()?.resolved();
    let kind = site.document.kind()?;
    let is_cluster = kind == Kind::ComputeAmlcompute;
    match place.field.name {
        "min_instances" if is_cluster => cluster_nodes(site, Amount::Idle),
        "max_instances" if is_cluster => cluster_nodes(site, Amount::Full),
        "idle_time_before_scale_down" => value.int().map(|seconds| scale_down(site, seconds)),
        "idle_time_before_shutdown_minutes" => value.int().map(|minutes| {
            md!(
                "the instance shuts down after {} without activity",
                ours(duration_in_one_unit(minutes * 60))
            )
        }),
        "timeout" | "trial_timeout" if place.field.doc.contains("in seconds") => value
            .int()
            .filter(|seconds| *seconds >= 60)
            .map(|seconds| ours(duration_in_one_unit(seconds))),
        "max_concurrent_trials" | "max_total_trials" => trials(site, value),
        "instance_count" if kind == Kind::DeploymentManagedOnline => {
            value.int().and_then(|count| online(site, count))
        }
        "instance_count" => work_of(site, value).and_then(|work| instances(site, &work)),
        _ => None,
    }
}

/// Selects a cost of a cluster.
#[derive(Clone, Copy)]
enum Amount {
    Idle,
    Full,
}

fn cluster_nodes(site: &Site<'_>, amount: Amount) -> Option<Markdown> {
    // A missing minimum is 0; an expression is unknown.
    let min = site
        .document
        .get("min_instances")
        .map_or(Some(0), Node::int)?;
    let size = site.document.get("size").and_then(known_text);
    let of_size = size.map_or_else(Markdown::new, |size| md!(" of {}", plain(size)));
    let range = match site.document.get("max_instances").map(Node::int) {
        Some(max) => md!("{} to {}{}", min, ours(counted(max?, "node")), of_size),
        None => md!("at least {}{}", ours(counted(min, "node")), of_size),
    };
    let idle = match min {
        0 => ours("no machines are billed while idle"),
        1 => ours("1 node is billed around the clock, even when idle"),
        _ => md!("{} nodes are billed around the clock, even when idle", min),
    };
    let cost = cluster_cost(site, amount).unwrap_or_default();
    Some(md!("{}: {}{}", range, idle, cost))
}

/// "; with all nodes running, it costs 4 × $0.29/h, about $836 a month (East US list price of 2026-06-18)"
fn cluster_cost(site: &Site<'_>, amount: Amount) -> Option<Markdown> {
    let def = ComputeDef::of_document(site.document)?;
    let prices = site.prices();
    let (start, bill) = match amount {
        Amount::Idle => (", which costs", def.idle_bill(prices)),
        Amount::Full => ("; with all nodes running, it costs", def.full_bill(prices)),
    };
    match bill {
        Bill::Machines { count, rate } => {
            Some(md!("{} {}", start, cost::around_the_clock(count, &rate)))
        }
        Bill::Nothing | Bill::Unknown(_) => None,
    }
}

fn scale_down(site: &Site<'_>, seconds: i64) -> Markdown {
    let wait = ours(duration_in_one_unit(seconds));
    let rate = ComputeDef::of_document(site.document).and_then(|def| def.rate(site.prices()));
    let each = rate.map_or_else(Markdown::new, |rate| {
        md!(", which costs {}", cost::each_time(seconds, &rate))
    });
    md!(
        "a node keeps running, and is billed, for {} after its last job{}",
        wait,
        each
    )
}

/// Returns the price and the quota of the instances, which the description of the key does not have.
fn online(site: &Site<'_>, count: i64) -> Option<Markdown> {
    let named = site.document.get("instance_type").and_then(known_text);
    let found = named.and_then(vm_size).filter(|_| count > 0)?;
    let verb = if count == 1 { "costs" } else { "cost" };
    let price = site.prices().rate(found.name).map(|rate| {
        let cost = cost::around_the_clock(count, &rate);
        md!("{} {} {}", ours(counted(count, "instance")), verb, cost)
    });
    let quota = size::quota(found, count).map(|quota| md!("needs quota for {}", ours(quota)));
    let known: Vec<Markdown> = price.into_iter().chain(quota).collect();
    (!known.is_empty()).then(|| joined(known, "; "))
}

/// Returns the innermost work that contains `node`.
fn work_of<'t>(site: &Site<'t>, node: Node<'_>) -> Option<Work<'t>> {
    let works = site.document.works().into_iter();
    works
        .filter(|work| work.node.range().contains_range(node.range()))
        .min_by_key(|work| work.node.range().len())
}

/// Returns the compute of `work`.
fn compute(site: &Site<'_>, work: &Work<'_>) -> Option<KnownCompute> {
    match site
        .workspace
        .resolve_compute(site.document.path(), work.target.node?)
    {
        Resolution::Known(compute) => Some(compute),
        _ => None,
    }
}

/// "4 of 24 trials run at a time, in 6 rounds".
fn trials(site: &Site<'_>, value: Node<'_>) -> Option<Markdown> {
    let work = work_of(site, value)?;
    let found = estimate_work(site.workspace, site.document, &work);
    let trials = found.trials?;
    let requested = concurrent_trials(&work).and_then(Node::int);
    let requested = requested.unwrap_or(trials.total).min(trials.total);
    let compute = compute(site, &work);
    let most = compute.as_ref().and_then(|it| Some((it, it.max_nodes()?)));
    let why = match most {
        Some((compute, most)) if trials.at_a_time < requested && !work.task.is_automl() => md!(
            " because {} has {} ({} at a time requested)",
            code(compute.name()),
            ours(counted(most, "node")),
            requested
        ),
        _ => Markdown::new(),
    };
    let cost = cost_while_running(&found);
    Some(md!(
        "{} of {} run at a time, in {}{}{}",
        trials.at_a_time,
        ours(counted(trials.total, "trial")),
        ours(counted(trials.rounds(), "round")),
        why,
        cost.as_ref().map(behind).unwrap_or_default()
    ))
}

/// "4 nodes of Standard_DS3_v2 cost $1.17/h (East US list price of 2026-06-18) while they run"
fn cost_while_running(found: &Estimate) -> Option<Markdown> {
    let machine = found.machine.as_ref()?;
    let (rate, size) = (machine.rate.value()?, machine.size.as_ref()?);
    let count = *found.nodes.value()?;
    let verb = if count == 1 { "costs" } else { "cost" };
    let they = if count == 1 { "it runs" } else { "they run" };
    Some(md!(
        "{} of {} {} {} while {}",
        ours(counted(count, "node")),
        plain(size),
        verb,
        cost::while_running(count, rate),
        they
    ))
}

/// "; it costs ...", after another sentence.
fn behind(cost: &Markdown) -> Markdown {
    md!("; {}", cost)
}

fn instances(site: &Site<'_>, work: &Work<'_>) -> Option<Markdown> {
    let count = work.instance_count()?.int()?;
    let cost = cost_while_running(&estimate_work(site.workspace, site.document, work));
    let Some((compute, max)) = compute(site, work)
        .and_then(|it| Some((it.max_nodes()?, it)))
        .map(|(n, it)| (it, n))
    else {
        return cost;
    };
    let single = compute.kind().is_some_and(ComputeKind::is_single_node);
    let has = if single {
        ours("only 1 node")
    } else {
        md!("at most {}", ours(counted(max, "node")))
    };
    Some(md!(
        "{} of {}, which has {}{}",
        ours(counted(count, "node")),
        code(compute.name()),
        has,
        cost.as_ref().map(behind).unwrap_or_default()
    ))
}
