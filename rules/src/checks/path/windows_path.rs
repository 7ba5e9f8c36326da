//! Paths with backslashes.

use crate::checks::prelude::*;
use crate::path::is_absolute_somewhere;

declare_rule! {
    /// Only Windows reads `\` as the separator of folders. On other systems, it is part of the
    /// name, so the CLI doesn't find `.\src`, for example in a CI pipeline on Linux. Windows reads
    /// `/` too.
    ///
    /// Fix: writes `/`. It is safe, because Windows finds the same folder, and others reject the
    /// path as it is.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: .\src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./src
    /// environment: azureml:training:3
    /// ```
    "windows-path", Path, Warning,
    summary: "a path with backslashes, which only Windows reads as folders",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for path in &cx.local_paths().all {
        if !path.text.contains('\\') || is_absolute_somewhere(path.text) {
            continue;
        }
        let right = path.text.replace('\\', "/");
        cx.report(
            path.node.range(),
            format!(
                "`{}` separates folders with `\\`, which only Windows reads",
                path.key
            ),
        )
        .note("on Linux and macOS, for example in CI, the CLI doesn't find it")
        .help(format!("write `{right}`"))
        .safe_fix(format!("write `{right}`"), fix::set_text(path.node, &right));
    }
}
