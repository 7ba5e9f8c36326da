//! A compute that the inventory does not list.

use crate::checks::prelude::*;

declare_rule! {
    /// Where the workspace has an inventory (the saved output of `az ml compute list -o json`), a
    /// `compute` that neither the inventory nor a compute YAML nor `azml.yaml` knows is probably
    /// misspelled. The service refuses it when the job is submitted. An inventory ages: save it
    /// again when computes were added.
    ///
    /// Without an inventory nothing is reported.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:sklearn@latest
    /// compute: azureml:cpu-clustr
    /// ```
    /// ```json bad path=.azml/computes.json
    /// [{"name": "cpu-cluster", "type": "amlcompute"}]
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:sklearn@latest
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```json good path=.azml/computes.json
    /// [{"name": "cpu-cluster", "type": "amlcompute"}]
    /// ```
    "unresolved-compute", Compute, Warning,
    summary: "a compute that is not in the inventory",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/cli/azure/ml/compute#az-ml-compute-list",
}

/// Names with a meaning of their own in the service.
const RESERVED: [&str; 5] = [
    "amlcompute",
    "adfcompute",
    "datafactory",
    "containerinstance",
    "virtualcluster",
];

fn check(cx: &mut Context<'_>) {
    let Some(inventory) = cx.settings.inventories.first() else {
        return;
    };
    let more = if cx.settings.inventories.len() > 1 {
        " and the other inventories"
    } else {
        ""
    };
    let shown = match &inventory.label.name {
        Some(name) => format!("inventory `{name}`"),
        None => format!("`{}`", short(&inventory.path)),
    };
    let age = cx
        .settings
        .inventories
        .iter()
        .filter_map(|inventory| inventory.label.saved_on)
        .min();
    let age = age.map_or_else(String::new, |day| format!(" (the file is of {day})"));
    let known = cx.workspace.computes(cx.document.path());
    for node in values(cx) {
        let Resolution::Unknown(name) = cx.workspace.resolve_compute(cx.document.path(), node)
        else {
            continue;
        };
        // `virtualClusters/...` and paths of other resources are no computes of the workspace.
        if name.contains(['/', ' '])
            || RESERVED
                .iter()
                .any(|reserved| name.eq_ignore_ascii_case(reserved))
        {
            continue;
        }
        let near = closest(name, known.iter().map(|def| def.name.as_str()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "check the name".to_owned(),
            None => format!("known: {}", list(known.iter().map(|def| def.name.as_str()))),
        };
        let diagnostic = cx.report(
            node.range(),
            format!("no compute `{name}` in {shown}{more}"),
        );
        let again = format!(
            "if it is new, save the inventory again with `az ml compute list -o json`{age}"
        );
        diagnostic.note(again).help(help);
        if let Some(near) = near {
            diagnostic.unsafe_fix(
                format!("name `{near}`"),
                compute_fixes::set_compute(node, near),
            );
        }
    }
}

/// The file's name, with its folder where that belongs to it: where the project lies is no part of
/// a finding.
fn short(path: &str) -> &str {
    let at = path
        .rfind(".azml/")
        .or_else(|| path.rfind('/').map(|slash| slash + 1));
    &path[at.unwrap_or(0)..]
}

/// Every value of the document that names a compute.
fn values<'a>(cx: &Context<'a>) -> Vec<Node<'a>> {
    let mut values: Vec<Node<'a>> = cx
        .works()
        .iter()
        .filter_map(|work| work.target.node)
        .collect();
    let document = cx.document;
    if matches!(
        cx.kind(),
        Some(Kind::JobPipeline | Kind::EndpointKubernetesOnline)
    ) {
        let root = document.root();
        values.extend(root.and_then(|root| root.get_path(&["settings", "default_compute"])));
        values.extend(root.and_then(|root| root.get("compute")));
    }
    let deployment = document.batch_deployment();
    values.extend(
        deployment
            .into_iter()
            .flat_map(|found| [found.compute, found.default_compute])
            .flatten(),
    );
    if let Some(schedule) = document.schedule() {
        values.extend(schedule.default_compute());
        values.extend(schedule.works().iter().filter_map(|work| work.target.node));
    }
    // A value that several steps inherit comes several times.
    values.sort_by_key(|node| node.range().start);
    values.dedup();
    values
}

/// "`a`, `b`, `c` and 4 more".
fn list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.sort();
    names.dedup();
    let more = names.len().saturating_sub(4);
    names.truncate(4);
    let shown = names.join(", ");
    if more > 0 {
        format!("{shown} and {more} more")
    } else {
        shown
    }
}
