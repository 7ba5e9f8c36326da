//! The card of a kind of compute. Its words are those of the capability table.

use std::fmt::Write as _;

use azml_rules::compute::{ComputeKind, Load, Nodes};
use azml_rules::explain::sentence;

/// What `kind` is, what it is good for and what it costs.
pub(super) fn of_kind(kind: ComputeKind) -> String {
    let heading = sentence(kind.label());
    format!("### {heading}\n\n{}", body(kind))
}

/// What decides whether it is the right kind, below the facts of one compute.
pub(super) fn in_short(kind: ComputeKind) -> String {
    let capability = kind.capability();
    let lines = [
        ("Good for", capability.good_for.to_owned()),
        ("Not for", capability.not_for.to_owned()),
    ];
    format!(
        "{}.\n\n{}",
        sentence(capability.what),
        listed(&lines, capability.url)
    )
}

/// The card without its heading.
pub(super) fn body(kind: ComputeKind) -> String {
    let capability = kind.capability();
    let mut text = format!("{}.", sentence(capability.what));
    if !capability.also.is_empty() {
        let _ = write!(text, " Also called {}.", capability.also);
    }
    text.push_str("\n\n");
    let lines = [
        ("Good for", capability.good_for.to_owned()),
        ("Not for", capability.not_for.to_owned()),
        ("Runs", loads(capability.takes)),
        ("Nodes", nodes(capability.nodes).to_owned()),
        ("Scaling", capability.scales.to_owned()),
        ("Idle cost", capability.idle.to_owned()),
        ("Hardware", capability.hardware.to_owned()),
        ("Managed by", capability.managed.to_owned()),
        ("In YAML", capability.yaml.to_owned()),
    ];
    text + &listed(&lines, capability.url)
}

fn listed(lines: &[(&str, String)], url: &str) -> String {
    let mut text = String::new();
    for (name, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "- **{name}:** {value}");
    }
    let _ = write!(text, "\n[Microsoft Learn]({url})");
    text
}

fn nodes(nodes: Nodes) -> &'static str {
    match nodes {
        Nodes::One => "one",
        Nodes::Many => "one or many",
        Nodes::Pool => "as its own scheduler decides",
        Nodes::Endpoint => "as the deployment says",
    }
}

fn loads(loads: &[Load]) -> String {
    loads
        .iter()
        .map(|load| load.label())
        .collect::<Vec<_>>()
        .join(", ")
}
