//! References that the client or the service can't resolve as they are written.

use crate::checks::prelude::*;
use crate::document::{ResourcePosition, ResourceUse};

declare_rule! {
    /// A reference to an asset is `azureml:name:version` or `azureml:name@label`: one prefix, no
    /// spaces, and either a version or a label. A full resource ID follows a pattern of its own.
    /// The CLI loads many malformed references without an error and fails when the job is
    /// submitted.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: "azureml: sklearn-env:3"
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:sklearn-env:3
    /// ```
    "asset-ref-malformed", Reference, Error,
    marks: [Unfinished],
    summary: "a malformed reference to an asset",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

/// The parts of a finding: message, note, replacement, and help.
struct Malformation {
    message: String,
    note: &'static str,
    expected: Option<String>,
    help: Option<String>,
    level: Level,
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references().iter().copied() {
        let Some(found) = known_text(node).and_then(|text| problem(text, used)) else {
            continue;
        };
        let diagnostic = cx.report(node.range(), found.message);
        diagnostic.level(found.level).note(found.note);
        if let Some(expected) = found.expected {
            diagnostic.help(format!("write `{expected}`"));
            diagnostic.safe_fix(format!("write `{expected}`"), fix::replace(node, expected));
        } else {
            let version = if used.resource.is_versioned() {
                ":VERSION"
            } else {
                ""
            };
            let shape = || format!("write `azureml:NAME{version}`");
            diagnostic.help(found.help.unwrap_or_else(shape));
        }
    }
}

/// Returns the finding for a reference that can't be resolved, with a replacement if it is unambiguous.
fn refused(message: String, expected: Option<String>) -> Option<Malformation> {
    Some(Malformation {
        message,
        note: "the CLI or the service can't resolve it, and the submission fails",
        expected,
        help: None,
        level: Level::Error,
    })
}

fn problem(text: &str, used: ResourceUse) -> Option<Malformation> {
    let resource = used.resource;
    let rest = text.trim().strip_prefix("azureml:")?;
    if rest.starts_with("azureml:") {
        return refused(
            format!("`{text}` repeats the prefix `azureml:`"),
            Some(rest.to_owned()),
        );
    }
    if let Some(at) = [
        "wasbs://", "wasb://", "https://", "http://", "abfss://", "adl://",
    ]
    .iter()
    .find(|at| rest.starts_with(**at))
    {
        return Some(Malformation {
            message: format!("`azureml:` can't be combined with a `{at}` address"),
            note: "`azureml:` marks names and addresses in Azure Machine Learning; a storage \
                   address is complete without it",
            expected: Some(rest.to_owned()),
            help: None,
            level: Level::Warning,
        });
    }
    if !rest.starts_with("//") && rest.contains(char::is_whitespace) {
        let joined: String = text.split_whitespace().collect();
        return refused(format!("`{text}` contains a space"), Some(joined));
    }
    // Without a version, the path of an input may have other meanings.
    let is_input = used.position == ResourcePosition::InputPath;
    let has_version = rest
        .split('/')
        .next()
        .is_some_and(|start| start.contains(':'));
    let is_asset = resource.is_versioned() && (!is_input || has_version);
    if is_asset && !rest.starts_with('/') && rest.contains('/') {
        return Some(slash(text, rest));
    }
    match AssetRef::parse(text) {
        AssetRef::ResourceId(id) => resource_id(id, resource),
        AssetRef::Named {
            name,
            version,
            label,
        } => named(name, version, label, resource),
        _ => None,
    }
}

/// Checks `azureml:name/versions/3`: the end of a resource ID after the prefix of a short reference.
fn slash(text: &str, rest: &str) -> Malformation {
    let expected = match rest.split('/').collect::<Vec<_>>().as_slice() {
        [name, "versions", version] => Some(format!("azureml:{name}:{version}")),
        [name, "labels", label] => Some(format!("azureml:{name}@{label}")),
        _ => None,
    };
    Malformation {
        message: format!("`{text}` contains a `/`"),
        note: "the CLI can't parse it: only a resource ID, which starts with `/`, has slashes",
        expected,
        help: path_inside(rest),
        level: Level::Error,
    }
}

/// Returns the help for `azureml:name:3/folder`, a path inside a version of a data asset.
fn path_inside(rest: &str) -> Option<String> {
    let (asset, inside) = rest.split_once('/')?;
    asset.contains(':').then(|| {
        format!("write `azureml:{asset}`, and add `{inside}` to the path where the code reads it")
    })
}

fn named(
    name: &str,
    version: Option<&str>,
    label: Option<&str>,
    resource: Resource,
) -> Option<Malformation> {
    let parts = [(Some(name), "name"), (version, "version"), (label, "label")];
    if let Some((_, part)) = parts.iter().find(|(text, _)| *text == Some("")) {
        return refused(format!("this reference has an empty {part}"), None);
    }
    if name == "datastores" || name.starts_with("datastores/") {
        // `datastore-uri-malformed` reports it with a better fix.
        return None;
    }
    if let Some((version, label)) = version
        .and_then(|version| version.split_once('@'))
        .filter(|_| resource.is_versioned())
    {
        let with_label = format!("`azureml:{name}@{label}`");
        let (message, help) = if version.is_empty() {
            let message = format!("`{name}` has an empty version before the label `{label}`");
            (message, format!("write {with_label}"))
        } else {
            (
                format!("`{name}` has both a version (`{version}`) and a label (`{label}`)"),
                format!("write `azureml:{name}:{version}` or {with_label}"),
            )
        };
        let found = refused(message, None);
        return found.map(|found| Malformation {
            help: Some(help),
            ..found
        });
    }
    // Curated environments have labels of their own.
    let label = label.filter(|label| {
        resource.is_versioned() && *label != "latest" && !name.starts_with("AzureML-")
    })?;
    let component = resource == Resource::Component;
    if label == "default" && component {
        return None;
    }
    let known = if component {
        "labels `latest` and `default`"
    } else {
        "label `latest`"
    };
    Some(Malformation {
        message: format!("the CLI can't resolve the label `{label}`, only the {known}"),
        note: "it reports that the asset does not exist",
        expected: None,
        help: Some(format!(
            "write `azureml:{name}@latest`, or name a version: `azureml:{name}:VERSION`"
        )),
        level: Level::Warning,
    })
}

/// Checks `/subscriptions/S/resourceGroups/G/providers/Microsoft.MachineLearningServices/workspaces/W/...`.
fn resource_id(id: &str, resource: Resource) -> Option<Malformation> {
    let parts: Vec<&str> = id.trim_start_matches('/').split('/').collect();
    if parts[0] != "subscriptions" {
        return refused(
            "a resource ID must start with `/subscriptions/`".to_owned(),
            None,
        );
    }
    let group = parts.get(2)?;
    if group.eq_ignore_ascii_case("resourceGroups")
        && *group != "resourceGroups"
        && resource.is_versioned()
    {
        let expected = format!("azureml:{}", id.replacen(group, "resourceGroups", 1));
        return refused(
            format!("`{group}` must be spelled `resourceGroups` in a resource ID"),
            Some(expected),
        );
    }
    let shape = [
        "subscriptions",
        "",
        "resourceGroups",
        "",
        "providers",
        "Microsoft.MachineLearningServices",
        "workspaces",
    ];
    let complete = parts.len() >= 10 && !parts.iter().any(|part| part.is_empty());
    if resource.is_versioned() && (!complete || !has_shape(&parts, &shape)) {
        return refused(
            "this resource ID does not identify an asset in a workspace".to_owned(),
            None,
        );
    }
    None
}

/// Returns `true` if `parts` start with `shape`; an empty part of it matches any text.
fn has_shape(parts: &[&str], shape: &[&str]) -> bool {
    let mut pairs = parts.iter().zip(shape);
    pairs.all(|(part, expected)| expected.is_empty() || part.eq_ignore_ascii_case(expected))
}
