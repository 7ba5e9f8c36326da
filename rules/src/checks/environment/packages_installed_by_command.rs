//! Commands that install packages.

use crate::checks::prelude::*;
use crate::checks::shared::fields;
use crate::checks::shared::script::command_lines::is_folded;

declare_rule! {
    /// A command that starts with `pip install` installs its packages again on every node of every
    /// run, while the compute is billed. A version that isn't pinned can be another one tomorrow, and
    /// a package index that can't be reached fails the job. An environment is built once, and every
    /// run uses the same image.
    ///
    /// The packages of the code itself (`pip install -e .`) are not reported, nor is an upgrade of pip.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: pip install xgboost && python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training-xgboost:1
    /// ```
    "packages-installed-by-command", Environment, Info,
    summary: "a command that installs packages in every run",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-environments-v2",
}

const INSTALLERS: [&str; 7] = [
    "pip install",
    "pip3 install",
    "conda install",
    "mamba install",
    "apt-get install",
    "apt install",
    "conda env update",
];

/// Packages that install others.
const TOOLS: [&str; 3] = ["pip", "setuptools", "wheel"];

fn check(cx: &mut Context<'_>) {
    for command in fields::values_of(cx, "command") {
        let raw = command.raw();
        // Fast path: most commands install nothing.
        if !raw.contains("install") && !raw.contains("env update") {
            continue;
        }
        let found = INSTALLERS.iter().filter_map(|installer| {
            let mut places = raw.match_indices(installer);
            let installs = |at: usize| {
                let (before, after) = (&raw[..at], &raw[at + installer.len()..]);
                !is_shown(before, is_folded(command)) && installs_packages(before, after)
            };
            places.find_map(|(at, _)| installs(at).then_some((at, *installer)))
        });
        let Some((at, installer)) = found.min_by_key(|(at, _)| *at) else {
            continue;
        };
        let start = command.range().start + u32::try_from(at).unwrap_or(0);
        let end = start + u32::try_from(installer.len()).unwrap_or(0);
        cx.report(
            TextRange::new(start, end),
            format!("`{installer}` installs packages in every run"),
        )
        .note("each run installs them again on each node, and packages that aren't pinned can change from run to run")
        .help("use an environment that has the packages; it is built once");
    }
}

/// Returns `true` if what follows `before` is a comment, or is shown by `echo`: on its line, or where YAML joins
/// the lines, in its command.
fn is_shown(before: &str, is_folded: bool) -> bool {
    let is_comment = |text: &str| text.trim_start().starts_with('#');
    let line = before.rsplit('\n').next().unwrap_or_default();
    if !is_folded || is_comment(line) {
        return line.contains("echo ") || is_comment(line);
    }
    let command = before.rsplit([';', '&', '|']).next().unwrap_or_default();
    command.contains("echo ") || is_comment(command)
}

/// Returns `true` if the installer between these two parts of a command is run, and installs
/// something other than the code of the job.
fn installs_packages(before: &str, after: &str) -> bool {
    let starts_word = before
        .chars()
        .next_back()
        .is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '/'));
    let end = after.find(['\n', ';', '&', '|']).unwrap_or(after.len());
    let mut given = after[..end]
        .split_ascii_whitespace()
        .filter(|word| !word.starts_with('-'));
    let is_package = |word: &str| {
        let word = word.trim_matches(['"', '\'']);
        !word.starts_with(['.', '/']) && !TOOLS.contains(&word)
    };
    starts_word && given.any(is_package)
}
