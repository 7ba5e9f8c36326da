//! Options that a command of `az ml` doesn't have.

use crate::az_ml::{AzCommand, UnrecognizedWord};
use crate::checks::prelude::*;
use crate::checks::shared::cli_extension;
use crate::wording::names_listed;

declare_rule! {
    /// The Azure CLI doesn't run a command with an option that the command doesn't have. Many values, such as the
    /// compute of a job or the model of a deployment, are in the YAML file that `--file` names, and
    /// have no option; `--set` replaces them. Options of the CLI v1 often have another name in the CLI v2.
    ///
    /// The rule compares each `az ml` command of a shell script, a Makefile, or a workflow with the reference
    /// of the extension `ml`. Like the CLI, it accepts the start of a long option. It reports nothing in a
    /// file that installs the CLI v1 or a version of the extension that it names, and for a command with `||` after it.
    ///
    /// ```sh bad path=deploy.sh
    /// az ml online-deployment create -f deployment.yml --instance-type Standard_DS3_v2
    /// ```
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS2_v2
    /// instance_count: 1
    /// ```
    /// ```sh good path=deploy.sh
    /// az ml online-deployment create -f deployment.yml --set instance_type=Standard_DS3_v2
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS2_v2
    /// instance_count: 1
    /// ```
    "unknown-az-option", Script, Warning,
    marks: [CommandLines],
    summary: "an option that the `az ml` command doesn't have",
    url: "https://learn.microsoft.com/cli/azure/ml",
}

fn check(cx: &mut Context<'_>) {
    for found in cli_extension::unrecognized(cx.document) {
        let UnrecognizedWord::Options {
            command,
            options,
            has_file,
        } = &found.what
        else {
            continue;
        };
        let plural = if options.len() > 1 { "s" } else { "" };
        let names = names_listed(options.iter().map(String::as_str));
        let message = format!("`az ml {}` has no option{plural} {names}", command.name);
        cx.report(found.range, message)
            .note(cli_extension::note())
            .help(help(command, &options[0], *has_file));
    }
}

/// Returns what to write instead of `option`.
fn help(command: &AzCommand, option: &str, has_file: bool) -> String {
    let long = command.options();
    let long = long.filter(|it| it.starts_with("--"));
    let differs_in_number = |known: &&str| {
        known.strip_suffix('s') == Some(option) || option.strip_suffix('s') == Some(known)
    };
    if let Some(meant) = long.clone().find(differs_in_number) {
        return format!("did you mean `{meant}`?");
    }
    let key = option.trim_start_matches('-').replace('-', "_");
    let takes = |option| command.options().any(|known| known == option);
    let noun = command.name.split(' ').next().unwrap_or_default();
    if takes("--set") && takes("--file") && cli_extension::is_key_of_file(noun, &key) {
        return if command.name.ends_with(" update") {
            format!("write `--set {key}=VALUE`")
        } else if has_file {
            format!("write `{key}` in the YAML file, or replace it with `--set {key}=VALUE`")
        } else {
            format!("write `{key}` in a YAML file, and name that with `--file`")
        };
    }
    // `--model-name` for `--name`, `--local-path` for `--path`, `--input-path` for `--input`.
    let ends = |known: &&str| option.ends_with(&known[1..]);
    let starts = |known: &&str| {
        option
            .strip_prefix(known)
            .is_some_and(|rest| rest.starts_with('-'))
    };
    let meant = long
        .clone()
        .find(ends)
        .or_else(|| long.clone().find(starts));
    let meant = meant.or_else(|| closest(option, long));
    match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("`az ml {} --help` lists its options", command.name),
    }
}
