//! Sizes that are often too small to serve a model.

use crate::checks::prelude::*;
use crate::checks::shared::environment::packages;
use crate::checks::shared::reference::definition::definition;
use crate::document::{Document, Resource};

/// Small sizes. The page of sizes warns about both, the client about the first (`SmallSKUs`).
const SMALL: &[&str] = &["Standard_DS1_v2", "Standard_F2s_v2"];

/// A size with enough memory for a small model. The client warns about it (`SmallSKUs`).
const ENOUGH_FOR_SMALL_MODELS: &str = "Standard_DS2_v2";

/// Packages that take much of the memory of [`ENOUGH_FOR_SMALL_MODELS`] once they are imported.
const LARGE_FRAMEWORKS: &[&str] = &[
    "pytorch",
    "sentence-transformers",
    "tensorflow",
    "torch",
    "transformers",
    "vllm",
];

/// Parts of the names of large language models.
const LARGE_MODELS: &[&str] = &["llama", "mistral", "phi-3", "phi-4"];

declare_rule! {
    /// On `Standard_DS1_v2` (3.5 GiB) and `Standard_F2s_v2` (4 GiB), the container and the model can
    /// run out of memory or disk, or take too long to start. The list of sizes for managed online
    /// endpoints warns about both. A deployment without a `model` isn't reported. `Standard_DS2_v2`
    /// (7 GiB) serves many small models well; it is reported if the conda file lists a large
    /// framework, such as `torch` or `transformers`, or the name or path of the model is that of a
    /// large language model. The CLI recommends at least `Standard_DS3_v2`. New subscriptions can't
    /// deploy that one since July 2026, so the fix writes `Standard_D4as_v4`, which is as large and
    /// costs less.
    ///
    /// A size is not reported if a comment above it or beside it says why: that it is small or enough,
    /// or that the quota allows no other.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_F2s_v2
    /// instance_count: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_D4as_v4
    /// instance_count: 1
    /// ```
    "instance-type-too-small", Deployment, Hint,
    kind: DeploymentManagedOnline,
    summary: "an online deployment on a size that is often too small",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-managed-online-endpoints-vm-sku-list",
}

/// A size of a current series, as large as the smallest that the CLI recommends.
const ENOUGH: &str = "Standard_D4as_v4";

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("instance_type") else {
        return;
    };
    let Some(size) = known_text(node).and_then(vm_size).filter(|size| {
        SMALL.contains(&size.name) && cx.document.get("model").is_some()
            || size.name == ENOUGH_FOR_SMALL_MODELS && serves_large_model(cx)
    }) else {
        return;
    };
    if is_explained(cx.document, node) {
        return;
    }
    let price = price_change::of_size(cx, ENOUGH, size.name, node);
    let memory = size
        .memory_gib
        .map_or_else(String::new, |memory| format!(" ({memory} GiB)"));
    cx.report(
        node.range(),
        format!(
            "`{}`{memory} is often too small to serve a model",
            size.name
        ),
    )
    .note(
        "the container can run out of memory or disk, or start too slowly for its probes; the CLI \
         recommends at least `Standard_DS3_v2`, which new subscriptions can't deploy",
    )
    .help("use `Standard_D4as_v4` (4 vCPU, 16 GiB)")
    .unsafe_fix(format!("use `{ENOUGH}`{price}"), fix::replace(node, ENOUGH));
}

/// Words of comments that give a reason for a small size.
const REASONS: [&str; 5] = ["cheap", "enough", "quota", "small", "sufficient"];

/// Returns `true` if a comment beside `node` or directly above it gives a reason for its value.
fn is_explained(document: &Document, node: Node<'_>) -> bool {
    let text = document.text();
    let (before, after) = text.split_at(node.range().end as usize);
    let beside = after.lines().next().unwrap_or_default();
    let above = before.lines().rev().skip(1);
    let above = above.take_while(|line| line.trim_start().starts_with('#'));
    above.chain([beside]).any(|line| {
        let comment = line.split_once('#').map(|(_, comment)| comment);
        let comment = comment.unwrap_or_default().to_ascii_lowercase();
        REASONS.iter().any(|reason| comment.contains(reason))
    })
}

/// Returns `true` if the environment or the model of the deployment is certainly large.
fn serves_large_model(cx: &Context<'_>) -> bool {
    let is_large = |name: &str| {
        let name = name.to_ascii_lowercase();
        LARGE_MODELS.iter().any(|part| name.contains(part))
    };
    let path = cx.document.path();
    if let Some(model) = cx.document.get("model") {
        let found = definition(cx.workspace, path, model, (Resource::Model, Kind::Model));
        let keys = ["name", "path"].iter();
        let written = found.and_then(|found| {
            let mut texts = keys.filter_map(|key| known_text(found.node.get(key)?));
            texts.find(|text| is_large(text))
        });
        if written.is_some() || known_text(model).is_some_and(is_large) {
            return true;
        }
    }
    let as_environment = (Resource::Environment, Kind::Environment);
    cx.document
        .get("environment")
        .and_then(|node| definition(cx.workspace, path, node, as_environment))
        .and_then(|found| packages::packages(cx.workspace, found))
        .is_some_and(|conda| LARGE_FRAMEWORKS.iter().any(|name| conda.lists(name)))
}
