//! A name or version of an asset that is defined inline.

use crate::checks::prelude::*;
use crate::checks::shared::environment::environments::registered_name;

declare_rule! {
    /// An environment or component that is defined inside a job or component is anonymous: the CLI
    /// ignores its `name` and `version`. To use a registered one, refer to it as
    /// `azureml:NAME:VERSION`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment:
    ///   name: training
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment:
    ///   image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "inline-asset-name-ignored", Structure, Info,
    summary: "a name or version that is ignored because the asset is defined inline",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-environment",
}

fn check(cx: &mut Context<'_>) {
    let mut reported = Vec::new();
    for problem in faults::of(cx, FaultRule::InlineAssetNameIgnored) {
        let Some(mapping) = problem.at.parent() else {
            continue;
        };
        // What such an environment lacks has a finding that says this, too.
        let is_name_alone = registered_name(mapping).is_some();
        let name = mapping.get("name").and_then(Node::text);
        let is_reference = name.is_some_and(|name| name.starts_with("azureml:"));
        let is_without_image = ["image", "build"]
            .iter()
            .all(|key| mapping.get(key).is_none());
        if is_name_alone || is_reference && is_without_image || reported.contains(&mapping.id()) {
            continue;
        }
        reported.push(mapping.id());
        let ignored: Vec<Entry<'_>> = ["name", "version"]
            .iter()
            .filter_map(|key| mapping.entry(key))
            .collect();
        let names = match ignored.as_slice() {
            [_, _] => "`name` and `version` are".to_owned(),
            _ => format!("`{}` is", faults::short_text(problem.at)),
        };
        let sort = match faults::key_name(mapping) {
            Some("environment") => "an environment",
            _ => "a component",
        };
        let diagnostic = cx.report(
            problem.at.range(),
            format!("{names} ignored: {sort} defined inline is anonymous"),
        );
        diagnostic
            .help("to use a registered asset, refer to it as `azureml:NAME:VERSION`")
            .unnecessary();
        diagnostic.fix(Fix::safe(
            "remove what is ignored",
            remove_entries(&ignored),
        ));
    }
}
