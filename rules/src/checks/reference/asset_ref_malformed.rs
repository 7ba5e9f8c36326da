//! References that no reader understands.

use crate::checks::prelude::*;

declare_rule! {
    /// `azureml:name:version` and `azureml:name@label` have no blanks, one prefix, and a version or
    /// a label but not both. A full resource id follows its own pattern. The official client lets
    /// most slips pass and fails later.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: "azureml: sklearn-env:3"
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:sklearn-env:3
    /// ```
    "asset-ref-malformed", Reference, Error,
    summary: "a reference that is not well formed",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

/// What is wrong, what to write instead, and whether that is bad enough to fail.
struct Malformation {
    message: String,
    wanted: Option<String>,
    level: Level,
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references().iter().copied() {
        let Some(Malformation {
            message,
            wanted,
            level,
        }) = known_text(node).and_then(|text| problem(text, used.resource))
        else {
            continue;
        };
        let diagnostic = cx.report(node.range(), message);
        diagnostic.level(level);
        if let Some(wanted) = wanted {
            diagnostic.help(format!("write `{wanted}`"));
            diagnostic.safe_fix(format!("write `{wanted}`"), fix::replace(node, wanted));
        } else {
            diagnostic.help(format!(
                "write `azureml:NAME{}`",
                if used.resource.is_versioned() {
                    ":VERSION"
                } else {
                    ""
                }
            ));
        }
    }
}

/// What the service refuses, with what to write instead where only one thing can be meant.
fn refused(message: String, wanted: Option<String>) -> Option<Malformation> {
    Some(Malformation {
        message,
        wanted,
        level: Level::Error,
    })
}

fn problem(text: &str, resource: Resource) -> Option<Malformation> {
    let rest = text.trim().strip_prefix("azureml:")?;
    if rest.starts_with("azureml:") {
        return refused(
            format!("`{text}` has the prefix twice"),
            Some(rest.to_owned()),
        );
    }
    if let Some(at) = [
        "wasbs://", "wasb://", "https://", "http://", "abfss://", "adl://",
    ]
    .iter()
    .find(|at| rest.starts_with(**at))
    {
        let message = format!("`azureml:` stands before an address that starts with `{at}`");
        return Some(Malformation {
            message,
            wanted: Some(rest.to_owned()),
            level: Level::Warning,
        });
    }
    if !rest.starts_with("//") && rest.contains(char::is_whitespace) {
        let joined: String = text.split_whitespace().collect();
        return refused(format!("`{text}` has a blank inside"), Some(joined));
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

fn named(
    name: &str,
    version: Option<&str>,
    label: Option<&str>,
    resource: Resource,
) -> Option<Malformation> {
    if name.is_empty() || version == Some("") || label == Some("") {
        return refused("this reference has an empty part".to_owned(), None);
    }
    if name == "datastores" || name.starts_with("datastores/") {
        // `datastore-uri-malformed` knows what was meant.
        return None;
    }
    if let Some((version, label)) = version
        .and_then(|version| version.split_once('@'))
        .filter(|_| resource.is_versioned())
    {
        return refused(
            format!("`{name}` has both a version (`{version}`) and a label (`{label}`)"),
            None,
        );
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
        "`latest` and `default`"
    } else {
        "`latest`"
    };
    let message = format!("`{label}` is not a label that the client resolves: it knows {known}");
    Some(Malformation {
        message,
        wanted: None,
        level: Level::Warning,
    })
}

/// `/subscriptions/S/resourceGroups/G/providers/Microsoft.MachineLearningServices/workspaces/W/...`
fn resource_id(id: &str, resource: Resource) -> Option<Malformation> {
    let parts: Vec<&str> = id.trim_start_matches('/').split('/').collect();
    if parts[0] != "subscriptions" {
        return refused(
            "a resource id starts with `/subscriptions/`".to_owned(),
            None,
        );
    }
    let group = parts.get(2)?;
    if group.eq_ignore_ascii_case("resourceGroups")
        && *group != "resourceGroups"
        && resource.is_versioned()
    {
        let wanted = format!("azureml:{}", id.replacen(group, "resourceGroups", 1));
        return refused(
            format!("`{group}` is written `resourceGroups` in a resource id"),
            Some(wanted),
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
            "this resource id does not name an asset of a workspace".to_owned(),
            None,
        );
    }
    None
}

/// Whether `parts` start as `shape` says; an empty part of it stands for any.
fn has_shape(parts: &[&str], shape: &[&str]) -> bool {
    let mut pairs = parts.iter().zip(shape);
    pairs.all(|(part, wanted)| wanted.is_empty() || part.eq_ignore_ascii_case(wanted))
}
