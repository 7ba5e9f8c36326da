//! A list of packages that a command installs and that is not uploaded.

use std::collections::HashSet;

use crate::checks::prelude::*;
use crate::checks::shared::paths::missing_paths::MissingPath;
use crate::checks::shared::paths::written_path::WrittenPath;
use crate::script::commands::missing_requirements;
use crate::script::upload::CodeFolder;
use crate::workspace::OnDisk;

declare_rule! {
    /// Only the code folder is uploaded, and the command runs in it. If the list of
    /// `pip install -r FILE` is not in that folder, pip installs nothing, and with `&&` the script
    /// doesn't run.
    ///
    /// The level depends on what the repository shows, as for `local-path-missing`. Files that an
    /// earlier part of the command may create aren't reported.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: pip install -r requirements.txt && python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```text bad path=requirements.txt
    /// pandas==2.2.3
    /// ```
    /// ```python bad path=src/train.py
    /// print("training")
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: pip install -r requirements.txt && python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```text good path=src/requirements.txt
    /// pandas==2.2.3
    /// ```
    /// ```python good path=src/train.py
    /// print("training")
    /// ```
    "requirements-file-missing", Script, Error,
    marks: [Unfinished],
    summary: "a list of packages that is not in the code folder",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-model",
}

fn check(cx: &mut Context<'_>) {
    let mut seen = HashSet::new();
    for run in cx.runs() {
        let CodeFolder::Uploaded(upload) = &*run.code else {
            continue;
        };
        let Some(folder) = upload.folder.as_deref() else {
            continue;
        };
        let Some(full) = cx.workspace.full_path(&upload.from, folder) else {
            continue;
        };
        for missing in missing_requirements(cx.workspace, run) {
            let judged = MissingPath::judge(
                cx,
                WrittenPath {
                    folder: &full,
                    written: &missing.path,
                    leads_to: Some(OnDisk::File),
                    contains: None,
                },
            );
            let Some(level) = judged.level(missing.stops) else {
                continue;
            };
            if !seen.insert(missing.range) {
                continue;
            }
            let message = format!("`{}` is not in the code folder `{folder}`", missing.path);
            let diagnostic = cx.report(missing.range, message);
            diagnostic.level(level).note(if missing.stops {
                "only the code folder is uploaded; pip fails, and the script doesn't run"
            } else {
                "only the code folder is uploaded; pip fails, and the script runs without the packages"
            });
            match judged {
                MissingPath::Misspelled(meant) if !meant.starts_with("..") => {
                    diagnostic.help(format!("did you mean `{meant}`?"));
                }
                _ => {
                    diagnostic.help(
                        "put the list into the code folder, or its packages into the environment",
                    );
                }
            }
        }
    }
}
