//! References to secrets that the service cannot read.

use crate::checks::prelude::*;
use crate::syntax::find_placeholder;

declare_rule! {
    /// The environment variables of an online deployment can refer to secrets in connections of the
    /// workspace or in Azure Key Vault. The CLI doesn't check these references. One with another
    /// format makes the deployment fail with `SecretsInjectionError`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:1
    /// environment: azureml:serving:1
    /// instance_type: Standard_DS3_v2
    /// instance_count: 3
    /// environment_variables:
    ///   API_KEY: ${{azureml://connections/aoai/api_key}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:1
    /// environment: azureml:serving:1
    /// instance_type: Standard_DS3_v2
    /// instance_count: 3
    /// environment_variables:
    ///   API_KEY: ${{azureml://connections/aoai/credentials/api_key}}
    /// ```
    "malformed-secret-reference", Security, Error,
    kind: DeploymentManagedOnline,
    marks: [Unfinished],
    summary: "a reference to a secret that the service can't read",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-deploy-online-endpoint-with-secret-injection",
}

fn check(cx: &mut Context<'_>) {
    let Some(variables) = cx.document.get("environment_variables") else {
        return;
    };
    for entry in variables.entries() {
        let Some(problem) = entry.value.text().and_then(problem_of) else {
            continue;
        };
        let name = entry.key.text().unwrap_or_default();
        cx.report(
            entry.value.range(),
            format!(
                "`{name}` has a reference to a secret that can't be read: {}",
                problem.what
            ),
        )
        .note("the CLI accepts it, and the deployment fails with `SecretsInjectionError`")
        .help(format!("write `{}`", problem.form));
    }
}

struct ReferenceProblem {
    what: &'static str,
    form: &'static str,
}

const CREDENTIAL: &str = "${{azureml://connections/NAME/credentials/KEY}}";
const VAULT: &str = "${{keyvault:https://VAULT.vault.azure.net/secrets/NAME/VERSION}}";

/// Returns the problem with a value that is meant to be a reference to a secret.
fn problem_of(text: &str) -> Option<ReferenceProblem> {
    let inner = text.trim().strip_prefix("${{")?.strip_suffix("}}")?.trim();
    if find_placeholder(inner).is_some() {
        return None;
    }
    if let Some(rest) = inner.strip_prefix("azureml:") {
        // Other addresses, such as one with its subscription, are undocumented.
        let what = match rest.strip_prefix("//connections/") {
            Some(path) => connection_problem(path),
            None => rest
                .trim_start_matches('/')
                .starts_with("connection")
                .then_some("a connection starts with `azureml://connections/`"),
        };
        return what.map(|what| ReferenceProblem {
            what,
            form: CREDENTIAL,
        });
    }
    let rest = inner.strip_prefix("keyvault:")?;
    vault_problem(rest).map(|what| ReferenceProblem { what, form: VAULT })
}

fn connection_problem(path: &str) -> Option<&'static str> {
    let parts: Vec<&str> = path.split('/').collect();
    let is_right = match parts.as_slice() {
        [name] | [name, "target"] => !name.is_empty(),
        [name, "credentials" | "metadata", key] => !name.is_empty() && !key.is_empty(),
        _ => false,
    };
    (!is_right).then_some(
        "after the name, a connection has `/credentials/KEY`, `/metadata/KEY`, `/target`, or nothing",
    )
}

fn vault_problem(address: &str) -> Option<&'static str> {
    let Some(rest) = address.strip_prefix("https://") else {
        return Some("the address of the vault starts with `https://`");
    };
    let parts: Vec<&str> = rest.trim_end_matches('/').split('/').collect();
    // The documentation includes the version, and doesn't mention if it may be omitted.
    let is_right = matches!(parts.as_slice(), [_, "secrets", _] | [_, "secrets", _, _]);
    (!is_right).then_some("the address of a secret has `/secrets/NAME/VERSION`")
}
