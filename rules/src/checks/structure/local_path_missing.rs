//! A file or folder that is not there.

use crate::checks::faults;
use crate::prelude::*;

declare_rule! {
    /// Paths are relative to the folder of the YAML file. The client looks at code folders and scripts when it loads the
    /// file and refuses a path that leads nowhere. Folders that a build step makes can be left out with `ignore` in
    /// `azml.yaml` or a comment on the line.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./source
    /// environment: azureml:training:3
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
    "local-path-missing", Structure, Error,
    summary: "a file or folder that is not there",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, "local-path-missing") {
        let message =
            format!("{} leads nowhere: there is no `{}`", faults::place(problem.at), faults::shown(problem.at));
        let diagnostic = cx.report(problem.at.range(), message);
        diagnostic.help("paths are relative to the folder of this file");
        if !problem.refused {
            // Data is often fetched by a script before the job is submitted.
            diagnostic.level(Level::Info);
        }
    }
}
