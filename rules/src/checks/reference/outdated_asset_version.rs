//! A reference to a version of an asset that has a newer one.

use crate::checks::prelude::*;
use crate::checks::shared::reference::saved_assets::{Verdict, saved_uses};
use crate::checks::shared::reference::snapshot_age::SnapshotAge;

declare_rule! {
    /// The workspace has a newer version of the asset, as its snapshot says (`.azml/`, saved with
    /// `azml-ls --refresh`). A pinned version makes runs repeatable, so this is an info. Only versions that are
    /// numbers are compared.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:train-env:3
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/environments.json
    /// [{"name": "train-env", "latest": "7"}]
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:train-env:7
    /// ```
    /// ```json good path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json good path=.azml/environments.json
    /// [{"name": "train-env", "latest": "7"}]
    /// ```
    "outdated-asset-version", Reference, Info,
    marks: [Unfinished],
    summary: "a version of an asset that has a newer one in the workspace",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

fn check(cx: &mut Context<'_>) {
    let Some(age) = SnapshotAge::of(cx) else {
        return;
    };
    for used in saved_uses(cx) {
        let Verdict::Old(asset, version, newest) = used.verdict else {
            continue;
        };
        let text = used.with_version(&newest.to_string());
        let diagnostic = cx.report(
            used.node.range(),
            format!(
                "this is version {version} of the {} `{}`; the latest is {newest}",
                used.resource.label(),
                used.name
            ),
        );
        age.of_listed(diagnostic, Level::Info)
            .help(format!("write `{text}` if the newer version works, too"))
            .unsafe_fix(format!("write `{text}`"), fix::replace(used.node, text));
        used.point_to(asset, diagnostic);
    }
}
