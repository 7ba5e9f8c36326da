//! `compute: cpu-cluster` for `compute: azureml:cpu-cluster`.

use crate::checks::prelude::*;
use crate::document::{ResourcePosition, ResourceUse};

declare_rule! {
    /// The CLI accepts the bare name of a compute in `compute`. `settings.default_compute` and all
    /// references to assets require the `azureml:` prefix, so with the prefix every reference in
    /// the file looks the same and can be copied from one place to another.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:sklearn@latest
    /// compute: cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:sklearn@latest
    /// compute: azureml:cpu-cluster
    /// ```
    "compute-ref-missing-prefix", Reference, Hint(off),
    marks: [Unfinished],
    summary: "the name of a compute without the `azureml:` prefix",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_job) {
        return;
    }
    for (node, _) in cx
        .references()
        .iter()
        .copied()
        .filter(|(_, used)| is_compute(*used))
    {
        let Some(text) = known_text(node).map(str::trim) else {
            continue;
        };
        let literal = text.eq_ignore_ascii_case("local") || text.eq_ignore_ascii_case("serverless");
        let plain = !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        if literal || !plain {
            continue;
        }
        let whole = format!("azureml:{text}");
        cx.report(
            node.range(),
            format!("compute `{text}` has no `azureml:` prefix"),
        )
        .note("it works here, but `settings.default_compute` and other references require it")
        .help(format!("write `{whole}`"))
        .safe_fix(format!("write `{whole}`"), fix::replace(node, whole));
    }
}

/// Returns `true` for `compute` itself; the default of a pipeline must not be a bare name.
fn is_compute(used: ResourceUse) -> bool {
    used.resource == Resource::Compute && used.position == ResourcePosition::Own
}
