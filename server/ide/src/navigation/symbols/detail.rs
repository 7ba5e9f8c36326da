//! Detail texts of symbols in the outline.

use azml_rules::compute::{ComputeDef, OriginKind};
use azml_rules::document::{Kind, KindFamily};
use azml_rules::syntax::{Node, NodeKind};
use azml_rules::wording::counted;

use super::shortened::shortened;

/// "command job · cpu-cluster", "compute cluster, Standard_DS3_v2, 0 to 4 nodes".
pub(crate) fn of_document(kind: Kind, root: Node<'_>) -> String {
    if kind.is_compute() {
        let def = ComputeDef::read(root, None, &"".into(), OriginKind::Yaml);
        return def.map_or_else(|| kind.label().to_owned(), |def| def.describe());
    }
    let mut parts = vec![kind.label().to_owned()];
    parts.extend(
        telling_keys(kind)
            .iter()
            .filter_map(|path| of_path(root, path)),
    );
    parts.join(" · ")
}

/// Returns the most informative keys of a document, by its family.
fn telling_keys(kind: Kind) -> &'static [&'static [&'static str]] {
    match kind.family() {
        KindFamily::Job => &[
            &["jobs"],
            &["component"],
            &["limits", "max_total_trials"],
            &["compute"],
            &["settings", "default_compute"],
        ],
        KindFamily::Component => &[&["jobs"], &["version"]],
        KindFamily::Deployment => &[
            &["endpoint_name"],
            &["model"],
            &["instance_count"],
            &["compute"],
        ],
        KindFamily::Endpoint => &[&["auth_mode"]],
        KindFamily::Schedule => &[
            &["trigger", "expression"],
            &["trigger", "frequency"],
            &["create_job"],
        ],
        KindFamily::Alone(Kind::Environment) => &[&["version"], &["image"], &["conda_file"]],
        KindFamily::Datastore => &[&["account_name"], &["container_name"]],
        KindFamily::Connection => &[&["target"]],
        KindFamily::Workspace | KindFamily::Alone(Kind::Registry | Kind::FeatureStore) => {
            &[&["location"]]
        }
        _ => &[&["type"], &["version"], &["path"]],
    }
}

fn of_path(root: Node<'_>, path: &[&str]) -> Option<String> {
    let value = root.get_path(path)?;
    let text = value
        .text()
        .map(|text| shortened(without_prefix(text)))
        .filter(|text| !text.is_empty());
    match (path.last().copied(), value.kind()) {
        (Some("jobs"), NodeKind::Mapping) => Some(counted(value.entries().count(), "step")),
        (Some("max_total_trials"), _) => text.map(|text| format!("{text} trials")),
        (Some("instance_count"), _) => text.map(|text| format!("{text} × {}", machine(root))),
        (Some("frequency"), _) => {
            let interval = value
                .parent()
                .and_then(|trigger| trigger.get("interval"))
                .and_then(Node::text);
            text.map(|text| match interval {
                None | Some("1") => format!("every {text}"),
                Some(interval) => format!("every {interval} {text}s"),
            })
        }
        (Some("endpoint_name"), _) => text.map(|text| format!("at {text}")),
        (Some("version"), _) => text.map(|text| format!("version {text}")),
        _ => text,
    }
}

fn machine(deployment: Node<'_>) -> String {
    deployment
        .get("instance_type")
        .and_then(Node::text)
        .map_or_else(|| "instance".to_owned(), shortened)
}

/// "command · train.yml · gpu-cluster".
pub(crate) fn of_step(step: Node<'_>) -> String {
    let text = |key: &str| trimmed_text(step, key);
    let mut parts: Vec<String> = text("type").map(str::to_owned).into_iter().collect();
    let runs = ["component", "trial", "command", "task"]
        .iter()
        .find_map(|key| {
            let value = step.get(key)?;
            match value.kind() {
                NodeKind::Mapping => Some(inline(value)),
                _ => text(key).map(|text| shortened(without_prefix(text))),
            }
        });
    parts.extend(runs);
    parts.extend(
        step.get("jobs")
            .map(|jobs| counted(jobs.entries().count(), "step")),
    );
    parts.extend(text("compute").map(|name| shortened(without_prefix(name))));
    parts.join(" · ")
}

/// Returns the command of an inline component or trial.
fn inline(component: Node<'_>) -> String {
    let command = component.get("command").and_then(Node::text).map(shortened);
    command.unwrap_or_else(|| "inline".to_owned())
}

/// "uri_folder", "number, 0.1", "${{parent.inputs.data}}".
pub(crate) fn of_port(value: Node<'_>) -> String {
    if value.kind() != NodeKind::Mapping {
        return of_value(value);
    }
    let text = |key: &str| shortened_text(value, key);
    let mut parts: Vec<String> = text("type").into_iter().collect();
    let given = ["default", "path", "value"];
    parts.extend(given.iter().find_map(|key| text(key)));
    if value.get("optional").and_then(Node::bool) == Some(true) {
        parts.push("optional".to_owned());
    }
    parts.join(", ")
}

/// "uniform, 0.1 to 0.9", "choice, 3 values".
pub(crate) fn of_parameter(value: Node<'_>) -> String {
    if value.kind() != NodeKind::Mapping {
        return of_value(value);
    }
    let text = |key: &str| shortened_text(value, key);
    let choices = value
        .get("values")
        .filter(|values| values.kind() == NodeKind::Sequence);
    let choices = choices.map(|values| counted(values.items().count(), "value"));
    let ends = text("min_value")
        .zip(text("max_value"))
        .map(|(min, max)| format!("{min} to {max}"));
    let normal = text("mu")
        .zip(text("sigma"))
        .map(|(mu, sigma)| format!("mean {mu}, deviation {sigma}"));
    let upper = text("upper").map(|upper| format!("below {upper}"));
    text("type")
        .into_iter()
        .chain(choices.or(ends).or(normal).or(upper))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the text of `key`, if it has any.
fn trimmed_text<'t>(mapping: Node<'t>, key: &str) -> Option<&'t str> {
    let text = mapping.get(key)?.text()?.trim();
    (!text.is_empty()).then_some(text)
}

fn shortened_text(mapping: Node<'_>, key: &str) -> Option<String> {
    let text = shortened(mapping.get(key)?.text()?);
    (!text.is_empty()).then_some(text)
}

/// Returns a scalar as it is, the size of a list, and "" for a mapping.
pub(crate) fn of_value(value: Node<'_>) -> String {
    match value.kind() {
        NodeKind::Scalar(_) => value.text().map(shortened).unwrap_or_default(),
        NodeKind::Alias => shortened(value.raw()),
        NodeKind::Sequence => counted(value.children().count(), "item"),
        NodeKind::Mapping | NodeKind::Empty => String::new(),
    }
}

/// Returns a name without the prefix `azureml:`.
fn without_prefix(text: &str) -> &str {
    text.strip_prefix("azureml:")
        .or_else(|| text.strip_prefix("file:"))
        .unwrap_or(text)
}
