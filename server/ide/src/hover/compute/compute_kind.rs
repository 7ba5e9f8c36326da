//! Hover of a kind of compute. Its texts are those of the capability table.

use azml_rules::compute::{Capability, ComputeKind, Load, Nodes};
use azml_rules::explain::sentence;

use crate::markdown::{Markdown, md, ours};

/// Returns the description of `kind`, its uses and its cost.
pub(crate) fn of_kind(kind: ComputeKind) -> Markdown {
    let heading = ours(sentence(kind.label()));
    md!("### {}\n\n{}", heading, body(kind))
}

/// Returns the facts that decide between kinds, shown below the facts of one compute or job.
pub(crate) fn in_short(kind: ComputeKind) -> Markdown {
    let capability = kind.capability();
    let lines = [
        ("Good for", capability.good_for.to_owned()),
        ("Not for", capability.not_for.to_owned()),
        ("Job queue", capability.queue.to_owned()),
        ("Used by", capability.used_by.to_owned()),
    ];
    let what = ours(sentence(capability.what));
    md!("{}.\n\n{}", what, listed(&lines, capability.url))
}

/// Returns the hover without its heading.
pub(crate) fn body(kind: ComputeKind) -> Markdown {
    let capability = kind.capability();
    let mut lines = details(capability);
    lines.push(("In YAML", capability.yaml.to_owned()));
    md!("{}\n\n{}", what(capability), listed(&lines, capability.url))
}

/// Like [`body`], in a file that defines a compute of this kind.
pub(crate) fn body_in_its_file(kind: ComputeKind) -> Markdown {
    let capability = kind.capability();
    let lines = details(capability);
    md!("{}\n\n{}", what(capability), listed(&lines, capability.url))
}

fn what(capability: &Capability) -> Markdown {
    let mut text = md!("{}.", ours(sentence(capability.what)));
    if !capability.also.is_empty() {
        text.push(md!(" Also called {}.", capability.also));
    }
    text
}

fn details(capability: &Capability) -> Vec<(&'static str, String)> {
    vec![
        ("Good for", capability.good_for.to_owned()),
        ("Not for", capability.not_for.to_owned()),
        ("Runs", loads(capability.takes)),
        ("Nodes", nodes(capability.nodes).to_owned()),
        ("Scaling", capability.scales.to_owned()),
        ("Job queue", capability.queue.to_owned()),
        ("Used by", capability.used_by.to_owned()),
        ("Idle cost", capability.idle.to_owned()),
        ("Hardware", capability.hardware.to_owned()),
        ("Managed by", capability.managed.to_owned()),
    ]
}

fn listed(lines: &[(&'static str, String)], url: &'static str) -> Markdown {
    let mut text = Markdown::new();
    for (name, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_row(name, ours(value));
    }
    text.push(md!("\n[Microsoft Learn]({})", url));
    text
}

fn nodes(nodes: Nodes) -> &'static str {
    match nodes {
        Nodes::One => "one",
        Nodes::Many => "one or many",
        Nodes::Pool => "as many as its own scheduler starts",
        Nodes::Endpoint => "set in the deployment",
    }
}

fn loads(loads: &[Load]) -> String {
    loads
        .iter()
        .map(|load| load.label())
        .collect::<Vec<_>>()
        .join(", ")
}
