//! Secrets in the text of a file.

use crate::checks::prelude::*;
use crate::secrets::SecretEvidence;

declare_rule! {
    /// Whoever can read the repository can read a secret in a YAML file, and so can everyone who can
    /// see the job, the deployment, or its logs. Removing it from the file doesn't remove it from
    /// the history of the repository, so replace the secret too.
    ///
    /// Secrets are found by their shape (tokens of GitHub, Azure DevOps, or Databricks, keys of Azure
    /// ML endpoints and storage accounts, private keys, passwords in addresses), and by the name they
    /// are given, if the value looks random. References, placeholders, hashes, and GUIDs are not
    /// reported. The value is
    /// never shown.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// type: command
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// environment_variables:
    ///   WANDB_API_KEY: 4f7a91c02be85d63f1a70c9e2d48b6537ae1904c
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// type: command
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// environment_variables:
    ///   KEY_VAULT_NAME: kv-training
    /// ```
    "secret-in-yaml", Security, Warning,
    marks: [Vulnerability],
    summary: "a key, token, or password in the text of a file",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-secrets-in-runs",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    for secret in document.secrets() {
        let message = match &secret.evidence {
            SecretEvidence::Shape(what) => format!("{what} in the text of the file"),
            SecretEvidence::Name(name) => format!("the value of `{name}` is a secret"),
            // Another rule reports it.
            SecretEvidence::Password => continue,
        };
        report(cx, secret.range, message);
    }
}

fn report(cx: &mut Context<'_>, range: TextRange, message: String) {
    let node = cx.document.tree().node_at(range.start);
    let help = match cx.kind() {
        _ if node.and_then(Node::key).and_then(Node::text) == Some("path") => {
            "create a datastore, which keeps the secret, write `azureml://datastores/NAME/paths/...`, \
             and replace the secret"
        }
        Some(Kind::DeploymentManagedOnline) => {
            "write `${{azureml://connections/NAME/credentials/KEY}}`, which reads it from a \
             connection of the workspace, and replace the secret"
        }
        Some(kind) if kind.family() == KindFamily::Datastore => {
            "remove it to access the data with an identity, and replace the secret"
        }
        _ => "read it from Azure Key Vault when the code runs, and replace the secret",
    };
    cx.report(range, message)
        .note(
            "everyone who can read the repository or the job can read it, even in the history \
             after it is removed",
        )
        .help(help);
}
