//! A version or a label that an asset of the workspace does not have.

use crate::checks::prelude::*;
use crate::checks::shared::reference::saved_assets::{SavedUse, Verdict, saved_uses};
use crate::checks::shared::reference::snapshot_age::SnapshotAge;
use crate::snapshot::Asset;

declare_rule! {
    /// The snapshot of the workspace (`.azml/`, saved with `azml-ls --refresh`) lists the asset, but not this
    /// version or label of it. The job fails unless it was created later.
    ///
    /// This rule doesn't report versions if the snapshot doesn't list those of the asset, or if a file or a
    /// script of this folder may create the version.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:train-env:9
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/environments.json
    /// [{"name": "train-env", "latest": "3", "versions": ["1", "2", "3"]}]
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:train-env:3
    /// ```
    /// ```json good path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json good path=.azml/environments.json
    /// [{"name": "train-env", "latest": "3", "versions": ["1", "2", "3"]}]
    /// ```
    "unresolved-asset-version", Reference, Warning,
    marks: [Unfinished],
    summary: "a version or label that the asset doesn't have in the workspace",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

fn check(cx: &mut Context<'_>) {
    for used in saved_uses(cx) {
        match used.verdict {
            Verdict::UnknownVersion(asset, version) => {
                report(cx, &used, asset, &format!("version {version}"));
            }
            Verdict::UnknownLabel(asset, label) => {
                report(cx, &used, asset, &format!("label `{label}`"));
            }
            _ => {}
        }
    }
}

fn report(cx: &mut Context<'_>, used: &SavedUse<'_>, asset: &Asset, lacking: &str) {
    let Some(age) = SnapshotAge::of(cx) else {
        return;
    };
    let message = format!(
        "{} `{}` has no {lacking} in `{}`{}",
        used.resource.label(),
        used.name,
        used.list_name(),
        age.of_day
    );
    let may_be_created = used.may_be_created(cx);
    let diagnostic = cx.report(used.node.range(), message);
    age.of_unresolved(diagnostic, used.resource, may_be_created);
    match &asset.latest {
        Some(latest) => {
            let text = used.with_version(latest);
            diagnostic
                .help(format!("the latest version is {latest}: write `{text}`"))
                .unsafe_fix(format!("write `{text}`"), fix::replace(used.node, text))
        }
        None => diagnostic.help("use a version of the asset"),
    };
    used.point_to(asset, diagnostic);
}
