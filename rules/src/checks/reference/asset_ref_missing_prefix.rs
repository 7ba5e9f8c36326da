//! `environment: sklearn:3` for `azureml:sklearn:3`.

use crate::checks::prelude::*;
use crate::checks::shared::reference::bare_names::is_bare_name;
use crate::document::ResourcePosition;
use crate::path::is_yaml;

declare_rule! {
    /// A reference to something that is registered in the workspace starts with `azureml:`. Without
    /// the prefix the CLI refuses the file, with an error that lists every form it tried.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: sklearn-env:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:sklearn-env:3
    /// ```
    "asset-ref-missing-prefix", Reference, Error,
    marks: [Unfinished],
    summary: "a reference without the `azureml:` prefix",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/\
          reference-yaml-core-syntax#referencing-an-azure-machine-learning-asset",
}

fn check(cx: &mut Context<'_>) {
    for (node, used) in cx.references().iter().copied() {
        let Some(text) = known_text(node) else {
            continue;
        };
        let AssetRef::Other(name) = AssetRef::parse(text) else {
            continue;
        };
        // The client accepts the bare name of a compute, and inputs contain paths and strings as well.
        let bare = match used.position {
            ResourcePosition::InputPath => true,
            ResourcePosition::PipelineDefault => {
                used.resource == Resource::Compute && name.eq_ignore_ascii_case("serverless")
            }
            _ => used.resource == Resource::Compute,
        };
        if bare {
            continue;
        }
        if used.resource == Resource::Environment && is_image(name) {
            let image = format!("{{image: {name}}}");
            cx.report(
                node.range(),
                format!("`{name}` is a Docker image, not the name of an environment"),
            )
            .note("`environment` takes the name of a registered environment, or a mapping")
            .help(format!("write `{image}`"))
            .unsafe_fix(format!("write `{image}`"), fix::replace(node, image));
            continue;
        }
        let registry = name.trim_start_matches('/').strip_prefix("registries/");
        if registry.is_none() && !is_bare_name(name)
            || cx.workspace.referenced(cx.document.path(), name).is_some()
        {
            continue;
        }
        let whole = match registry {
            Some(rest) => format!("azureml://registries/{rest}"),
            // The client takes what follows a colon as a version, and no asset has the version `latest`.
            None => match name.strip_suffix(":latest") {
                Some(name) => format!("azureml:{name}@latest"),
                None => format!("azureml:{name}"),
            },
        };
        cx.report(
            node.range(),
            format!(
                "{} `{name}` has no `azureml:` prefix",
                used.resource.label()
            ),
        )
        .note("without the prefix it is not a reference, and the CLI refuses the file")
        .help(format!("write `{whole}`"))
        .safe_fix(format!("write `{whole}`"), fix::replace(node, whole));
    }
}

/// Returns `true` for `registry.host/name:tag`.
fn is_image(text: &str) -> bool {
    let Some((host, rest)) = text.split_once('/') else {
        return false;
    };
    host.contains('.')
        && !host.starts_with('.')
        && !rest.is_empty()
        && !text.contains("://")
        && !is_yaml(text)
}
