//! An ignore file that has no effect on an upload.

use crate::checks::prelude::*;
use crate::path;
use crate::workspace::OnDisk;

declare_rule! {
    /// The client reads one ignore file: the `.amlignore` in the uploaded folder itself or, if there is
    /// none, its `.gitignore` (azure-ai-ml 1.35.2). An `.amlignore` in a folder above or below has no
    /// effect on the upload.
    ///
    /// This rule doesn't report folders with an ignore file of their own.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// import sys
    /// ```
    /// ```text bad path=.amlignore
    /// *.log
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// import sys
    /// ```
    /// ```text good path=src/.amlignore
    /// *.log
    /// ```
    "ignore-file-in-parent", Path, Info,
    marks: [Preview],
    summary: "an `.amlignore` that is only in a folder above the uploaded one",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          concept-train-machine-learning-model#understand-what-happens-when-you-submit-a-training-job",
}

/// Maximum number of folders above the uploaded one that are checked.
const LEVELS: usize = 4;

fn check(cx: &mut Context<'_>) {
    for code in cx
        .local_paths()
        .all
        .iter()
        .filter(|path| path.key == "code")
    {
        let folder = code.text.trim_end_matches('/');
        let at = |name: &str| {
            cx.workspace
                .on_disk(cx.document.path(), &path::inside(folder, name))
        };
        if cx.workspace.on_disk(cx.document.path(), folder) != Some(OnDisk::Folder)
            || [AMLIGNORE, ".gitignore"]
                .iter()
                .any(|name| at(name) != Some(OnDisk::Nothing))
        {
            continue;
        }
        let above = (1..=LEVELS).map(|level| "../".repeat(level));
        let mut candidates = above.map(|up| format!("{up}{AMLIGNORE}"));
        if !candidates.any(|name| at(&name) == Some(OnDisk::File)) {
            continue;
        }
        cx.report(
            code.node.range(),
            format!("the `{AMLIGNORE}` above `{folder}` has no effect on this upload"),
        )
        .note("the client reads only the ignore file in the uploaded folder itself")
        .help(format!(
            "move it to `{folder}/{AMLIGNORE}`, or copy it there"
        ));
    }
}

const AMLIGNORE: &str = ".amlignore";
