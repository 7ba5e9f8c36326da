//! A version that is called `latest`.

use crate::checks::prelude::*;
use crate::checks::shared::fields;
use crate::compute::{ended_image, image_named_after_ended};

declare_rule! {
    /// `latest` is a label, and labels follow `@`: `azureml:credit@latest`. After `:`, or as the
    /// `version` of a model, it is the name of a version. The CLI accepts it, and the service doesn't
    /// find the asset unless one of its versions has that name.
    ///
    /// Assets that a file of the project creates with that version aren't reported.
    ///
    /// Fix: writes the label. It is unsafe, because a version may have that name.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training@latest
    /// ```
    "latest-as-version", Reference, Warning,
    summary: "`latest` where a version is expected",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references().iter().copied() {
        let Some(text) = known_text(node) else {
            continue;
        };
        let AssetRef::Named {
            name,
            version: Some("latest"),
            ..
        } = AssetRef::parse(text)
        else {
            continue;
        };
        let from = cx.document.path();
        let mut own = cx.workspace.named(from, used.resource, name);
        let is_own = own.any(|file| file.get("version").and_then(known_text) == Some("latest"));
        // `retired-curated-environment` asks for another environment.
        let is_ended = ended_image(text).is_some() || image_named_after_ended(text).is_some();
        if !used.resource.is_versioned() || is_own || is_ended {
            continue;
        }
        let label = format!("azureml:{name}@latest");
        let diagnostic = report(cx, node, &label);
        diagnostic.unsafe_fix(format!("write `{label}`"), replace(node, &label));
    }
    for model in fields::values_of(cx, "model") {
        let text = |key: &str| model.get(key).and_then(known_text);
        if model.get("path").is_some() || text("version") != Some("latest") {
            continue;
        }
        if let (Some(name), Some(version)) = (text("name"), model.get("version")) {
            report(cx, version, &format!("azureml:{name}@latest"));
        }
    }
}

fn report<'d>(cx: &'d mut Context<'_>, node: Node<'_>, label: &str) -> &'d mut Diagnostic {
    cx.report(node.range(), "`latest` is read as the name of a version")
        .note("the service doesn't find it unless a version has that name; labels follow `@`")
        .help(format!("write `{label}`"))
}
