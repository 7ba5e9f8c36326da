//! Code folders that are a whole repository.

use crate::checks::prelude::*;
use crate::path;
use crate::script::commands::ScriptPlace;
use crate::wording::size;
use crate::workspace::{OnDisk, UploadSize};

declare_rule! {
    /// Everything in the `code` folder is uploaded, except what its `.amlignore` or, without one,
    /// its `.gitignore` names. Neither excludes `.git` by default, so if the code of a job is the
    /// root of a repository, the whole history is uploaded, including deleted files.
    ///
    /// Every commit changes `.git`, and so the uploaded code: a pipeline runs steps again whose own
    /// code did not change.
    ///
    /// For a history of less than 1 MiB it is a hint, if no other file uploads it and no pipeline reuses the code.
    ///
    /// Files that upload the same root are reported once: in the first one, with the number of the
    /// others.
    ///
    /// ```yaml bad path=azureml/job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python src/train.py
    /// code: ..
    /// environment: azureml:training:3
    /// ```
    /// ```text bad path=.git/config
    /// [core]
    /// ```
    /// ```yaml good path=azureml/job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ../src
    /// environment: azureml:training:3
    /// ```
    /// ```text good path=.git/config
    /// [core]
    /// ```
    /// ```python good path=src/train.py
    /// print("training")
    /// ```
    "code-is-root", Path, Info,
    summary: "a `code` folder that is the root of a repository, with its history",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-model",
}

/// Size of a history that makes no difference to an upload, in bytes.
const SMALL: u64 = 1 << 20;

fn check(cx: &mut Context<'_>) {
    let from = cx.document.path();
    let root = cx
        .local_paths()
        .all
        .iter()
        .find(|path| path.key == "code" && leads_up(path.text) && holds_history(cx, path.text));
    // The fix changes other values with the same folder, too.
    let Some(root) = root else {
        return;
    };
    let text = root.text.trim_end_matches('/');
    let top = above(path::parent(from), levels_up(text));
    let Some(files) = cx.first_of_sharing(top, |other| uploads(other, top)) else {
        return;
    };
    let reused = cx
        .kind()
        .is_some_and(|kind| kind.is_component() || kind == Kind::JobPipeline);
    let weight = |folder: &str| {
        cx.workspace
            .upload_size(from, folder)
            .filter(|it| it.files > 0)
    };
    let all = weight(text);
    let history = weight(&format!("{text}/.git"));
    let help = help(cx, text);
    let diagnostic = cx.report(
        root.node.range(),
        format!(
            "`code: {}` is the root of the repository, so `.git` is uploaded too",
            root.text
        ),
    );
    let is_small = history.is_some_and(|it| !it.is_cut && it.bytes < SMALL);
    if is_small && !reused && files == 1 {
        diagnostic.level(Level::Hint);
    }
    if let (Some(all), Some(history)) = (all, history) {
        diagnostic.note(format!(
            "{} are uploaded, {} of them in `.git`",
            amount(all),
            amount(history)
        ));
    }
    if reused {
        diagnostic.note("every commit changes the uploaded code, so pipelines run the step again");
    }
    if files > 1 {
        let others = counted(files - 1, "other file");
        let verb = if files == 2 { "uploads" } else { "upload" };
        diagnostic.note(format!("{others} {verb} it too"));
    }
    diagnostic.help(help);
}

/// Returns what to do about the folder at `path`.
fn help(cx: &Context<'_>, path: &str) -> String {
    let runs_module = cx.runs().iter().any(|run| {
        let is_in_code = matches!(run.script.place, ScriptPlace::File(_));
        run.script.is_module && is_in_code
    });
    // A module's name counts from the folder that is uploaded.
    let other = if runs_module {
        ""
    } else {
        "use the folder of the scripts, or "
    };
    let ignore_file = path::inside(path, ".amlignore");
    if cx.workspace.on_disk(cx.document.path(), &ignore_file) == Some(OnDisk::File) {
        format!("{other}add `.git/` to `{path}/.amlignore`")
    } else {
        format!(
            "{other}create `{path}/.amlignore` with `.git/` and the lines of `.gitignore`, which \
             it replaces"
        )
    }
}

/// Returns `true` if a path only consists of `.` and `..`. Other folders are rarely repositories,
/// and aren't checked.
fn leads_up(path: &str) -> bool {
    path.split('/').all(|part| matches!(part, "" | "." | ".."))
}

/// Returns the number of folders that a path of `.` and `..` leads up.
fn levels_up(path: &str) -> usize {
    path.split('/').filter(|part| *part == "..").count()
}

/// Returns the folder that is `levels` above `folder`.
fn above(folder: &str, levels: usize) -> &str {
    (0..levels).fold(folder, |folder, _| path::parent(folder))
}

/// Returns `true` if `document` sets `code` to the folder `top`. Only the text is read: a repository may
/// have many files, and their trees aren't in memory.
fn uploads(document: &Document, top: &str) -> bool {
    let own = path::parent(document.path());
    let is_same =
        |path: &str| !path.is_empty() && leads_up(path) && above(own, levels_up(path)) == top;
    let names_it = |line: &str| {
        let line = line.split('#').next().unwrap_or(line);
        let mut parts = line.split(['{', ',', '}']).map(str::trim);
        parts.any(|part| {
            let value = part.trim_start_matches("- ").strip_prefix("code:");
            value.is_some_and(|value| is_same(value.trim().trim_matches(['"', '\''])))
        })
    };
    document.kind().is_some() && document.text().lines().any(names_it)
}

/// Returns `true` if the client uploads the `.git` of the folder.
fn holds_history(cx: &Context<'_>, folder: &str) -> bool {
    let from = cx.document.path();
    let inside = |name: &str| path::inside(folder, name);
    if cx.workspace.on_disk(from, &inside(".git")) != Some(OnDisk::Folder) {
        return false;
    }
    let read = |name: &str| cx.workspace.text(from, &inside(name));
    let ignored = read(".amlignore").or_else(|| read(".gitignore"));
    !ignored.is_some_and(|text| text.lines().any(may_cover_git))
}

/// Returns `true` if a line of an ignore file may exclude `.git`.
fn may_cover_git(line: &str) -> bool {
    let pattern = line.trim().trim_start_matches("**/").trim_matches('/');
    let folder = pattern.split('/').next().unwrap_or_default();
    matches!(
        folder,
        ".git" | "*" | "**" | ".*" | ".git*" | ".g*" | "*git"
    )
}

fn amount(weight: UploadSize) -> String {
    let more = if weight.is_cut { "more than " } else { "" };
    format!(
        "{more}{} ({})",
        counted(weight.files, "file"),
        size(weight.bytes)
    )
}
