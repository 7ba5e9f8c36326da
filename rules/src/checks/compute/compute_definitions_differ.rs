//! A compute that Terraform and a script or workflow define differently.

use crate::checks::prelude::*;
use crate::path::{file_name, parent, relative};
use crate::terraform::is_terraform;

declare_rule! {
    /// Terraform creates the compute with one size or tier, and a workflow, a pipeline, or a script
    /// creates it with another one. A workspace has one compute of each name, so the job may run on
    /// another machine than its author expects, at another price.
    ///
    /// Values that are variables or expressions are not compared, and neither are two Terraform files
    /// or two workflows: they may be for different workspaces.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```hcl bad path=infra/main.tf
    /// resource "azurerm_machine_learning_compute_cluster" "cpu" {
    ///   name        = "cpu-cluster"
    ///   vm_size     = "Standard_D4s_v3"
    ///   vm_priority = "Dedicated"
    ///   scale_settings {
    ///     min_node_count = 0
    ///     max_node_count = 4
    ///   }
    /// }
    /// ```
    /// ```bash bad path=setup.sh
    /// az ml compute create --name cpu-cluster --type amlcompute --size Standard_D4s_v5 --tier low_priority
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```hcl good path=infra/main.tf
    /// resource "azurerm_machine_learning_compute_cluster" "cpu" {
    ///   name        = "cpu-cluster"
    ///   vm_size     = "Standard_D4s_v5"
    ///   vm_priority = "LowPriority"
    ///   scale_settings {
    ///     min_node_count = 0
    ///     max_node_count = 4
    ///   }
    /// }
    /// ```
    /// ```bash good path=setup.sh
    /// az ml compute create --name cpu-cluster --type amlcompute --size Standard_D4s_v5 --tier low_priority
    /// ```
    "compute-definitions-differ", Compute, Info,
    summary: "a compute whose size or tier is one in Terraform, and another in a script or workflow",
    url: "https://registry.terraform.io/providers/hashicorp/azurerm/latest/docs/resources/machine_learning_compute_cluster",
}

fn check(cx: &mut Context<'_>) {
    let mut reported: Vec<String> = Vec::new();
    for (node, used) in cx.references() {
        if used.resource != Resource::Compute {
            continue;
        }
        let Resolution::Known(compute) = cx.resolve_compute(*node) else {
            continue;
        };
        let name = compute.name().to_owned();
        if reported.contains(&name) {
            continue;
        }
        if let Some((terraform, other)) = different(&compute) {
            report(cx, *node, terraform, other);
            reported.push(name);
        }
    }
}

/// Returns a definition in Terraform, and one of another file with another size or tier.
fn different(compute: &KnownCompute) -> Option<(&ComputeDef, &ComputeDef)> {
    let known = compute.definitions().iter().map(|def| &**def);
    let known = known.filter(|def| !def.is_templated);
    let (terraform, others): (Vec<&ComputeDef>, Vec<&ComputeDef>) =
        known.partition(|def| is_terraform(&def.origin.path));
    let mut pairs = terraform
        .iter()
        .flat_map(|one| others.iter().map(|other| (*one, *other)));
    pairs.find(|(one, other)| differences(one, other).is_some())
}

/// Returns the names of the values that differ.
fn differences(one: &ComputeDef, other: &ComputeDef) -> Option<&'static str> {
    let size = differ(one.size.as_deref(), other.size.as_deref());
    let tier = differ(one.tier.as_deref(), other.tier.as_deref());
    Some(match (size, tier) {
        (true, true) => "size and tier",
        (true, false) => "size",
        (false, true) => "tier",
        (false, false) => return None,
    })
}

fn differ(one: Option<&str>, other: Option<&str>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if !one.eq_ignore_ascii_case(other))
}

fn report(cx: &mut Context<'_>, node: Node<'_>, terraform: &ComputeDef, other: &ComputeDef) {
    let [first, second] = [terraform, other].map(|def| {
        let path = &def.origin.path;
        let shown = relative(parent(cx.document.path()), path);
        let shown = shown.as_deref().unwrap_or(path);
        format!("{} in `{shown}`", machine_of(def))
    });
    let message = format!(
        "Terraform and `{}` define the {} of compute `{}` differently",
        file_name(&other.origin.path),
        differences(terraform, other).unwrap_or("values"),
        terraform.name
    );
    let diagnostic = cx.report(node.range(), message);
    diagnostic
        .note(format!(
            "it is {first}, and {second}; a workspace has one compute of this name"
        ))
        .help("set the same size and tier in both files, or use another name in one of them");
    for def in [terraform, other] {
        let message = format!("`{}` is defined here: {}", def.name, machine_of(def));
        diagnostic.related(&def.origin.path, def.origin.range, message);
    }
}

/// Formats "Standard_D4s_v5, low priority".
fn machine_of(def: &ComputeDef) -> String {
    let tier = def.tier.as_ref().map(|tier| tier.replace('_', " "));
    let known: Vec<String> = def.size.clone().into_iter().chain(tier).collect();
    known.join(", ")
}
