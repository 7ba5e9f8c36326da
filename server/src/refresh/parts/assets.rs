//! Environments, models, data, and components.

use serde_json::{Map, Value};

use crate::refresh::values::{Entry, child, find, put, snake, text, word};

/// Names under which the client registers what is written inline in jobs
/// (`azure.ai.ml.constants._common`).
const ANONYMOUS: [&str; 2] = ["CliV2AnonymousEnvironment", "azureml_anonymous"];

/// Returns the entry of an asset with its `versions`, if these were listed; `None` for what is not registered by a name.
pub(crate) fn entry(asset: &Value, versions: Option<&[Value]>) -> Option<Entry> {
    let name = text(asset, &["name"])?;
    if ANONYMOUS.contains(&name) {
        return None;
    }
    let versions = versions.map(in_order);
    let newest = versions
        .as_ref()
        .and_then(|versions| versions.last().copied());
    let mut entry = Entry::new();
    put(&mut entry, "name", Some(name));
    put(&mut entry, "type", kind(asset).or_else(|| kind(newest?)));
    let latest = text(asset, &["latestversion", "version"]);
    put(
        &mut entry,
        "latest",
        latest.or_else(|| version_name(newest?)),
    );
    if let Some(versions) = versions {
        let archived = versions
            .iter()
            .copied()
            .filter(|version| is_archived(version));
        let archived = names(archived);
        put(
            &mut entry,
            "versions",
            Some(names(versions.iter().copied())),
        );
        put(
            &mut entry,
            "archived_versions",
            Some(archived).filter(|archived| !archived.is_empty()),
        );
    }
    put(&mut entry, "labels", labels(asset));
    put(&mut entry, "archived", is_archived(asset).then_some(true));
    Some(entry)
}

fn names<'v>(versions: impl Iterator<Item = &'v Value>) -> Vec<Value> {
    versions.filter_map(version_name).map(Value::from).collect()
}

fn version_name(version: &Value) -> Option<&str> {
    // The client has `name` and `version`, the REST API only the version, as a name.
    text(version, &["version"]).or_else(|| text(version, &["name"]))
}

/// Returns `versions`, the oldest first: by their numbers, else by the time when they were made.
fn in_order(versions: &[Value]) -> Vec<&Value> {
    let mut versions: Vec<&Value> = versions.iter().collect();
    let number = |version: &Value| version_name(version)?.parse::<u64>().ok();
    if versions.iter().all(|version| number(version).is_some()) {
        versions.sort_by_key(|version| number(version));
    } else {
        versions.sort_by_key(|version| (made(version), version_name(version)));
    }
    versions
}

fn made(version: &Value) -> Option<&str> {
    let context = find(version, &["systemdata", "creationcontext"])?;
    child(context, "createdat").and_then(Value::as_str)
}

fn kind(asset: &Value) -> Option<String> {
    let component = find(asset, &["componentspec"]).and_then(|spec| word(spec, &["type"]));
    let own = word(asset, &["datatype", "modeltype", "type"]);
    let kind = component.or(own)?;
    Some(snake(kind))
}

fn is_archived(asset: &Value) -> bool {
    find(asset, &["isarchived"]).and_then(Value::as_bool) == Some(true)
}

fn labels(asset: &Value) -> Option<Map<String, Value>> {
    let labels = find(asset, &["labels"])?.as_object()?;
    let mut labels: Vec<_> = labels
        .iter()
        .filter(|(_, version)| version.is_string())
        .collect();
    labels.sort_by_key(|(label, _)| *label);
    let labels: Map<String, Value> = labels
        .into_iter()
        .map(|(label, version)| (label.clone(), version.clone()))
        .collect();
    (!labels.is_empty()).then_some(labels)
}
