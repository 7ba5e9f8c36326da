//! Resources that Kubernetes rejects.

use crate::checks::prelude::*;

declare_rule! {
    /// Kubernetes reads `cpu` and `memory` as quantities: a number with a unit such as `500m`, `Gi`, or
    /// `M`. It rejects negative quantities, other units, such as `GB`, and limits below the requests.
    /// Memory without a unit is in bytes, which is rarely intended, so this is a warning. The CLI
    /// doesn't check them.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineDeployment.schema.json
    /// type: kubernetes
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// environment: azureml:churn-env:2
    /// instance_count: 1
    /// resources: {requests: {cpu: "1", memory: 2GB}}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineDeployment.schema.json
    /// type: kubernetes
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// environment: azureml:churn-env:2
    /// instance_count: 1
    /// resources: {requests: {cpu: "1", memory: 2Gi}, limits: {cpu: "2", memory: 4Gi}}
    /// ```
    "kubernetes-resources", Deployment, Error,
    kind: DeploymentKubernetesOnline,
    summary: "resources of a deployment that Kubernetes rejects",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-deployment-kubernetes-online",
}

/// Minimum memory of a container, in bytes.
const LEAST_MEMORY: f64 = 1024.0 * 1024.0;

fn check(cx: &mut Context<'_>) {
    let Some(resources) = cx.document.get("resources") else {
        return;
    };
    for (key, other) in [
        ("cpu", "cpu"),
        ("memory", "memory"),
        ("nvidia.com/gpu", "gpu"),
    ] {
        let read = |part: &str| {
            let part = resources.get(part)?;
            let node = part.get(key).or_else(|| part.get(other))?;
            Some((node, known_text(node)?))
        };
        let (requests, limits) = (read("requests"), read("limits"));
        let mut amounts = Vec::new();
        for (node, text) in requests.into_iter().chain(limits) {
            match quantity(text) {
                None => report_unit(cx, key, node, text),
                Some(amount) if amount < 0.0 => {
                    cx.report(node.range(), format!("`{key}` can't be negative: `{text}`"))
                        .note("Kubernetes rejects the pod; the CLI doesn't check it")
                        .help("write a number that is not negative");
                }
                Some(bytes) if key == "memory" && bytes > 0.0 && bytes < LEAST_MEMORY => {
                    report_bytes(cx, node, text);
                }
                Some(amount) => amounts.push((node, text, amount)),
            }
        }
        if let [(_, request, requested), (node, limit, limited)] = amounts.as_slice()
            && limited < requested
        {
            cx.report(
                node.range(),
                format!("the limit of `{key}`, {limit}, is less than the request, {request}"),
            )
            .note("Kubernetes rejects the pod; the CLI doesn't check it")
            .help(format!("write at least `{request}`"));
        }
    }
}

fn report_unit(cx: &mut Context<'_>, key: &str, node: Node<'_>, text: &str) {
    let example = if key == "memory" { "2Gi" } else { "500m" };
    cx.report(
        node.range(),
        format!("`{text}` is not a quantity that Kubernetes accepts"),
    )
    .note("the CLI doesn't check it")
    .help(format!(
        "write a number and a unit of Kubernetes, for example `{example}`"
    ));
}

fn report_bytes(cx: &mut Context<'_>, node: Node<'_>, text: &str) {
    cx.report(
        node.range(),
        format!("`memory: {text}` is less than a megabyte"),
    )
    .level(Level::Warning)
    .note("without a unit, memory is in bytes; `m` stands for thousandths")
    .help("write a unit, for example `512Mi` or `2Gi`");
}

/// Parses a quantity as Kubernetes does.
/// <https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/>
fn quantity(text: &str) -> Option<f64> {
    let unit_at = text
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '+' && c != '-')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let number: f64 = number.parse().ok()?;
    let factor = match unit {
        "" => 1.0,
        "n" => 1e-9,
        "u" => 1e-6,
        "m" => 1e-3,
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        "T" => 1e12,
        "P" => 1e15,
        "E" => 1e18,
        "Ki" => 1024.0,
        "Mi" => 1024.0_f64.powi(2),
        "Gi" => 1024.0_f64.powi(3),
        "Ti" => 1024.0_f64.powi(4),
        "Pi" => 1024.0_f64.powi(5),
        "Ei" => 1024.0_f64.powi(6),
        exponent => 10_f64.powi(exponent.strip_prefix(['e', 'E'])?.parse().ok()?),
    };
    Some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_quantities() {
        for (text, amount) in [
            ("0.5", Some(0.5)),
            ("500m", Some(0.5)),
            ("1Gi", Some(1_073_741_824.0)),
            ("2M", Some(2e6)),
            ("1e3", Some(1e3)),
            ("0n", Some(0.0)),
            ("2GB", None),
            ("2 Gi", None),
            ("two", None),
            ("", None),
        ] {
            assert_eq!(quantity(text), amount, "{text}");
        }
    }
}
