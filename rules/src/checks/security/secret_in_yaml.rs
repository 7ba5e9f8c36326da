//! Secrets in the text of a file.

use crate::checks::prelude::*;
use crate::checks::shared::secrets::{SHORTEST_SECRET, looks_random, names_secret, shaped};

declare_rule! {
    /// Whoever can read the repository can read a secret in a YAML file, and so can everyone who can
    /// see the job, the deployment, or its logs. Removing it from the file doesn't remove it from
    /// the history of the repository, so replace the secret too.
    ///
    /// Secrets are found by their shape (tokens of GitHub, OpenAI, or Databricks, keys and
    /// signatures of storage accounts, private keys), and by the name they are given, if the value
    /// looks random. References, placeholders, hashes, and GUIDs are not reported. The value is
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
    summary: "a key, token, or password in the text of a file",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-secrets-in-runs",
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.document.tree();
    for node in tree.nodes() {
        if !matches!(node.kind(), NodeKind::Scalar(_)) || node.is_key() {
            continue;
        }
        check_value(cx, node);
    }
}

fn check_value<'a>(cx: &mut Context<'a>, node: Node<'a>) {
    let raw = node.raw();
    if raw.len() < SHORTEST_SECRET {
        return;
    }
    if let Some(secret) = shaped(raw) {
        let start = node.range().start;
        let at = |offset: usize| start + u32::try_from(offset).unwrap_or(0);
        let range = TextRange::new(at(secret.range.start), at(secret.range.end));
        report(
            cx,
            node,
            range,
            format!("{} in the text of the file", secret.what),
        );
        return;
    }
    let name = node.key().and_then(Node::text);
    if let Some(name) = name
        && names_secret(name)
        && known_text(node).is_some_and(looks_random)
    {
        report(
            cx,
            node,
            node.range(),
            format!("the value of `{name}` is a secret"),
        );
        return;
    }
    if let Some(assigned) = assigned(raw) {
        let start = node.range().start;
        let at = |offset: usize| start + u32::try_from(offset).unwrap_or(0);
        let range = TextRange::new(at(assigned.value.start), at(assigned.value.end));
        report(
            cx,
            node,
            range,
            format!("the value of `{}` is a secret", assigned.name),
        );
    }
}

/// A secret that a command passes as an argument or a variable.
struct Assigned<'t> {
    name: &'t str,
    value: std::ops::Range<usize>,
}

/// Returns the secret in `NAME=value`, `--name=value`, or `--name value`.
fn assigned(command: &str) -> Option<Assigned<'_>> {
    // Fast path: most text has neither.
    if !command.contains('=') && !command.contains("--") {
        return None;
    }
    let start_of = |part: &str| part.as_ptr() as usize - command.as_ptr() as usize;
    let mut flag: Option<&str> = None;
    for word in command.split_ascii_whitespace() {
        let (name, value) = match (word.split_once('='), flag.take()) {
            (Some((name, value)), _) => (name, value),
            (None, Some(name)) if !word.starts_with('-') => (name, word),
            _ => {
                flag = word.starts_with("--").then_some(word);
                continue;
            }
        };
        let name = name
            .trim_matches(|c| matches!(c, '"' | '\''))
            .trim_start_matches('-');
        let value = value.trim_matches(|c| matches!(c, '"' | '\'' | ';'));
        if names_secret(name) && !is_template(value) && looks_random(value) {
            let start = start_of(value);
            return Some(Assigned {
                name,
                value: start..start + value.len(),
            });
        }
    }
    None
}

fn report(cx: &mut Context<'_>, node: Node<'_>, range: TextRange, message: String) {
    let help = match cx.kind() {
        _ if node.key().and_then(Node::text) == Some("path") => {
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
        .confidential()
        .note(
            "everyone who can read the repository or the job can read it, even in the history \
             after it is removed",
        )
        .help(help);
}
