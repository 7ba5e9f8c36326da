//! A pattern in the `file` of a table.

use crate::checks::prelude::*;

declare_rule! {
    /// In the `paths` of an `MLTable` file, `file` and `folder` are names, and `pattern` takes `*`.
    ///
    /// Fix: writes `pattern`. It is unsafe, because the name of a file may contain `*`.
    ///
    /// ```yaml bad path=MLTable
    /// $schema: https://azuremlschemas.azureedge.net/latest/MLTable.schema.json
    /// paths:
    ///   - file: ./*.csv
    /// transformations: [read_delimited]
    /// ```
    /// ```yaml good path=MLTable
    /// $schema: https://azuremlschemas.azureedge.net/latest/MLTable.schema.json
    /// paths:
    ///   - pattern: ./*.csv
    /// transformations: [read_delimited]
    /// ```
    "mltable-file-pattern", Path, Warning,
    kind: Mltable,
    summary: "a pattern in the `file` or `folder` of a table",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-mltable",
}

fn check(cx: &mut Context<'_>) {
    let paths = cx.document.get("paths").into_iter().flat_map(Node::items);
    for (path, key) in paths.flat_map(|path| [(path, "file"), (path, "folder")]) {
        let Some(entry) = path.entry(key) else {
            continue;
        };
        let text = known_text(entry.value);
        let Some(text) = text.filter(|text| text.contains('*')) else {
            continue;
        };
        cx.report(
            entry.value.range(),
            format!("`{key}` takes a name, not the pattern `{text}`"),
        )
        .note("only `pattern` is searched for matching paths")
        .help("write `pattern` for paths with `*`")
        .unsafe_fix("write `pattern`", Edit::new(entry.key.range(), "pattern"));
    }
}
