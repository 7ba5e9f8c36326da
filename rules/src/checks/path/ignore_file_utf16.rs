//! An ignore file that the client cannot read.

use crate::checks::prelude::*;
use crate::path;
use crate::workspace::{OnDisk, UTF16_MARK};

declare_rule! {
    /// The client reads `.amlignore` and `.gitignore` of an uploaded folder as UTF-8 (azure-ai-ml 1.35.2). In
    /// Windows PowerShell, `>` and `Out-File` write UTF-16, and the submission then fails with
    /// `UnicodeDecodeError`.
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
    /// ```text bad path=src/.amlignore
    /// ￾*.log
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
    "ignore-file-utf16", Path, Error,
    summary: "an ignore file in UTF-16, which the client can't read",
    url: "https://learn.microsoft.com/azure/machine-learning/\
          concept-train-machine-learning-model#understand-what-happens-when-you-submit-a-training-job",
}

fn check(cx: &mut Context<'_>) {
    for code in cx
        .local_paths()
        .all
        .iter()
        .filter(|path| path.key == "code")
    {
        let from = cx.document.path();
        if cx.workspace.on_disk(from, code.text) == Some(OnDisk::Nothing) {
            continue;
        }
        let read = |name: &str| cx.workspace.text(from, &path::inside(code.text, name));
        // Without `.amlignore`, the client reads the other one.
        let names = [".amlignore", ".gitignore"];
        let Some((name, text)) = names.iter().find_map(|name| Some((*name, read(name)?))) else {
            continue;
        };
        if !text.starts_with(UTF16_MARK) {
            continue;
        }
        cx.report(
            code.node.range(),
            format!("`{}` is in UTF-16", path::inside(code.text, name)),
        )
        .note("the client reads it as UTF-8, so the submission fails with `UnicodeDecodeError`")
        .help("save it as UTF-8; in PowerShell, use `Out-File -Encoding utf8`");
    }
}
