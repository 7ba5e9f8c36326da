//! Idle shutdown that needs a role for the identity of the instance.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute instance with a managed identity uses that identity to stop itself. Without the
    /// Contributor role on the workspace, it keeps running and is billed although idle shutdown is
    /// set.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// identity: {type: system_assigned}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// idle_time_before_shutdown_minutes: 60
    /// ```
    "instance-idle-with-identity", Cost, Info,
    kind: ComputeComputeinstance,
    summary: "idle shutdown of an instance whose identity needs a role to stop it",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-compute-instance",
}

fn check(cx: &mut Context<'_>) {
    let idle = [
        "idle_time_before_shutdown_minutes",
        "idle_time_before_shutdown",
    ];
    let Some(entry) = cx
        .document
        .root()
        .and_then(|root| idle.iter().find_map(|key| root.entry(key)))
    else {
        return;
    };
    let Some(identity) = cx
        .document
        .get("identity")
        .filter(|node| node.kind() == NodeKind::Mapping)
    else {
        return;
    };
    let path = cx.document.shared_path();
    cx.report(
        entry.key.range(),
        "idle shutdown works only if the instance's identity is allowed to stop it",
    )
    .note(
        "without the Contributor role on the workspace, the managed identity can't stop the \
         instance",
    )
    .help("give the identity the Contributor role on the workspace")
    .related(&path, identity.range(), "the identity of the instance");
}
