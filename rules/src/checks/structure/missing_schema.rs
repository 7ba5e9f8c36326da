//! A file without `$schema`.

use crate::checks::prelude::*;
use crate::schema::table::KindDef;

declare_rule! {
    /// `$schema` in the first line shows people and tools what the file is. The CLI doesn't need it; in
    /// the Azure Machine Learning extension of VS Code it turns on the completion of keys and
    /// resources.
    ///
    /// Fix: adds it. It is safe, because the CLI doesn't read `$schema` of these kinds of files.
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
    "missing-schema", Structure, Hint (off),
    summary: "a file without `$schema`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    let Some((root, kind)) = cx.document.root().zip(cx.kind()) else {
        return;
    };
    let schema = KindDef::of(kind).map_or("", |def| def.schema);
    // The name of an `MLTable` file determines its kind.
    if schema.is_empty() || kind == Kind::Mltable || root.is_flow() {
        return;
    }
    let address = format!("https://azuremlschemas.azureedge.net/latest/{schema}");
    let help = format!("add `$schema: {address}`");
    match root.get("$schema") {
        Some(page) if page.text().is_some_and(is_page) => {
            cx.report(
                page.range(),
                "`$schema` is the address of a page, not of a schema",
            )
            .help(format!("write `$schema: {address}`"))
            .safe_fix("write the address of the schema", replace(page, address));
        }
        Some(_) => {}
        None => {
            let Some(first) = root.entries().next() else {
                return;
            };
            let edit = fix::insert_before(first, "$schema", &address);
            let message = format!("this {} has no `$schema`", kind.label());
            let diagnostic = cx.report(first.key.range(), message);
            diagnostic
                .note("editors use it to complete keys and values; the CLI doesn't need it")
                .help(help);
            if let Some(edit) = edit {
                diagnostic.safe_fix("add `$schema`", edit);
            }
        }
    }
}

/// Returns `true` if `url` is a page of the reference.
fn is_page(url: &str) -> bool {
    url.contains("learn.microsoft.com/") || url.contains("docs.microsoft.com/")
}
