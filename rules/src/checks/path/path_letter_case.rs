//! Paths whose letter case differs from the disk.

use crate::checks::prelude::*;

declare_rule! {
    /// Windows and macOS also find `src` as `SRC`. Linux does not, and most pipelines that submit
    /// jobs run there, so a path in another letter case works on a laptop and fails in CI.
    ///
    /// On systems where letter case counts, the CLI rejects the file, and the finding is an error.
    /// On others, it is a warning.
    ///
    /// Fix: writes the path as it is spelled on the disk. It is safe, because it leads to the same
    /// file.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./Src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// print("training")
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// print("training")
    /// ```
    "path-letter-case", Path, Warning,
    marks: [Unfinished, Overridable],
    summary: "a path whose letter case differs from that on the disk",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    let ignores_case = cx.workspace.path_style().ignores_case();
    for path in &cx.local_paths().all {
        let is_missing = cx.local_paths().is_missing(path.node);
        if !is_missing && !ignores_case {
            continue;
        }
        let Some(spelled) = path.spelled(cx.workspace, cx.document.path()) else {
            continue;
        };
        let diagnostic = cx.report(
            path.node.range(),
            format!(
                "`{}: {}` is spelled `{spelled}` on the disk",
                path.key, path.text
            ),
        );
        diagnostic
            .note(
                "Windows and macOS ignore the letter case of a path; Linux, which most CI runs on, \
                 does not",
            )
            .help(format!("write `{spelled}`"))
            .safe_fix(
                format!("write `{spelled}`"),
                fix::set_text(path.node, &spelled),
            );
        if is_missing {
            diagnostic.level(Level::Error);
        }
    }
}
