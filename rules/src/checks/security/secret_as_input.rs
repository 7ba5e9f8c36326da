//! Secrets that are inputs of jobs and components.

use crate::checks::prelude::*;
use crate::secrets::names_password;

declare_rule! {
    /// The value of an input is stored with the job: the studio and `az ml job show` show it to
    /// everyone who can read the job. Don't pass a password or client secret this way, even if a
    /// command line sets it. The code can read it from Azure Key Vault when it runs.
    ///
    /// This rule checks the name of the input, such as `client_secret`, `db_password`, or `api_key`.
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
    let secret: Vec<Node<'_>> = inputs
        .flat_map(Node::entries)
        .filter(|entry| entry.key.text().is_some_and(names_password) && is_text(entry.value))
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
