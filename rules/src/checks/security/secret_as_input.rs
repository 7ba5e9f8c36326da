//! Secrets that are inputs of jobs and components.

use crate::checks::prelude::*;
use crate::secrets::names_password;

declare_rule! {
    /// The value of an input is stored with the job: the studio and `az ml job show` show it to
    /// everyone who can read the job. Don't pass a password or client secret this way, even if a
    /// command line sets it. The code can read it from Azure Key Vault when it runs.
    ///
    /// This rule checks the name of the input, such as `client_secret`, `db_password`, or `api_key`.
    /// An input that the command passes only to an option for a name, such as `--secret-name`, holds
    /// the name of a secret.
    /// A value that looks random is reported by `secret-in-yaml`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: score
    /// type: command
    /// command: python score.py --client-secret ${{inputs.client_secret}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   client_secret: {type: string}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: score
    /// type: command
    /// command: python score.py --key-vault ${{inputs.key_vault_name}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   key_vault_name: {type: string}
    /// ```
    "secret-as-input", Security, Info,
    marks: [Vulnerability],
    summary: "an input for a password or another secret, whose value everyone can read",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-secrets-in-runs",
}

fn check(cx: &mut Context<'_>) {
    if !cx
        .kind()
        .is_some_and(|kind| kind.is_component() || kind.is_job())
    {
        return;
    }
    let inputs = cx.document.get("inputs").into_iter();
    let command = cx.document.get("command").and_then(Node::text);
    let is_secret = |name: &str| {
        names_password(name) && !command.is_some_and(|command| is_passed_as_name(command, name))
    };
    let secret: Vec<Node<'_>> = inputs
        .flat_map(Node::entries)
        .filter(|entry| entry.key.text().is_some_and(is_secret) && is_text(entry.value))
        .map(|entry| entry.key)
        .collect();
    for key in secret {
        let name = faults::short_text(key);
        cx.report(
            key.range(),
            format!("everyone who can read the job can read the input `{name}`"),
        )
        .note("the values of inputs are stored with the job and shown in the studio")
        .help("read the secret from Azure Key Vault when the code runs, and pass only its name");
    }
}

/// Returns `true` if the input is a string, and not the name of a secret.
fn is_text(input: Node<'_>) -> bool {
    let ty = input.get("type").and_then(Node::text);
    match ty {
        Some(ty) => ty.eq_ignore_ascii_case("string"),
        None => input.text().is_some() || input.is_null(),
    }
}

/// Returns `true` if the command uses the input, and each time for an option whose name ends in `name`.
fn is_passed_as_name(command: &str, input: &str) -> bool {
    let mut uses = command
        .match_indices("${{")
        .filter_map(|(at, open)| {
            let (inner, _) = command[at + open.len()..].split_once("}}")?;
            (inner.trim().strip_prefix("inputs.") == Some(input)).then_some(&command[..at])
        })
        .peekable();
    uses.peek().is_some()
        && uses.all(|before| {
            let option = before.trim_end_matches([' ', '\n', '=', '"']);
            let option = option.rsplit([' ', '\n']).next().unwrap_or_default();
            option.starts_with("--") && option.to_ascii_lowercase().ends_with("name")
        })
}
