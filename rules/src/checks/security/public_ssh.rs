//! Nodes with SSH open to the internet.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// With `ssh_public_access_enabled: true`, the SSH port of every node is open to the internet. It
    /// can't be changed after the compute is created.
    ///
    /// This rule doesn't report a compute in a subnet: its network security group decides who can
    /// reach the port.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// ssh_public_access_enabled: true
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// ssh_public_access_enabled: false
    /// ```
    "public-ssh", Security, Info,
    marks: [Vulnerability],
    summary: "SSH to the nodes of a compute is open to the internet",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-compute-aml",
}

fn check(cx: &mut Context<'_>) {
    let public_ip = cx.document.get("enable_node_public_ip");
    let root = cx.document.root();
    let subnet = root.and_then(|root| root.get_path(&["network_settings", "subnet"]));
    if public_ip.is_some_and(|node| node.bool() != Some(true)) || subnet.is_some() {
        return;
    }
    for value in fields::values_of(cx, "ssh_public_access_enabled") {
        if value.bool() != Some(true) {
            continue;
        }
        cx.report(value.range(), "SSH to this compute is open to the internet")
            .note("it can't be changed after the compute is created")
            .help("write `ssh_public_access_enabled: false`; jobs can offer SSH without it, with `services`")
            .unsafe_fix("don't allow SSH from the internet", fix::replace(value, "false"));
    }
}
