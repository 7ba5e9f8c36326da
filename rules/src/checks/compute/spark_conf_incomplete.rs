//! Spark settings without the number or the size of executors.

use crate::checks::prelude::*;
use crate::wording::listed;

/// Required settings of every Spark job, with a small value for each.
const ALWAYS: &[(&str, &str)] = &[
    ("spark.driver.cores", "1"),
    ("spark.driver.memory", "2g"),
    ("spark.executor.cores", "2"),
    ("spark.executor.memory", "2g"),
];
const INSTANCES: &str = "spark.executor.instances";
const ENABLED: &str = "spark.dynamicAllocation.enabled";
const MIN: &str = "spark.dynamicAllocation.minExecutors";
const MAX: &str = "spark.dynamicAllocation.maxExecutors";

declare_rule! {
    /// In `conf`, a Spark job sets the size of its driver and executors, and the number of
    /// executors: a fixed number (`spark.executor.instances`), or a minimum and a maximum with
    /// dynamic allocation. The client rejects a job in which one of these is missing, or in which
    /// the minimum and maximum contradict each other.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.5"}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.5"}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    "spark-conf-incomplete", Compute, Error,
    summary: "a Spark job whose `conf` does not set the size and number of its executors",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-spark",
}

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Spark) {
        let set = |key: &str| setting(cx, work, key);
        let readable = work
            .node
            .get("conf")
            .is_none_or(|conf| conf.kind() == NodeKind::Mapping)
            && !faults::is_misspelled(cx, work.node, "conf");
        if !readable || !work_values::is_whole(cx, work) {
            continue;
        }
        let dynamic = match set(ENABLED) {
            None => false,
            Some(node) => match node.bool() {
                Some(dynamic) => dynamic,
                None => continue,
            },
        };
        let required = if dynamic {
            vec![(MIN, "1"), (MAX, "4")]
        } else {
            vec![(INSTANCES, "2")]
        };
        let mut missing = ALWAYS.to_vec();
        missing.extend(required);
        missing.retain(|(key, _)| set(key).is_none());
        let number = |key: &str| Some((set(key)?, set(key)?.int()?));
        let (min, max, instances) = (number(MIN), number(MAX), number(INSTANCES));
        let pointless = [MIN, MAX].into_iter().find_map(&set).filter(|_| !dynamic);
        if !missing.is_empty() {
            let missing = report_misspelled(cx, work, missing);
            report_missing(cx, work, dynamic, &missing);
        } else if let Some(node) = pointless {
            report_pointless(cx, work, node);
        } else if let (true, Some((node, min)), Some((_, max))) = (dynamic, min, max) {
            report_bounds(cx, work, (node, min), max, instances);
        }
    }
}

/// Returns the value of a Spark setting of a step, else of its component.
fn setting<'a>(cx: &Context<'a>, work: &Work<'a>, key: &str) -> Option<Node<'a>> {
    let short = short_name(key);
    let in_conf = |name: &str| work_values::value_at(cx, work, &["conf", name]);
    in_conf(key)
        .or_else(|| in_conf(&short))
        .or_else(|| work_values::value_at(cx, work, &[&short]))
}

/// Returns the client's own name for a setting of Spark, which is an alternative: `driver_cores`
/// for `spark.driver.cores`.
fn short_name(key: &str) -> String {
    let mut short = String::new();
    for c in key.trim_start_matches("spark.").chars() {
        match c {
            '.' => short.push('_'),
            _ if c.is_ascii_uppercase() => short.extend(['_', c.to_ascii_lowercase()]),
            _ => short.push(c),
        }
    }
    short
}

/// Reports keys that are close to a missing one; returns the settings that are still missing.
fn report_misspelled<'s>(
    cx: &mut Context<'_>,
    work: &Work<'_>,
    mut missing: Vec<(&'s str, &'s str)>,
) -> Vec<(&'s str, &'s str)> {
    for entry in work.node.get("conf").into_iter().flat_map(Node::entries) {
        let near = entry
            .key
            .text()
            .and_then(|key| closest(key, missing.iter().map(|(name, _)| *name)));
        let (Some(key), Some(meant)) = (entry.key.text().filter(|key| !is_setting(key)), near)
        else {
            continue;
        };
        missing.retain(|(name, _)| *name != meant);
        cx.report(
            entry.key.range(),
            format!(
                "`{key}` is not a Spark setting, and {} needs `{meant}`",
                work.subject()
            ),
        )
        .note(format!("the client rejects a Spark job without `{meant}`"))
        .help(format!("did you mean `{meant}`?"))
        .unsafe_fix(
            format!("rename `{key}` to `{meant}`"),
            fix::replace(entry.key, meant),
        );
    }
    missing
}

/// Returns `true` if `key` is one of the settings that are close to each other.
fn is_setting(key: &str) -> bool {
    [INSTANCES, ENABLED, MIN, MAX].contains(&key) || ALWAYS.iter().any(|(name, _)| *name == key)
}

/// Returns the entry of `conf` after which `name` is inserted: the setting that usually comes before it.
fn place_in<'t>(conf: Node<'t>, name: &str) -> Option<Node<'t>> {
    let mut order: Vec<&str> = ALWAYS.iter().map(|(name, _)| *name).collect();
    order.push(INSTANCES);
    let at = order
        .iter()
        .position(|other| *other == name)
        .unwrap_or(order.len());
    let before = order[..at].iter().rev().find_map(|other| conf.entry(other));
    let Some(before) = before else {
        return conf.entries().next().map(|entry| entry.key);
    };
    let behind = conf
        .entries()
        .find(|entry| entry.key.range().start > before.key.range().start);
    Some(behind.unwrap_or(before).key).filter(|key| key.text().is_some_and(is_setting))
}

fn report_missing(cx: &mut Context<'_>, work: &Work<'_>, dynamic: bool, missing: &[(&str, &str)]) {
    let [(first, _), ..] = missing else { return };
    let names: Vec<String> = missing.iter().map(|(key, _)| format!("`{key}`")).collect();
    let (names, them) = (listed(&names), if names.len() == 1 { "it" } else { "them" });
    let conf = work.node.entry("conf");
    let Some(anchor) = conf.or_else(|| work.node.entry("type")) else {
        return;
    };
    let range = if conf.is_some() {
        let inside = place_in(anchor.value.resolved(), first)
            .filter(|_| missing.len() == 1 && !anchor.value.is_flow());
        inside.unwrap_or(anchor.key).range()
    } else {
        work.step.map_or(anchor.value.range(), Node::range)
    };
    let allocation = if dynamic {
        "with dynamic allocation"
    } else {
        "without dynamic allocation"
    };
    cx.report(range, format!("{} does not set {names}", work.subject()))
        .note(format!("the client requires {them} {allocation}"))
        .help(format!("add {names} to `conf`"))
        .fixes
        .extend(insert(anchor, missing));
}

/// Adds `missing` to `conf`, or `conf` after another entry.
fn insert(anchor: Entry<'_>, missing: &[(&str, &str)]) -> Option<Fix> {
    let edit = if anchor.key.text() != Some("conf") {
        let lines: Vec<String> = missing
            .iter()
            .map(|(key, value)| format!("{key}: {value}"))
            .collect();
        // A block of one line would be inserted on the line of the key.
        let values = if lines.len() == 1 {
            format!("{{{}}}", lines[0])
        } else {
            lines.join("\n")
        };
        fix::insert_key(anchor, "conf", &values)
    } else {
        let last = anchor.value.resolved().entries().last()?;
        fix::insert_keys(last, missing)
    };
    Some(Fix::unsafe_(
        "set the missing keys to small values",
        vec![edit],
    ))
}

fn report_pointless(cx: &mut Context<'_>, work: &Work<'_>, node: Node<'_>) {
    let key = node.key().and_then(Node::text).unwrap_or(MIN);
    let diagnostic = cx.report(
        work_values::place_of(cx, work, node),
        format!("`{key}` is set, but dynamic allocation is off"),
    );
    diagnostic
        .note(format!(
            "the client rejects a minimum or maximum number of executors without `{ENABLED}: true`"
        ))
        .help(format!(
            "add `{ENABLED}: true`, or remove `{MIN}` and `{MAX}`"
        ));
    let entry = node.key().map(|key| Entry { key, value: node });
    if let Some(entry) = entry.filter(|_| work.node.get_path(&["conf", key]) == Some(node)) {
        diagnostic.unsafe_fix(
            "turn dynamic allocation on",
            fix::insert_key(entry, ENABLED, "true"),
        );
    }
}

fn report_bounds(
    cx: &mut Context<'_>,
    work: &Work<'_>,
    (node, min): (Node<'_>, i64),
    max: i64,
    instances: Option<(Node<'_>, i64)>,
) {
    let outside = instances.filter(|(_, count)| *count != 0 && !(min..=max).contains(count));
    let (node, message) = match outside {
        _ if min < 1 => (node, format!("`{MIN}` is {min}, but must be at least 1")),
        _ if min > max => (
            node,
            format!("`{MIN}` is {min}, but must be at most {max}, the value of `{MAX}`"),
        ),
        Some((node, count)) => (
            node,
            format!(
                "`{INSTANCES}` is {count}, but must be from {min} to {max}, the bounds of dynamic \
                 allocation"
            ),
        ),
        None => return,
    };
    cx.report(work_values::place_of(cx, work, node), message)
        .note("the client rejects the job")
        .help(format!(
            "write values with 0 < `{MIN}` <= `{INSTANCES}` <= `{MAX}`"
        ));
}
