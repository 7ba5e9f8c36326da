//! A file without `$schema`.

use crate::checks::prelude::*;
use crate::schema::table::KindDef;

declare_rule! {
    /// `$schema` in the first line tells people and tools what the file is. The client does not
    /// need it, but the Azure Machine Learning extension of VS Code does not run files without it.
    ///
    /// ```yaml bad
    /// type: amlcompute
    /// name: cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// ```
    "missing-schema", Structure, Hint,
    summary: "a file that does not say what it is with `$schema`",
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    let Some(kind) = cx.kind() else { return };
    let schema = KindDef::of(kind).map_or("", |def| def.schema);
    let Some(first) = cx.document.root().and_then(|root| root.entries().next()) else {
        return;
    };
    if schema.is_empty()
        || cx.document.get("$schema").is_some()
        || cx.document.root().is_some_and(Node::is_flow)
    {
        return;
    }
    let line = format!("$schema: https://azuremlschemas.azureedge.net/latest/{schema}");
    let newline = if cx.document.text().contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let start = first.key.range().start;
    let edit = Edit {
        path: None,
        range: TextRange::empty(start),
        text: format!("{line}{newline}"),
    };
    cx.report(
        first.key.range(),
        format!(
            "this {} does not say what it is with `$schema`",
            kind.label()
        ),
    )
    .safe_fix("add `$schema`", edit);
}
