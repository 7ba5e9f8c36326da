//! Nodes in a virtual network that still have public addresses.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute in a subnet still gives a public IP address to every node, unless
    /// `enable_node_public_ip` is `false`. Without public addresses, nobody can reach the nodes from
    /// the internet, but the network must let them out, for example through a NAT gateway.
    ///
    /// The rule is off by default, because the network has to be prepared for it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// network_settings: {vnet_name: ml, subnet: training}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// network_settings: {vnet_name: ml, subnet: training}
    /// enable_node_public_ip: false
    /// ```
    "node-public-ip", Security, Hint(off),
    marks: [Vulnerability],
    summary: "a compute in a virtual network whose nodes have public IP addresses",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-secure-training-vnet",
}

fn check(cx: &mut Context<'_>) {
    if !matches!(
        cx.kind(),
        Some(Kind::ComputeAmlcompute | Kind::ComputeComputeinstance)
    ) {
        return;
    }
    let Some(root) = cx.document.root() else {
        return;
    };
    let Some(network) = root.entry("network_settings") else {
        return;
    };
    if network.value.get("subnet").is_none() {
        return;
    }
    let public_ip = root.get("enable_node_public_ip");
    if public_ip.is_some_and(|node| node.bool() != Some(true)) {
        return;
    }
    let at = public_ip.unwrap_or(network.key);
    let edit = match public_ip {
        Some(node) => fix::replace(node, "false"),
        None => fix::insert_key(network, "enable_node_public_ip", "false"),
    };
    cx.report(
        at.range(),
        "the nodes are in a virtual network and have public IP addresses",
    )
    .note("`enable_node_public_ip` is true by default")
    .help("write `enable_node_public_ip: false` if the subnet has another way out, such as a NAT gateway")
    .unsafe_fix("write `enable_node_public_ip: false`", edit);
}
