//! Online and batch endpoints with their deployments.

use serde_json::{Map, Value};

use crate::refresh::values::{Entry, child, find, pascal, put, text, whole, whole_of, word};

/// Kind of an endpoint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum EndpointKind {
    Online,
    Batch,
}

impl EndpointKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Batch => "batch",
        }
    }
}

/// Returns the entry of an endpoint with its `deployments`, if these were listed.
pub(crate) fn entry(endpoint: &Value, kind: EndpointKind, deployments: Option<&[Value]>) -> Entry {
    let mut entry = Entry::new();
    put(&mut entry, "name", text(endpoint, &["name"]));
    put(&mut entry, "kind", Some(kind.name()));
    put(
        &mut entry,
        "deployments",
        deployments.map(|list| listed(list, kind)),
    );
    put(&mut entry, "traffic", traffic(endpoint));
    let default = find(endpoint, &["defaults"]).and_then(|it| text(it, &["deploymentname"]));
    put(&mut entry, "default_deployment", default);
    let access = word(endpoint, &["publicnetworkaccess"]);
    put(&mut entry, "public_network_access", access.map(pascal));
    entry
}

fn listed(deployments: &[Value], kind: EndpointKind) -> Vec<Value> {
    let mut entries: Vec<Entry> = deployments.iter().map(|it| deployment(it, kind)).collect();
    entries.sort_by(|a, b| a["name"].as_str().cmp(&b["name"].as_str()));
    entries.into_iter().map(Value::Object).collect()
}

fn deployment(deployment: &Value, kind: EndpointKind) -> Entry {
    let mut entry = Entry::new();
    put(&mut entry, "name", text(deployment, &["name"]));
    put(
        &mut entry,
        "instance_type",
        text(deployment, &["instancetype"]),
    );
    let count = whole(deployment, &["instancecount"]).or_else(|| {
        // The number of an online deployment is its capacity in the REST API; a batch deployment has
        // its machines in `resources`.
        let place = child(deployment, "sku").or_else(|| find(deployment, &["resources"]))?;
        whole(place, &["capacity", "instancecount"])
    });
    put(&mut entry, "instance_count", count);
    if kind == EndpointKind::Batch {
        put(
            &mut entry,
            "compute",
            text(deployment, &["compute"]).map(last_segment),
        );
    }
    entry
}

/// Returns the name at the end of a resource id, which contains the subscription.
fn last_segment(compute: &str) -> &str {
    let name = compute.rsplit('/').next().unwrap_or(compute);
    name.strip_prefix("azureml:").unwrap_or(name)
}

fn traffic(endpoint: &Value) -> Option<Map<String, Value>> {
    let traffic = find(endpoint, &["traffic"])?.as_object()?;
    let mut shares: Vec<(&String, i64)> = traffic
        .iter()
        .filter_map(|(name, share)| Some((name, whole_of(share)?)))
        .collect();
    shares.sort_unstable();
    let shares: Map<String, Value> = shares
        .into_iter()
        .map(|(name, share)| (name.clone(), share.into()))
        .collect();
    (!shares.is_empty()).then_some(shares)
}
