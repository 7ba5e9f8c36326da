//! The workspace itself.

use azml_rules::snapshot::SNAPSHOT_FORMAT;
use serde_json::Value;

use crate::refresh::values::{Entry, child, find, pascal, put, text, word};

/// A workspace as Azure knows it.
#[derive(Clone, Debug)]
pub(crate) struct WorkspaceFacts {
    pub(crate) workspace: String,
    pub(crate) resource_group: String,
    pub(crate) subscription: String,
    pub(crate) location: String,
    identity: Option<&'static str>,
    public_network_access: Option<String>,
}

impl WorkspaceFacts {
    /// Reads the answer of `az ml workspace show`, whose id has the names.
    pub(crate) fn of(answer: &Value) -> Option<Self> {
        let id = text(answer, &["id"])?;
        let segment = |key: &str| {
            let mut segments = id.split('/');
            segments.find(|segment| segment.eq_ignore_ascii_case(key))?;
            segments
                .next()
                .filter(|name| is_name(name))
                .map(str::to_owned)
        };
        let location = text(answer, &["location"])?;
        let identity = find(answer, &["identity"]).and_then(|identity| child(identity, "type"));
        Some(Self {
            workspace: segment("workspaces")?,
            resource_group: segment("resourceGroups")?,
            subscription: segment("subscriptions")?,
            location: is_name(location).then(|| location.to_owned())?,
            identity: identity.and_then(Value::as_str).and_then(identity_kind),
            public_network_access: word(answer, &["publicnetworkaccess"]).map(pascal),
        })
    }

    /// Returns the entry of `snapshot.json`.
    pub(crate) fn entry(&self, saved: Option<String>, client: Option<String>) -> Entry {
        let mut entry = Entry::new();
        put(&mut entry, "format", Some(SNAPSHOT_FORMAT));
        put(&mut entry, "workspace", Some(self.workspace.as_str()));
        put(
            &mut entry,
            "resource_group",
            Some(self.resource_group.as_str()),
        );
        put(&mut entry, "subscription", Some(self.subscription.as_str()));
        put(&mut entry, "location", Some(self.location.as_str()));
        put(&mut entry, "identity", self.identity);
        put(
            &mut entry,
            "public_network_access",
            self.public_network_access.as_deref(),
        );
        put(&mut entry, "saved", saved);
        put(&mut entry, "client", client);
        entry
    }
}

fn identity_kind(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    match (text.contains("system"), text.contains("user")) {
        (true, true) => Some("system_assigned,user_assigned"),
        (true, false) => Some("system_assigned"),
        (false, true) => Some("user_assigned"),
        (false, false) => (text == "none").then_some("none"),
    }
}

/// Returns `true` if `text` is a name in Azure, and not an option or a file to the Azure CLI, which
/// reads `@file` from the disk.
pub(crate) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "-_.() ".contains(c);
    text.starts_with(char::is_alphanumeric) && text.chars().all(is_part) && text.len() <= 256
}

/// Returns "azure-cli 2.80.0, ml 2.40.1" of the answer of `az version`.
pub(crate) fn client(answer: &Value) -> Option<String> {
    let version = |value: Option<&Value>| {
        let version = value?.as_str()?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".+-".contains(c);
        version.chars().all(is_part).then(|| version.to_owned())
    };
    let own = version(answer.get("azure-cli"))?;
    Some(
        match version(answer.get("extensions").and_then(|it| it.get("ml"))) {
            Some(extension) => format!("azure-cli {own}, ml {extension}"),
            None => format!("azure-cli {own}"),
        },
    )
}
