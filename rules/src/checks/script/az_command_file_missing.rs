//! A file that an `az ml` command names and that does not exist.

use crate::az_ml::{CommandLine, CommandLines, FileWord};
use crate::checks::prelude::*;
use crate::path::{below, file_name, inside, parent, relative};
use crate::workspace::{OnDisk, file_candidates};

declare_rule! {
    /// A script, a workflow, or a Makefile runs `az ml` with a file that is not in the repository.
    /// The command fails when it runs.
    ///
    /// The path is looked for in the folder of the script and in every folder above it, after the
    /// `cd` commands and the working folder of the step. Nothing is reported if a part of the path
    /// is only known when the command runs, if the script names the file in another place, such as
    /// the one that creates it, or if it downloads files.
    ///
    /// ```sh bad path=deploy.sh
    /// az ml job create --file jobs/trian.yml
    /// ```
    /// ```yaml bad path=jobs/train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: echo hello
    /// environment: azureml:training:3
    /// ```
    /// ```sh good path=deploy.sh
    /// az ml job create --file jobs/train.yml
    /// ```
    /// ```yaml good path=jobs/train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: echo hello
    /// environment: azureml:training:3
    /// ```
    "az-command-file-missing", Script, Error,
    marks: [CommandLines],
    summary: "a file of an `az ml` command that does not exist",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-configure-cli",
}

/// Commands that bring files which the repository doesn't have, or run the text in another place.
const BRINGS_FILES: [&str; 17] = [
    "azcopy",
    "checkout: git",
    "cookiecutter",
    "curl ",
    "docker run",
    "download",
    "git checkout",
    "git clone",
    "git pull",
    "git submodule",
    "git worktree",
    "repository:",
    "ssh ",
    "tar ",
    "unzip ",
    "wget ",
    "workflow_call",
];

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    let Some(lines) = document.commands() else {
        return;
    };
    let text = document.text();
    if BRINGS_FILES.iter().any(|word| text.contains(word)) || is_template(document) {
        return;
    }
    for line in &lines.commands {
        let Some(file) = &line.file else { continue };
        if let Some(name) = &file.name
            && !has_other_mention(text, lines, name)
            && is_missing(cx, file)
        {
            report(cx, line, file, name);
        }
    }
}

/// Returns `true` if other files include the steps: paths may be relative to their repository.
fn is_template(document: &Document) -> bool {
    let keys = ["parameters", "runs", "spec"];
    keys.iter().any(|key| document.get(key).is_some())
}

/// Returns `true` if the script mentions `name` outside of commands that take it as their file.
fn has_other_mention(text: &str, lines: &CommandLines, name: &str) -> bool {
    let files = lines.commands.iter().filter_map(|line| line.file.as_ref());
    // A variable with the name may be in the command that creates the file.
    let taken = files.filter(|file| file.range.slice(text).contains(name));
    text.matches(name).count() > taken.count()
}

/// Returns `true` if none of the paths that `file` may mean exists.
fn is_missing(cx: &Context<'_>, file: &FileWord) -> bool {
    let script = cx.document.path();
    let style = cx.workspace.path_style();
    let mut candidates = file_candidates(style, script, file);
    if let Some(top) = top_of_repository(cx) {
        candidates.retain(|path| top.is_empty() || below(&top, path).is_some());
    }
    let is_nothing = |path: &String| cx.workspace.on_disk("", path) == Some(OnDisk::Nothing);
    let is_missing = !candidates.is_empty() && candidates.iter().all(is_nothing);
    is_missing && has_folder(cx, &candidates) && !may_start_in_other_folder(cx, file)
}

/// Returns the root folder of the repository, in which a workflow starts.
fn top_of_repository(cx: &Context<'_>) -> Option<String> {
    let mut folder = parent(cx.document.path());
    loop {
        if file_name(folder) == ".github" {
            return Some(parent(folder).to_owned());
        }
        let is_there = |name| {
            let found = cx.workspace.on_disk("", &inside(folder, name));
            found.is_some_and(|found| found != OnDisk::Nothing)
        };
        if is_there(".git") {
            return Some(folder.to_owned());
        }
        let above = parent(folder);
        if above.len() >= folder.len() {
            return None;
        }
        folder = above;
    }
}

/// Returns `true` if a folder that may contain the file exists; the content of a folder that is
/// created later is unknown.
fn has_folder(cx: &Context<'_>, candidates: &[String]) -> bool {
    candidates.iter().any(|path| {
        let folder = parent(path);
        folder.is_empty() || cx.workspace.on_disk("", folder) == Some(OnDisk::Folder)
    })
}

/// Returns `true` if the path exists below another folder, from which the script may be started.
fn may_start_in_other_folder(cx: &Context<'_>, file: &FileWord) -> bool {
    if cx.document.path().contains(".github/") {
        return false;
    }
    let written = file.range.slice(cx.document.text());
    let written = written.trim_matches(['"', '\'']).replace('\\', "/");
    let end = written.rsplit("../").next().unwrap_or_default();
    let end = format!("/{}", end.trim_start_matches("./"));
    cx.workspace.paths().any(|path| path.ends_with(&end))
}

/// Returns the file that `name` may be a typo of, in the folder of the missing file.
fn near_name<'w>(cx: &Context<'w>, file: &FileWord, name: &str) -> Option<&'w str> {
    let script = cx.document.path();
    let candidates = file_candidates(cx.workspace.path_style(), script, file);
    let folders: Vec<&str> = candidates.iter().map(|path| parent(path)).collect();
    let beside = cx
        .workspace
        .paths()
        .filter(|path| folders.contains(&parent(path)));
    closest(name, beside.map(file_name))
}

fn report(cx: &mut Context<'_>, line: &CommandLine, file: &FileWord, name: &str) {
    let document = cx.document;
    let written = file.range.slice(document.text());
    let written = written.trim_matches(['"', '\'']);
    let paths = cx.workspace.paths().filter(|path| *path != document.path());
    let mut same_name = paths.filter(|path| file_name(path) == name);
    let other = match (same_name.next(), same_name.next()) {
        (Some(only), None) => relative(parent(document.path()), only),
        _ => None,
    };
    let help = match (near_name(cx, file, name), other) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(other)) => format!("correct the path; `{other}` has this name"),
        (None, None) => "correct the path, or add the file to the repository".to_owned(),
    };
    let message = format!(
        "the file `{written}` of `az ml {}` does not exist",
        line.noun
    );
    cx.report(file.range, message)
        .note("the command fails when it reads the file")
        .help(help);
}
