//! The card of a field that bears on compute: what it does, its unit and default, and what its number means in this file.

use std::fmt::Write as _;

use azml_rules::compute::ComputeKind;
use azml_rules::document::{Kind, Work, concurrent_trials, total_trials};
use azml_rules::fields::{Field, field};
use azml_rules::syntax::Node;
use azml_rules::workspace::Resolution;

use crate::ide::Site;

pub(super) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<String> {
    let kind = site.document.kind()?;
    let field = field(kind, keys)?;
    let mut text = format!("### `{}`\n\n{}\n\n", field.name(), field.what);
    if let Some(here) = here(site, node, kind, field) {
        let _ = write!(text, "**Here:** {here}\n\n");
    }
    for (name, value) in [("Unit", field.unit), ("Default", field.default)] {
        if let Some(value) = value {
            let _ = writeln!(text, "- **{name}:** {value}");
        }
    }
    let _ = write!(text, "\n[Microsoft Learn]({})", field.url);
    Some(text.replace("\n\n\n", "\n\n"))
}

/// What the field means with the numbers of this file.
fn here(site: &Site<'_>, node: Node<'_>, kind: Kind, field: &Field) -> Option<String> {
    let value = node.value_of_key().unwrap_or(node).resolved();
    match field.name() {
        "min_instances" | "max_instances" => cluster_nodes(site),
        "idle_time_before_scale_down" => value.int().map(|seconds| {
            let wait = duration(seconds);
            format!("a node stays, and is billed, for {wait} after its last job")
        }),
        "idle_time_before_shutdown_minutes" => {
            value.int().map(|minutes| format!("the instance stops after {} without use", duration(minutes * 60)))
        }
        "max_concurrent_trials" | "max_total_trials" => trials(site, value),
        "instance_count" if kind == Kind::DeploymentManagedOnline => value.int().map(online),
        "instance_count" => work_of(site, value).and_then(|work| instances(site, &work)),
        _ => None,
    }
}

/// "1 node", "4 nodes".
pub(super) fn nodes(count: i64) -> String {
    counted(count, "node")
}

fn counted(count: i64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

fn duration(seconds: i64) -> String {
    match seconds {
        s if s >= 3600 && s % 3600 == 0 => counted(s / 3600, "hour"),
        s if s >= 60 && s % 60 == 0 => counted(s / 60, "minute"),
        s => counted(s, "second"),
    }
}

fn cluster_nodes(site: &Site<'_>) -> Option<String> {
    // A missing minimum is 0; one that is an expression is not known.
    let min = site.document.get("min_instances").map_or(Some(0), Node::int)?;
    let size = site.document.get("size").and_then(azml_rules::document::known_text);
    let of_size = size.map_or_else(String::new, |size| format!(" of {size}"));
    let range = match site.document.get("max_instances").map(Node::int) {
        Some(max) => format!("{min} to {}{of_size}", nodes(max?)),
        None => format!("at least {}{of_size}", nodes(min)),
    };
    Some(match min {
        0 => format!("{range}: nothing is billed while idle"),
        1 => format!("{range}: 1 is billed around the clock, also while idle"),
        _ => format!("{range}: {min} are billed around the clock, also while idle"),
    })
}

fn online(count: i64) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb} billed around the clock, with or without requests", counted(count, "instance"))
}

/// The innermost work that `node` is written in.
fn work_of<'t>(site: &Site<'t>, node: Node<'_>) -> Option<Work<'t>> {
    let works = site.document.works().into_iter();
    works.filter(|work| work.node.range().contains_range(node.range())).min_by_key(|work| work.node.range().len())
}

/// The most nodes of the compute that `work` runs on, with its name.
fn compute_nodes(site: &Site<'_>, work: &Work<'_>) -> Option<(i64, String)> {
    match site.workspace.resolve_compute(site.document.path(), work.target.node?) {
        Resolution::Known(compute) => Some((compute.max_nodes()?, compute.name().to_owned())),
        _ => None,
    }
}

/// "4 of 24 trials run at a time: 6 rounds".
fn trials(site: &Site<'_>, value: Node<'_>) -> Option<String> {
    let work = work_of(site, value)?;
    let total = total_trials(&work).and_then(Node::int).filter(|total| *total > 0)?;
    let asked = concurrent_trials(&work).map_or(Some(total), Node::int)?.clamp(1, total);
    let each = work.instance_count().map_or(Some(1), Node::int)?.max(1);
    let fitting = compute_nodes(site, &work).map(|(max, name)| (max / each, max, name));
    let (at_a_time, why) = match fitting {
        Some((fit, max, name)) if fit >= 1 && fit < asked => {
            (fit, format!(": `{name}` has {}, and {asked} at a time were asked for", nodes(max)))
        }
        _ => (asked, String::new()),
    };
    let rounds = (total + at_a_time - 1) / at_a_time;
    Some(format!("{at_a_time} of {} run at a time: {}{why}", counted(total, "trial"), counted(rounds, "round")))
}

fn instances(site: &Site<'_>, work: &Work<'_>) -> Option<String> {
    let count = work.instance_count()?.int()?;
    let (max, name) = compute_nodes(site, work)?;
    let single = matches!(
        site.workspace.resolve_compute(site.document.path(), work.target.node?),
        Resolution::Known(compute) if compute.kind().is_some_and(ComputeKind::is_single_node)
    );
    let has = if single { "1 node only" } else { &format!("at most {}", nodes(max)) };
    Some(format!("{} of `{name}`, which has {has}", nodes(count)))
}
