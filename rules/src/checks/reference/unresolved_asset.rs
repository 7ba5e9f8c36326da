//! A reference to an asset that the workspace does not have, or close to the name of one in the project.

use foldhash::HashSet;

use crate::checks::prelude::*;
use crate::checks::shared::reference::saved_assets::{SavedUse, Verdict, saved_uses};
use crate::checks::shared::reference::snapshot_age::SnapshotAge;
use crate::syntax::NodeId;

declare_rule! {
    /// If there is a snapshot of the workspace (`.azml/`, saved with `azml-ls --refresh`), an asset that it
    /// doesn't list is reported as a warning: the job fails unless the asset was created later. Assets that
    /// a file, an output of a job, or an `az ml` command of a script in this folder creates are known,
    /// too. If a command creates assets of that type under names that are known only at run time, this is
    /// an info, and so it is when the snapshot is older than 30 days.
    ///
    /// Without a snapshot, a reference is a hint if a file of this project defines an asset with a similar
    /// name, and none defines the one in the reference.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklern-env@latest
    /// ```
    /// ```yaml bad path=env.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: sklearn-env
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:sklearn-env@latest
    /// ```
    /// ```yaml good path=env.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: sklearn-env
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04
    /// ```
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train
    /// environment: azureml:training:3
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/environments.json
    /// [{"name": "train-env", "latest": "3"}]
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
    /// [{"name": "train-env", "latest": "3"}]
    /// ```
    "unresolved-asset", Reference, Hint,
    marks: [Unfinished],
    summary: "an asset that is not in the workspace, or a misspelled name of one in the project",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

fn check(cx: &mut Context<'_>) {
    let uses = saved_uses(cx);
    let mut saved = HashSet::default();
    for used in &uses {
        saved.insert(used.node.id());
        if matches!(used.verdict, Verdict::UnknownName) {
            report_unknown(cx, used);
        }
    }
    in_project(cx, &saved);
}

fn report_unknown(cx: &mut Context<'_>, used: &SavedUse<'_>) {
    let Some(age) = SnapshotAge::of(cx) else {
        return;
    };
    let label = used.resource.label();
    let near = used.near();
    let may_be_created = used.may_be_created(cx);
    let message = format!(
        "{label} `{}` is not in `{}`{}",
        used.name,
        used.list_name(),
        age.of_day
    );
    let diagnostic = cx.report(used.node.range(), message);
    age.of_unresolved(diagnostic, used.resource, may_be_created);
    match near.map(|near| (near, used.renamed(near))) {
        Some((near, text)) => diagnostic
            .help(format!("did you mean `{}`?", near.name.text))
            .unsafe_fix(format!("write `{text}`"), fix::replace(used.node, text)),
        None => diagnostic.help(format!(
            "use the name of {} of the workspace",
            with_article(label)
        )),
    };
}

/// Reports references that resemble the name of an asset that a file defines; `saved` are those that the
/// snapshot decides.
fn in_project(cx: &mut Context<'_>, saved: &HashSet<NodeId>) {
    for (node, used) in cx
        .references()
        .iter()
        .copied()
        .filter(|(node, used)| used.resource.is_versioned() && !saved.contains(&node.id()))
    {
        let Some(name) = known_text(node).and_then(|text| AssetRef::parse(text).name()) else {
            continue;
        };
        // Names that differ in a number, or in CPU and GPU, are a series, not a typo.
        let near = cx
            .workspace
            .near_name(cx.document.path(), used.resource, name);
        let Some(near) = near.filter(|near| letters(near) != letters(name)) else {
            continue;
        };
        // The name may also occur in the prefix `azureml`.
        let text = node.text().unwrap_or_default();
        let (prefix, rest) = text.split_at(text.find(':').map_or(0, |at| at + 1));
        let text = format!("{prefix}{}", rest.replacen(name, near, 1));
        cx.report(
            node.range(),
            format!(
                "no file in this project defines the {} `{name}`",
                used.resource.label()
            ),
        )
        .note(format!(
            "a file defines `{near}`; `{name}` may still be registered in the workspace"
        ))
        .help(format!("did you mean `{near}`?"))
        .unsafe_fix(format!("write `{text}`"), fix::replace(node, text));
    }
}

/// The letters of a name, the same for a CPU and a GPU.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_ascii_digit());
    letters.collect::<String>().replace("gpu", "cpu")
}
