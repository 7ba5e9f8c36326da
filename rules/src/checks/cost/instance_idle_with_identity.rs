//! Idle shutdown that the instance's identity may not allow.

use crate::checks::prelude::*;

declare_rule! {
    /// A compute instance with a managed identity stops itself with that identity. Without the
    /// Contributor role on the workspace it cannot, and goes on running and costing money although
    /// idle shutdown is set.
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
    summary: "idle shutdown of an instance whose identity may not be allowed to stop it",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-compute-instance",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::ComputeComputeinstance) {
        return;
    }
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
        "idle shutdown works only if the instance's identity may stop it",
    )
    .note(
        "without the Contributor role on the workspace the managed identity cannot stop the \
         instance, and it runs on",
    )
    .help("give the identity the Contributor role on the workspace")
    .related(&path, identity.range(), "the identity of the instance");
}
