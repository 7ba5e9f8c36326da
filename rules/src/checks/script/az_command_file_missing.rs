//! A file that an `az ml` command names and that does not exist.

use crate::az_ml::{CommandLine, FileWord, Place, is_script, mentioned_names, names_in};
use crate::checks::prelude::*;
use crate::checks::shared::paths::missing_paths::MissingPath;
use crate::checks::shared::paths::repository::repository;
use crate::checks::shared::paths::written_path::WrittenPath;
use crate::path::{below, is_yaml, parent};
use crate::work_counter;
use crate::workspace::{OnDisk, file_candidates};

declare_rule! {
    /// A script, a workflow, or a Makefile runs `az ml` with a file that is not in the repository, or
    /// `az ml data create` with a `--path` that isn't. The command fails when it runs.
    ///
    /// The rule looks for the path in the folder of the script and in every folder above it, after
    /// the `cd` commands and the working folder of the step. This rule doesn't report a file if a
    /// part of its path is only known when the command runs, if the script names the file in
    /// another place, such as the one that creates it, if a comment asks the reader to replace the
    /// name, or if the script downloads files. Otherwise, the
    /// level depends on what the repository shows, as for `local-path-missing`. Before `||`, where
    /// another command runs instead, a path with a similar name is a warning, and the rest a hint.
    ///
    /// Scripts are those of shells (`.sh`, `.ps1`, `.cmd`), Makefiles, justfiles, `tox.ini`, and the
    /// steps of workflows, pipelines, and composite actions below `.github`.
    ///
    /// Fix: writes the path that exists. It is unsafe, because another file might have been meant.
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
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-configure-cli",
}

/// Starts of words in lines that bring files which the repository doesn't have, or run the text in
/// another place.
const BRINGS_FILES: [&str; 20] = [
    "azcopy",
    "blob download",
    "checkout: git",
    "cookiecutter",
    "docker run",
    "download-artifact",
    "download: current",
    "downloadbuildartifacts",
    "downloadpipelineartifact",
    "dvc ",
    "git checkout",
    "git clone",
    "git pull",
    "git submodule",
    "git worktree",
    "ssh ",
    "tar ",
    "unzip ",
    "wget ",
    "workflow_call",
];

/// Options of `curl` that write a file.
const CURL_OUTPUTS: [&str; 5] = [" -o", " --output", " --remote-name", ">", " -lo"];

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    let Some(lines) = document.commands() else {
        return;
    };
    let text = document.text();
    if text.lines().any(brings_files) || is_template(document) {
        return;
    }
    // Another ending, such as `.yml_`, is that of a copy that the script makes.
    let mut missing_files: Vec<(&CommandLine, &FileWord, MissingFile)> = Vec::new();
    for line in &lines.commands {
        let file = line.file.as_ref();
        let file = file.filter(|file| file.name.as_deref().is_some_and(is_yaml));
        let data = line.data.as_ref().filter(|data| is_plain_word(data, text));
        let words = file.into_iter().chain(data);
        missing_files.extend(words.filter_map(|word| Some((line, word, missing(cx, word)?))));
    }
    let names = missing_files.iter();
    let names = names.filter_map(|(_, file, _)| file.name.as_deref());
    let names = names.collect();
    let mut mentioned = mentioned_names(text, &names);
    mentioned.extend(names_in(&requests_to_replace(text), &names));
    for (line, file, path) in missing_files {
        let is_mentioned = |name: &str| mentioned.contains(name);
        if !file.name.as_deref().is_some_and(is_mentioned) {
            report(cx, line, file, &path);
        }
    }
}

/// Returns the comments that ask the reader to replace something.
fn requests_to_replace(text: &str) -> String {
    let lines = text.lines().inspect(|_| work_counter::spend(1));
    let comments = lines.filter_map(|line| line.trim_start().strip_prefix('#'));
    let requests = comments.filter(|comment| comment.to_ascii_lowercase().contains("replace"));
    requests.collect::<Vec<_>>().join("\n")
}

/// Returns `true` for a relative path without a pattern: no address, and no asset.
fn is_plain_word(word: &FileWord, text: &str) -> bool {
    !word.range.slice(text).contains([':', '*', '?', '{'])
}

/// Returns `true` if a line may bring files into the working folder.
fn brings_files(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    if line.starts_with('#') {
        return false;
    }
    let starts_word = |at: usize| !line[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let mut words = BRINGS_FILES.iter();
    let is_brought = words.any(|word| line.match_indices(word).any(|(at, _)| starts_word(at)));
    let is_curl = line.contains("curl ") && CURL_OUTPUTS.iter().any(|it| line.contains(it));
    is_brought || is_curl || line.starts_with("repository:") || is_other_checkout(&line)
}

/// Returns `true` for a step of Azure Pipelines that checks out another repository.
fn is_other_checkout(line: &str) -> bool {
    let named = line.strip_prefix("- checkout:");
    named.is_some_and(|named| !matches!(named.trim(), "self" | "none" | ""))
}

/// Returns `true` if other files include the steps: paths may be relative to their repository.
fn is_template(document: &Document) -> bool {
    let has = |key: &&str| document.get(key).is_some();
    let is_started = ["trigger", "pr", "schedules", "resources"].iter().any(has);
    let is_own_action = has(&"runs") && document.path().contains(".github/");
    has(&"spec") || has(&"parameters") && !is_started || has(&"runs") && !is_own_action
}

/// A path that does not exist, in the folder that the command probably runs in.
struct MissingFile {
    folder: String,
    path: String,
    /// The range of the path, if it is written in one piece.
    range: Option<TextRange>,
}

/// Returns the path that `file` means, if none of those that it may mean exists.
fn missing(cx: &Context<'_>, file: &FileWord) -> Option<MissingFile> {
    let script = cx.document.path();
    let style = cx.workspace.path_style();
    let (Place::Beside(path) | Place::Somewhere(path)) = file.place.as_ref()?;
    let mut candidates = file_candidates(style, script, file);
    let top = repository(cx).top;
    candidates.retain(|path| below(&top, path).is_some());
    let is_nothing = |path: &String| cx.workspace.on_disk("", path) == Some(OnDisk::Nothing);
    if candidates.is_empty()
        || !candidates.iter().all(is_nothing)
        || may_be_run_in_another_folder(cx, file)
    {
        return None;
    }
    let has_folder = |path: &&String| {
        let folder = parent(path);
        folder.is_empty() || cx.workspace.on_disk("", folder) == Some(OnDisk::Folder)
    };
    // Workflows and pipelines start at the top of the repository.
    let mut probable = candidates.iter().filter(|_| is_script(script));
    let full = probable.find(has_folder).or(candidates.last())?;
    // The path is below the folder that the command runs in, after its `cd` commands.
    let written = file.range.slice(cx.document.text());
    let quotes = usize::from(written.starts_with(['"', '\'']));
    let written = written.trim_matches(['"', '\'']);
    let path = style.clean(path)?;
    let is_whole = path == written || path.ends_with(&format!("/{written}"));
    let path = if is_whole { written } else { &path };
    let folder = full.strip_suffix(path)?.trim_end_matches('/');
    let start = file.range.start + u32::try_from(quotes).ok()?;
    let end = start + u32::try_from(written.len()).ok()?;
    Some(MissingFile {
        folder: folder.to_owned(),
        path: path.to_owned(),
        range: is_whole.then_some(TextRange { start, end }),
    })
}

/// Returns `true` if the path exists below another folder, from which the script may be started.
/// Workflows and pipelines start at the top of the repository.
fn may_be_run_in_another_folder(cx: &Context<'_>, file: &FileWord) -> bool {
    if !is_script(cx.document.path()) {
        return false;
    }
    let written = file.range.slice(cx.document.text());
    let written = written.trim_matches(['"', '\'']).replace('\\', "/");
    let end = written.rsplit("../").next().unwrap_or_default();
    let end = format!("/{}", end.trim_start_matches("./"));
    cx.workspace.paths().any(|path| path.ends_with(&end))
}

fn report(cx: &mut Context<'_>, line: &CommandLine, file: &FileWord, missing: &MissingFile) {
    let is_file = line.file.as_ref() == Some(file);
    let judged = MissingPath::judge(
        cx,
        WrittenPath {
            folder: &missing.folder,
            written: &missing.path,
            leads_to: is_file.then_some(OnDisk::File),
            contains: None,
        },
    );
    let judged = match judged {
        // A workflow has only what the repository contains.
        MissingPath::LeftOut if !is_script(cx.document.path()) => MissingPath::Unexplained(false),
        judged => judged,
    };
    let Some(level) = judged.level(!line.has_alternative) else {
        return;
    };
    let written = file.range.slice(cx.document.text());
    let written = written.trim_matches(['"', '\'']);
    let message = format!(
        "the {} `{written}` of `az ml {}` does not exist",
        if is_file { "file" } else { "path" },
        line.noun
    );
    let edit = match (&judged, missing.range) {
        (MissingPath::Misspelled(meant), Some(range)) if is_plain(meant) => {
            Some(Edit::new(range, meant.as_str()))
        }
        _ => None,
    };
    let diagnostic = cx.report(file.range, message);
    diagnostic
        .level(level)
        .note(if line.has_alternative {
            "the command fails when it reads the file, and the one after `||` runs each time"
        } else {
            "the command fails when it reads the file"
        })
        .help("correct the path, or add the file to the repository");
    judged.explain_with(diagnostic, edit);
}

/// Returns `true` if a shell reads `path` as it is.
fn is_plain(path: &str) -> bool {
    path.chars()
        .all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c))
}
