//! Sizes that are much larger than what they serve needs.

use crate::checks::prelude::*;

const VCPUS: RuleOption = RuleOption {
    name: "vcpus",
    default: 64,
    range: (1, 1000),
    doc: "A size with this many vCPUs or more is reported.",
};

declare_rule! {
    /// The instances of an online deployment run around the clock and are billed with or without
    /// requests, so small machines save the most. A scikit-learn model rarely uses 64 cores or 4
    /// GPUs.
    ///
    /// Only environments whose name or image contains a CPU framework are checked.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// environment: azureml:sklearn-1.5:3
    /// instance_type: Standard_F72s_v2
    /// instance_count: 2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// environment: azureml:sklearn-1.5:3
    /// instance_type: Standard_D4as_v4
    /// instance_count: 2
    /// ```
    "oversized-online-deployment", Deployment, Hint,
    kind: DeploymentManagedOnline,
    options: [VCPUS],
    summary: "an online deployment on a much larger size than its model needs",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-compute-target",
}

/// A small size of a current series, as a starting point: new subscriptions can't deploy the
/// `Standard_DS3_v2` that the CLI recommends.
const START: &str = "Standard_D4as_v4";

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("instance_type") else {
        return;
    };
    let Some(size) = known_text(node).and_then(vm_size) else {
        return;
    };
    let Some(framework) = cpu_framework(cx.document.get("environment")) else {
        return;
    };
    let cores = size
        .vcpus
        .filter(|cores| i64::from(*cores) >= cx.number(&VCPUS))
        .map(|cores| format!("{cores} vCPUs"));
    let gpus = size
        .gpus
        .filter(|gpus| *gpus >= 4.0)
        .map(|gpus| format!("{gpus} GPUs"));
    let Some(large) = gpus.or(cores) else { return };
    let count = cx.document.get("instance_count").and_then(Node::int);
    let count = count.filter(|count| *count > 0).unwrap_or(1);
    let rate = cx.prices().rate(size.name);
    let price = price_change::of_size(cx, START, size.name, node);
    let cost = rate.map_or_else(String::new, |rate| {
        format!(
            ": {} for {count} × {} ({})",
            rate.monthly(count),
            size.name,
            rate.basis()
        )
    });
    cx.report(
        node.range(),
        format!(
            "`{}` has {large}, which a {framework} model rarely uses",
            size.name
        ),
    )
    .note(format!(
        "each instance is billed around the clock, with or without requests{cost}"
    ))
    .help(format!(
        "start with `{START}`, and scale up when measurements show that you need more"
    ))
    .unsafe_fix(format!("use `{START}`{price}"), fix::replace(node, START));
}

/// Returns the CPU framework in the name or image of an environment.
fn cpu_framework(environment: Option<Node<'_>>) -> Option<&'static str> {
    let environment = environment?;
    let text = environment
        .text()
        .or_else(|| environment.get("image")?.text())?
        .to_ascii_lowercase();
    ["sklearn", "scikit-learn", "lightgbm", "xgboost"]
        .into_iter()
        .find(|name| text.contains(name) && !text.contains("cuda"))
}
