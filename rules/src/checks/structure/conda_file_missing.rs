//! A conda file that does not exist, or is a folder.

use crate::checks::prelude::*;
use crate::checks::shared::paths::missing_paths::MissingPath;
use crate::checks::shared::paths::written_path::WrittenPath;
use crate::path::is_yaml;

declare_rule! {
    /// `conda_file` is a path relative to the YAML file, or the specification itself, defined
    /// inline. The CLI reads the conda file when it loads the YAML file.
    ///
    /// The level depends on what the repository shows, as for
    /// `local-path-missing`. A file that exists nowhere and that several YAML files name is reported
    /// once, with the number of files.
    ///
    /// Fix: writes the path that exists. It is unsafe, because another file might have been meant.
    ///
    /// ```yaml bad path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file: conda.yaml
    /// ```
    /// ```yaml good path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file: conda.yaml
    /// ```
    /// ```yaml good path=conda.yaml
    /// dependencies: [python=3.11]
    /// ```
    "conda-file-missing", Structure, Error,
    marks: [Unfinished, Overridable, MissingCondaFile],
    summary: "a conda file that does not exist, or is a folder",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-environment",
}

fn check(cx: &mut Context<'_>) {
    let mut reported = Vec::new();
    for problem in faults::of(cx, FaultRule::CondaFileMissing) {
        if cx.is_misspelled_path(problem.at) {
            continue;
        }
        if known_text(problem.at).is_some_and(|text| text.contains(":\n")) {
            cx.report(
                problem.at.range(),
                "`conda_file` is the text of a specification, not the specification",
            )
            .note("the CLI looks for a file with that name")
            .help("remove `|`, so that `conda_file` is a mapping, or name a file");
            continue;
        }
        let path = faults::short_text(problem.at);
        if let Some(plain) = path.strip_prefix("file:") {
            cx.report(
                problem.at.range(),
                "`conda_file` must be a path without `file:`",
            )
            .help(format!("write `{plain}`"));
            continue;
        }
        if let SchemaFault::OtherOnDisk { .. } = problem.fault {
            in_folder(cx, problem.at, &path);
            continue;
        }
        let judged = MissingPath::judge(cx, WrittenPath::to_file(cx.document, problem.at));
        let judged = match judged {
            MissingPath::Misspelled(meant) if !may_be_conda_file(cx, &meant) => {
                MissingPath::Unexplained(false)
            }
            judged => judged,
        };
        let Some(level) = judged.level(problem.refused) else {
            continue;
        };
        // One edit creates the file for all of them; a wrong path needs an edit in each.
        let is_shared = !matches!(judged, MissingPath::Misspelled(_));
        let full = cx.workspace.full_path(cx.document.path(), &path);
        let mut files = 1;
        if let Some(full) = full.filter(|_| is_shared) {
            let users = cx.workspace.conda_users(&full).map(|user| user.path());
            let first = cx.first_of(users).filter(|_| !reported.contains(&full));
            let Some(all) = first else {
                continue;
            };
            files = all;
            reported.push(full);
        }
        let diagnostic = cx.report(
            problem.at.range(),
            format!(
                "conda file `{path}` does not exist{}",
                faults::relative_to(&path)
            ),
        );
        diagnostic
            .level(level)
            .help("correct the path, or define the specification inline");
        if files > 1 {
            let others = counted(files - 1, "other file");
            let verb = if files == 2 { "names" } else { "name" };
            diagnostic.note(format!("{others} {verb} it too"));
        }
        judged.explain(diagnostic, problem.at);
    }
}

/// Returns `true` for a file of YAML that describes nothing of Azure ML.
fn may_be_conda_file(cx: &Context<'_>, path: &str) -> bool {
    let document = cx.workspace.referenced(cx.document.path(), path);
    let kind = document.map(|document| document.kind());
    matches!(kind, Some(None | Some(Kind::CondaFile)))
}

/// Reports a folder, and the conda files in it.
fn in_folder(cx: &mut Context<'_>, at: Node<'_>, path: &str) {
    let folder = path.trim_end_matches('/');
    let listed = cx.workspace.list(cx.document.path(), folder).into_iter();
    let files = listed.filter(|entry| !entry.is_folder && is_yaml(&entry.name));
    let mut files: Vec<String> = files.map(|it| format!("{folder}/{}", it.name)).collect();
    // `env/environment.yml` may be the file that names the conda file.
    files.retain(|file| {
        cx.workspace.full_path(cx.document.path(), file).as_deref() != Some(cx.document.path())
    });
    let diagnostic = cx.report(
        at.range(),
        format!("`conda_file` must be a file, and `{path}` is a folder"),
    );
    diagnostic.note("the CLI reads the file when it loads the environment");
    match files.as_slice() {
        [only] => {
            diagnostic.help(format!("write `{only}`"));
            diagnostic.unsafe_fix(format!("write `{only}`"), fix::replace(at, only));
        }
        _ => {
            diagnostic.help("name the file in it");
        }
    }
}
