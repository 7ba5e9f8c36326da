//! A reference to an archived asset.

use crate::checks::prelude::*;
use crate::checks::shared::reference::saved_assets::{Verdict, saved_uses};
use crate::checks::shared::reference::snapshot_age::SnapshotAge;

declare_rule! {
    /// An archived asset is hidden from lists, but jobs can still use it. It was probably archived because
    /// another one should be used. The snapshot of the workspace (`.azml/`, saved with `azml-ls --refresh`)
    /// tells which assets and versions are archived.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:train-env:1
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/environments.json
    /// [{"name": "train-env", "latest": "2", "versions": ["1", "2"], "archived_versions": ["1"]}]
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:train-env:2
    /// ```
    /// ```json good path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json good path=.azml/environments.json
    /// [{"name": "train-env", "latest": "2", "versions": ["1", "2"], "archived_versions": ["1"]}]
    /// ```
    "archived-asset", Reference, Info,
    marks: [Unfinished],
    summary: "a reference to an archived asset of the workspace",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-data-assets#archive-a-data-asset",
}

fn check(cx: &mut Context<'_>) {
    let Some(age) = SnapshotAge::of(cx) else {
        return;
    };
    for used in saved_uses(cx) {
        let Verdict::Archived(asset, version) = used.verdict else {
            continue;
        };
        let label = used.resource.label();
        let what = match version.filter(|_| !asset.is_archived) {
            Some(version) => format!("version {version} of the {label} `{}`", used.name),
            None => format!("the {label} `{}`", used.name),
        };
        let diagnostic = cx.report(
            used.node.range(),
            format!("{what} is archived in the workspace"),
        );
        age.of_listed(diagnostic, Level::Info)
            .note("archived assets are hidden from lists, but jobs can still use them");
        match asset.latest.as_ref().filter(|_| !asset.is_archived) {
            Some(latest) => diagnostic.help(format!(
                "use another version; the latest one is {latest}, or restore this one"
            )),
            None => diagnostic.help(format!("use another {label}, or restore this one")),
        };
        used.point_to(asset, diagnostic);
    }
}
