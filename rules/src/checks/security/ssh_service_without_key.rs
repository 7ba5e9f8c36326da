//! SSH services without a key to sign in.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// A job with a service of type `ssh` lets you sign in to its container, with the private key
    /// whose public key is in `ssh_public_keys`. The CLI doesn't require it. Without it, no key can sign
    /// in.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// services:
    ///   shell: {type: ssh}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// services:
    ///   shell:
    ///     type: ssh
    ///     ssh_public_keys: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample anna
    /// ```
    "ssh-service-without-key", Security, Info,
    summary: "an SSH service of a job without `ssh_public_keys`",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-interactive-jobs",
}

fn check(cx: &mut Context<'_>) {
    for service in fields::mappings_of(cx, &["SshJobService"]) {
        let keys = service.get("ssh_public_keys");
        let has_keys = keys.is_some_and(|keys| !keys.is_null() && keys.text() != Some(""));
        let Some(ty) = service.entry("type").filter(|_| !has_keys) else {
            continue;
        };
        if service.is_incomplete() || known_text(ty.value).is_none() {
            continue;
        }
        cx.report(
            ty.value.range(),
            "this SSH service has no `ssh_public_keys`",
        )
        .note("you sign in with the private key of one of these public keys")
        .help("add `ssh_public_keys` with the content of a file such as `~/.ssh/id_ed25519.pub`");
    }
}
