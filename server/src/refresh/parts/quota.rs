//! Usage and limits of Azure Machine Learning in the region: of the subscription, and of the workspace.

use serde_json::Value;

use crate::refresh::values::{Entry, child, find, put, text, whole};

/// Returns the entry of a row, unless it is of one compute or of another workspace.
pub(crate) fn entry(row: &Value, workspace: &str) -> Option<Entry> {
    let sort = text(row, &["type"])?.to_ascii_lowercase();
    let scope = if sort.contains("/computes/") {
        return None;
    } else if sort.contains("/workspaces/") {
        let id = text(row, &["id"])?.to_ascii_lowercase();
        let own = format!("/workspaces/{}/", workspace.to_ascii_lowercase());
        if !id.contains(&own) {
            return None;
        }
        "workspace"
    } else {
        "subscription"
    };
    let name = child(find(row, &["name"])?, "value")?.as_str()?;
    let mut entry = Entry::new();
    put(&mut entry, "name", Some(name));
    put(&mut entry, "kind", Some(kind(&sort, name)));
    put(&mut entry, "scope", Some(scope));
    put(&mut entry, "used", whole(row, &["currentvalue"]));
    put(&mut entry, "limit", whole(row, &["limit"]));
    Some(entry)
}

/// Rows of a workspace have one type: their names tell the rest.
fn kind(sort: &str, name: &str) -> &'static str {
    if sort.contains("/totalcores/") || name == "Clusters" {
        "clusters"
    } else if sort.contains("/lowprioritycores/") || name.starts_with("Total Cluster LowPriority") {
        "low_priority"
    } else if sort.contains("/dedicatedcores/") || name.starts_with("Total Cluster") {
        "dedicated"
    } else {
        "family"
    }
}
