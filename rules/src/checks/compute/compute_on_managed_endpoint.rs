//! `compute` on an online endpoint that is meant to be managed.

use crate::checks::faults::MANAGED_ENDPOINT_KEY;
use crate::checks::prelude::*;
use crate::path::parent;

declare_rule! {
    /// A managed online endpoint has no `compute`: its deployments choose the machines. If the key
    /// is set, the client reads the file as a Kubernetes endpoint, even if `$schema` is that of a
    /// managed one, and rejects keys that only a managed endpoint has.
    ///
    /// An endpoint whose `compute` is known to be Kubernetes is not reported, unless it has a key
    /// of managed endpoints.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: credit
    /// auth_mode: key
    /// compute: azureml:cpu-cluster
    /// public_network_access: disabled
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json
    /// name: credit
    /// auth_mode: key
    /// public_network_access: disabled
    /// ```
    "compute-on-managed-endpoint", Compute, Error,
    summary: "`compute` on a managed online endpoint",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-endpoints-online",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() == Some(Kind::EndpointKubernetesOnline) && looks_managed(cx) {
        on_endpoint(cx);
    }
    if cx.kind() == Some(Kind::DeploymentManagedOnline) {
        deployment_below(cx);
    }
}

/// Returns `true` if an endpoint with `compute` is meant to be managed.
pub(super) fn looks_managed(cx: &Context<'_>) -> bool {
    if cx.document.get(MANAGED_ENDPOINT_KEY).is_some() {
        return true;
    }
    let by_schema = cx.document.get("$schema").and_then(known_text);
    by_schema.is_some_and(|schema| {
        schema
            .to_ascii_lowercase()
            .contains("managedonlineendpoint")
    }) && compute_kind(cx).is_none_or(|kind| kind != ComputeKind::Kubernetes)
}

fn compute_kind(cx: &Context<'_>) -> Option<ComputeKind> {
    match cx.resolve_compute(cx.document.get("compute")?) {
        Resolution::Known(compute) => compute.kind(),
        _ => None,
    }
}

fn on_endpoint(cx: &mut Context<'_>) {
    let Some(entry) = cx.document.root().and_then(|root| root.entry("compute")) else {
        return;
    };
    let document = cx.document.shared_path();
    let managed_key = faults::of(cx, FaultRule::ComputeOnManagedEndpoint);
    let managed_key = managed_key.first().map(|problem| problem.at.range());
    // If only its `$schema` is of a managed endpoint, it may still be a Kubernetes endpoint that works.
    let sure = managed_key.is_some() || compute_kind(cx).is_some();
    let diagnostic = cx.report(
        entry.range(),
        "`compute` turns this managed online endpoint into a Kubernetes endpoint",
    );
    diagnostic
        .level(if sure { Level::Error } else { Level::Warning })
        .note("the client tells the two apart by the key `compute`, not by `$schema`")
        .help(
            "remove `compute`; the deployments set the machines with `instance_type` and \
             `instance_count`",
        )
        .unsafe_fix("remove `compute`", fix::remove_entry(entry));
    if let Some(range) = managed_key {
        let message =
            format!("the client rejects `{MANAGED_ENDPOINT_KEY}` together with `compute`");
        diagnostic.related(&document, range, message);
    }
}

fn is_online_endpoint(document: &Document) -> bool {
    document.kind().is_some_and(Kind::is_online_endpoint)
}

/// Reports a managed deployment of an endpoint in the workspace that names a compute.
fn deployment_below(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("endpoint_name") else {
        return;
    };
    let Some(name) = known_text(node) else { return };
    let here = parent(cx.document.path());
    // Sample folders often reuse a name: only the file beside the deployment is its endpoint.
    let named = cx
        .workspace
        .named(cx.document.path(), Resource::Endpoint, name);
    let found: Vec<_> = named
        .filter(|document| is_online_endpoint(document) && parent(document.path()) == here)
        .collect();
    let [endpoint] = found.as_slice() else { return };
    let Some(compute) = endpoint
        .get("compute")
        .filter(|_| endpoint.kind() == Some(Kind::EndpointKubernetesOnline))
    else {
        return;
    };
    cx.report(
        node.range(),
        format!("a managed deployment can't be added to `{name}`, a Kubernetes endpoint"),
    )
    .note("an endpoint with `compute` only takes deployments of `type: kubernetes`")
    .help("write `type: kubernetes` here, or remove `compute` from the endpoint")
    .related(
        &endpoint.shared_path(),
        compute.range(),
        format!("`{name}` names its compute here"),
    );
}
