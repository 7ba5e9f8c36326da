//! Data and assets that are named with their subscription and workspace.

use crate::checks::prelude::*;

declare_rule! {
    /// An address with subscription, resource group, and workspace leads to that workspace, wherever
    /// the job is submitted. A file that is promoted from development to production still reads the
    /// data of development, or fails because it isn't allowed to. The short form means the workspace
    /// to which the file is submitted.
    ///
    /// Computes have a rule of their own, `compute-hard-coded-arm-id`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: "azureml://subscriptions/0000/resourcegroups/ml/workspaces/dev/datastores/lake/paths/churn/"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: "azureml://datastores/lake/paths/churn/"}
    /// ```
    "hard-coded-workspace", Path, Info,
    summary: "data or an asset named with its subscription and workspace",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

/// A value that names a workspace.
struct WorkspaceMention<'a> {
    node: Node<'a>,
    workspace: &'a str,
    short: String,
}

/// Prefix of the names that the client gives to anonymous assets.
const ANONYMOUS: &str = "CliV2Anonymous";

fn check(cx: &mut Context<'_>) {
    // Fast path: most files name none.
    if !cx.document.text().contains("subscriptions/") || !is_submitted(cx) {
        return;
    }
    let nodes = cx.document.tree().nodes();
    let named: Vec<WorkspaceMention<'_>> = nodes.filter_map(named).collect();
    let Some(first) = named.first() else {
        return;
    };
    let message = match named.len() {
        1 => format!(
            "this address ties the file to the workspace `{}`",
            first.workspace
        ),
        count => format!(
            "{count} addresses tie the file to the workspace `{}`{}",
            first.workspace,
            if named.iter().all(|it| it.workspace == first.workspace) {
                ""
            } else {
                " and others"
            },
        ),
    };
    let edits = named.iter().map(|it| fix::set_text(it.node, &it.short));
    let edits: Vec<Edit> = edits.collect();
    let anonymous = named.iter().find(|it| it.short.contains(ANONYMOUS));
    let diagnostic = cx.report(first.node.range(), message);
    if anonymous.is_some() {
        diagnostic
            .note("an anonymous asset exists only in the workspace where a job or deployment created it")
            .help("define it in a file, or register it under a name");
        return;
    }
    diagnostic
        .note("in another workspace, it still uses what is in this one, or fails")
        .help(format!("write `{}`", first.short))
        .fix(Fix::unsafe_(
            "use the workspace to which the file is submitted",
            edits,
        ));
}

/// Returns `true` if the document is submitted to a workspace, so that it needs no other one.
fn is_submitted(cx: &Context<'_>) -> bool {
    cx.kind().is_some_and(|kind| {
        let family = kind.family();
        matches!(
            family,
            KindFamily::Job | KindFamily::Component | KindFamily::Deployment | KindFamily::Schedule
        )
    })
}

fn named(node: Node<'_>) -> Option<WorkspaceMention<'_>> {
    if node.is_key() || !matches!(node.kind(), NodeKind::Scalar(_)) {
        return None;
    }
    let key = node.key().and_then(Node::text).unwrap_or_default();
    if matches!(key, "compute" | "default_compute" | "resource_id") {
        return None;
    }
    let text = node.text()?;
    let rest = text
        .strip_prefix("azureml:/")
        .map_or(text, |rest| rest.trim_start_matches('/'))
        .trim_start_matches('/');
    let parts: Vec<&str> = rest.split('/').collect();
    let is_id = parts.first()?.eq_ignore_ascii_case("subscriptions") && !is_template(parts.get(1)?);
    let at = parts
        .iter()
        .position(|part| part.eq_ignore_ascii_case("workspaces"))?;
    let workspace = parts
        .get(at + 1)
        .filter(|name| is_id && !is_template(name))?;
    let short = short(parts.get(at + 2..)?)?;
    Some(WorkspaceMention {
        node,
        workspace,
        short,
    })
}

/// Returns the address of an asset or a path within its workspace.
fn short(parts: &[&str]) -> Option<String> {
    match parts {
        ["datastores", name, rest @ ..] if !rest.is_empty() => {
            Some(format!("azureml://datastores/{name}/{}", rest.join("/")))
        }
        [
            "data" | "models" | "environments" | "components",
            name,
            "versions",
            version,
        ] if !version.is_empty() => Some(format!("azureml:{name}:{version}")),
        [
            "data" | "models" | "environments" | "components",
            name,
            "labels",
            label,
        ] => Some(format!("azureml:{name}@{label}")),
        _ => None,
    }
}
