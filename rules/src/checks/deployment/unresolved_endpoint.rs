//! A deployment of an endpoint that the workspace does not have.

use crate::checks::prelude::*;
use crate::checks::shared::reference::saved_assets::registration;
use crate::checks::shared::reference::snapshot_age::{SnapshotAge, short_path};
use crate::snapshot::EndpointKind;
use crate::workspace::Registration;

declare_rule! {
    /// The endpoint must exist before its deployment is created. The snapshot of the workspace (`.azml/`, saved
    /// with `azml-ls --refresh`) doesn't list it, and no file or script of this folder creates it.
    ///
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn-scorng
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/endpoints.json
    /// [{"name": "churn-scoring", "kind": "online"}]
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn-scoring
    /// model: azureml:churn:3
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```json good path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json good path=.azml/endpoints.json
    /// [{"name": "churn-scoring", "kind": "online"}]
    /// ```
    "unresolved-endpoint", Deployment, Warning,
    marks: [Unfinished, Overridable],
    summary: "a deployment of an endpoint that is not in the workspace",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-endpoints-online",
}

fn check(cx: &mut Context<'_>) {
    let Some(endpoint) = cx.kind().and_then(Kind::endpoint) else {
        return;
    };
    let snapshot = cx.settings.snapshot.as_deref();
    let known = snapshot.and_then(|snapshot| snapshot.endpoints.as_ref());
    let node = cx.document.get("endpoint_name");
    let name = node.and_then(|node| Some((node, known_text(node)?)));
    let (Some(known), Some((node, name))) = (known.filter(|known| known.is_whole), name) else {
        return;
    };
    let kind = if endpoint == Kind::EndpointBatch {
        EndpointKind::Batch
    } else {
        EndpointKind::Online
    };
    let is_of_kind = |own: Option<EndpointKind>| own.is_none_or(|own| own == kind);
    let found = registration(cx, Resource::Endpoint, name);
    if known.named(name).any(|endpoint| is_of_kind(endpoint.kind)) || found == Registration::Yes {
        return;
    }
    let Some(age) = SnapshotAge::of(cx) else {
        return;
    };
    let fitting = known.entries().iter().filter(|it| is_of_kind(it.kind));
    let near = closest(name, fitting.map(|it| it.name.text.as_str()));
    let list = short_path(&known.path);
    let message = format!("{} `{name}` is not in `{list}`{}", kind.label(), age.of_day);
    let diagnostic = cx.report(node.range(), message);
    age.of_unresolved(
        diagnostic,
        Resource::Endpoint,
        found == Registration::Unknown,
    );
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean `{near}`?"))
            .unsafe_fix(format!("write `{near}`"), fix::replace(node, near)),
        None => diagnostic.help("create the endpoint first, or use the name of one that exists"),
    };
}
