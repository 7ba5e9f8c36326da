//! Passwords for SSH.

use crate::checks::prelude::*;
use crate::secrets::SecretEvidence;

declare_rule! {
    /// An SSH password in plain text is known to everyone who can read the file or its history, and it
    /// can be guessed. A key pair avoids both: only the public key is in the file.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// ssh_settings:
    ///   admin_username: azureuser
    ///   admin_password: summer-2026
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// ssh_settings:
    ///   admin_username: azureuser
    ///   ssh_key_value: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample azureuser
    /// ```
    "ssh-password", Security, Warning,
    marks: [Vulnerability],
    summary: "an SSH password in plain text",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-compute-aml",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    for secret in document.secrets() {
        if secret.evidence != SecretEvidence::Password {
            continue;
        }
        let key = match cx.kind() {
            Some(Kind::ComputeVirtualmachine) => "ssh_private_key_file",
            _ => "ssh_key_value",
        };
        let value = document.tree().node_at(secret.range.start);
        let settings = value.and_then(Node::parent);
        let has_key = settings.is_some_and(|settings| settings.get(key).is_some());
        cx.report(secret.range, "the SSH password is in plain text")
            .note("everyone who can read the file, or its history, knows the password")
            .help(if has_key {
                format!("remove it, because `{key}` is set, and change the password")
            } else {
                format!("use `{key}` instead, and change the password")
            });
    }
}
