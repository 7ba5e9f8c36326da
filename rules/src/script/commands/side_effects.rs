//! The effects of a simple command on those after it: the working folder, and possibly new files.

use super::prefix_commands::program_at;
use super::program::start;
use crate::path::file_name;
use crate::shell::{Redirect, RedirectKind, SimpleCommand, Word};

/// Programs that don't create a file that could be a script. Any other program may.
const HARMLESS: &[&str] = &[
    ":",
    "alias",
    "apt",
    "apt-get",
    "cat",
    "chmod",
    "conda",
    "date",
    "df",
    "ds_report",
    "du",
    "echo",
    "env",
    "export",
    "free",
    "grep",
    "head",
    "hostname",
    "id",
    "ldconfig",
    "ls",
    "lscpu",
    "mamba",
    "micromamba",
    "mkdir",
    "nproc",
    "nvcc",
    "nvidia-smi",
    "pip",
    "pip3",
    "printenv",
    "printf",
    "pwd",
    "set",
    "sleep",
    "tail",
    "true",
    "type",
    "ulimit",
    "umask",
    "uname",
    "unset",
    "wc",
    "which",
    "whoami",
];

/// The effect of a command on the working folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FolderChange<'c> {
    /// No change.
    Stays,
    /// Changes to this folder.
    To(&'c str),
    /// Changes to an unknown folder.
    Unknown,
}

/// Returns the effect of `simple` on the working folder of the commands after it.
pub(crate) fn folder_change(simple: &SimpleCommand) -> FolderChange<'_> {
    let words = simple.words.as_slice();
    match words.first().and_then(Word::literal) {
        Some("cd" | "pushd") => {}
        Some("popd") => return FolderChange::Unknown,
        _ => return FolderChange::Stays,
    }
    match words {
        [_, folder] => match folder.literal() {
            Some(text) if !text.starts_with(['-', '/', '+']) && !text.is_empty() => {
                FolderChange::To(text)
            }
            _ => FolderChange::Unknown,
        },
        _ => FolderChange::Unknown,
    }
}

/// Returns `true` if `simple` may create files, or decides if the next command runs. `text` is the
/// whole command.
pub(crate) fn may_make_files(simple: &SimpleCommand, text: &str) -> bool {
    shell_makes_files(simple, text) || !is_harmless(&simple.words)
}

/// Returns `true` if the shell itself may create files for `simple`: redirections, substitutions.
pub(crate) fn shell_makes_files(simple: &SimpleCommand, text: &str) -> bool {
    let has_inner_command = |word: &Word| {
        let written = text.get(word.range.clone()).unwrap_or_default();
        written.contains("$(") || written.contains('`') || written.contains("<(")
    };
    simple.redirects.iter().any(makes_file) || simple.words.iter().any(has_inner_command)
}

fn makes_file(redirect: &Redirect) -> bool {
    let is_device = redirect
        .target
        .literal()
        .is_some_and(|it| it.starts_with("/dev/"));
    redirect.kind == RedirectKind::Output && !is_device
}

fn is_harmless(words: &[Word]) -> bool {
    if words.iter().all(super::prefix_commands::is_assignment) {
        return true;
    }
    let Some(at) = program_at(words) else {
        return false;
    };
    let names: Vec<&str> = words[at..].iter().take(3).map(Word::prefix).collect();
    match names.as_slice() {
        // Scripts that activate Python environments.
        ["source" | ".", "activate" | "deactivate", ..] => true,
        ["source" | ".", script, ..] => script.starts_with('/') && script.ends_with("/activate"),
        ["cd" | "pushd" | "popd", ..] => true,
        [name, "--version" | "-V"] => name.starts_with("python"),
        [name, ..] if HARMLESS.contains(&file_name(name)) => true,
        _ => is_pip(words),
    }
}

/// Returns `true` for `python -m pip install ...`.
fn is_pip(words: &[Word]) -> bool {
    let started = start(words).filter(|start| start.is_module);
    started.is_some_and(|start| words[start.script].is("pip"))
}
