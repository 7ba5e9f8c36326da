//! Scripts of jobs without code.

use crate::checks::prelude::*;
use crate::script::commands::{EntryPoint, ScriptPlace, ScriptRun};
use crate::workspace::OnDisk;

declare_rule! {
    /// The command runs in a copy of the folder in `code`. Without `code` nothing is uploaded, and
    /// that copy is empty: a script with a relative path is missing, and the job fails once its
    /// machine is ready and its image is built.
    ///
    /// This rule doesn't report scripts that an earlier command may create or download, and
    /// modules (`python -m training`), which the environment may contain.
    ///
    /// Fix: adds `code: .` where the script is beside the YAML file. It is unsafe, because it
    /// uploads the whole folder.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=train.py
    /// print("training")
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: .
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=train.py
    /// print("training")
    /// ```
    "script-without-code", Script, Error,
    marks: [Unfinished],
    summary: "a script of a job that uploads no code",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    let mut last = None;
    for run in cx.runs() {
        let EntryPoint::Command(command) = run.site.entry else {
            continue;
        };
        // One `code` fixes all scripts of a command; a key such as `code_path` has its own finding.
        let is_named = |key: &str| key != "code" && key.starts_with("code");
        let mut keys = run.site.node.entries().filter_map(|entry| entry.key.text());
        if run.script.place == ScriptPlace::WithoutCode
            && last != Some(command.id())
            && !keys.any(is_named)
        {
            last = Some(command.id());
            report(cx, run);
        }
    }
}

fn report(cx: &mut Context<'_>, run: &ScriptRun<'_>) {
    let script = &run.script.text;
    let beside = is_beside(cx, script);
    let edit = run
        .site
        .node
        .entry("command")
        .filter(|_| beside && !holds_history(cx));
    let diagnostic = cx.report(
        run.script.range,
        format!("`{script}` is not uploaded, because there is no `code`"),
    );
    diagnostic
        .note("the command runs in a copy of the folder in `code`, which is empty without it");
    diagnostic.help(if beside {
        "add `code: .`, or name the folder of the script"
    } else {
        "add `code` with the folder that the path of the script counts from"
    });
    if let Some(command) = edit {
        diagnostic.unsafe_fix("add `code: .`", fix::insert_key(command, "code", "."));
    }
}

/// Returns `true` if the script exists, relative to the folder of the document.
fn is_beside(cx: &Context<'_>, script: &str) -> bool {
    cx.workspace.on_disk(cx.document.path(), script) == Some(OnDisk::File)
}

/// Returns `true` if the folder of the document is the root of a repository, whose history would be
/// uploaded.
fn holds_history(cx: &Context<'_>) -> bool {
    let found = cx.workspace.on_disk(cx.document.path(), ".git");
    found == Some(OnDisk::Folder)
}
