//! Commands that `az ml` doesn't have.

use crate::az_ml::{UnrecognizedWord, words_after};
use crate::checks::prelude::*;
use crate::checks::shared::cli_extension;
use crate::wording::names_listed;

declare_rule! {
    /// The Azure CLI stops at a command that it doesn't know, so the lines after it may never run.
    ///
    /// The rule compares each `az ml` command of a shell script, a Makefile, or a workflow with the reference
    /// of the extension `ml`. It reports nothing in a file that installs the CLI v1 or a version of the extension
    /// that it names, and for a command with `||` after it. `cli-v1-command` reports commands that only the CLI v1 had.
    ///
    /// ```sh bad path=train.sh
    /// az ml dataset create --name churn --version 1 --path data
    /// ```
    /// ```sh good path=train.sh
    /// az ml data create --name churn --version 1 --type uri_folder --path data
    /// ```
    /// ```text good path=data/churn.csv
    /// a,b
    /// ```
    "unknown-az-command", Script, Warning,
    marks: [CommandLines],
    summary: "a command that `az ml` doesn't have",
    url: "https://learn.microsoft.com/cli/azure/ml",
}

fn check(cx: &mut Context<'_>) {
    for found in cli_extension::unrecognized(cx.document) {
        let UnrecognizedWord::Command { group, name, next } = &found.what else {
            continue;
        };
        let message = format!("`{}` has no command `{name}`", after_az_ml(group));
        let help = help(group, name, next.as_deref());
        cx.report(found.range, message)
            .note(cli_extension::note())
            .help(help);
    }
}

fn after_az_ml(words: &str) -> String {
    format!("az ml {words}").trim_end().to_owned()
}

/// Returns what to write instead of `name` after `group`.
fn help(group: &str, name: &str, next: Option<&str>) -> String {
    // `az ml data create` for `az ml dataset create`.
    let whole = |meant: &str| {
        let words = format!("{group} {meant}");
        let words = words.trim_start();
        let next = next.filter(|next| words_after(words).any(|it| it == *next));
        after_az_ml(&format!("{words} {}", next.unwrap_or_default()))
    };
    if (group, name) == ("", "endpoint") {
        let [online, batch] = ["online-endpoint", "batch-endpoint"].map(whole);
        return format!("use `{online}` or `{batch}`");
    }
    let known = words_after(group);
    if let Some(meant) = successor(group, name) {
        let effect = if meant == "archive" {
            ", which hides the asset"
        } else {
            ""
        };
        return format!("use `{}`{effect}", whole(meant));
    }
    match (closest(name, known.clone()), group) {
        (Some(meant), _) => format!("use `{}`", whole(meant)),
        (None, "") => "`az ml --help` lists all commands".to_owned(),
        (None, group) => format!("`az ml {group}` has {}", names_listed(known)),
    }
}

/// Returns what took the place of a command of the preview of the CLI v2, or of one of the CLI v1.
fn successor(group: &str, name: &str) -> Option<&'static str> {
    let is_asset = matches!(group, "component" | "data" | "environment" | "model");
    Some(match (group, name) {
        ("", "dataset") => "data",
        (_, "delete") if is_asset => "archive",
        ("job", "submit" | "run") => "create",
        _ => return None,
    })
}
