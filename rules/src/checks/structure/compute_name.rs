//! Names of computes that are not allowed.

use crate::checks::prelude::*;
use crate::compute::limits::{CLUSTER_NAME_MAX, INSTANCE_NAME_MAX};

declare_rule! {
    /// The name of a compute has letters, digits, and `-`, starts with a letter, and doesn't end
    /// with `-`. The name of a compute instance has 3 to 24 characters, with a letter after its last
    /// `-`: the service rejects `ci-1`. The name of a compute cluster has 3 to 32 characters. The CLI
    /// doesn't check them.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-1
    /// idle_time_before_shutdown_minutes: 30
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-a1
    /// idle_time_before_shutdown_minutes: 30
    /// ```
    "compute-name", Structure, Error,
    marks: [Unfinished],
    summary: "a name of a compute that is not allowed",
    url: "https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules",
}

fn check(cx: &mut Context<'_>) {
    let is_instance = match cx.kind() {
        Some(Kind::ComputeComputeinstance) => true,
        Some(Kind::ComputeAmlcompute) => false,
        _ => return,
    };
    let node = cx.document.get("name");
    let Some((node, name)) = node.and_then(|node| Some((node, known_text(node)?))) else {
        return;
    };
    let (noun, least, most) = if is_instance {
        ("instance", 3, INSTANCE_NAME_MAX)
    } else {
        ("cluster", 3, CLUSTER_NAME_MAX)
    };
    let length = i64::try_from(name.chars().count()).unwrap_or(i64::MAX);
    let problem = if !(least..=most).contains(&length) {
        format!("must have {least} to {most} characters, not {length}")
    } else if let Some(other) = name
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && *c != '-')
    {
        format!("can't have `{other}`")
    } else if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        "must start with a letter".to_owned()
    } else if name.ends_with('-') {
        "can't end with `-`".to_owned()
    } else if is_instance && ends_with_number(name) {
        "can't end with `-` and digits".to_owned()
    } else {
        return;
    };
    cx.report(
        node.range(),
        format!("the name of a compute {noun} {problem}"),
    )
    .note("the documentation doesn't allow it; the CLI doesn't check it")
    .help(if is_instance {
        "use 3 to 24 letters, digits, and `-`; start with a letter, and put a letter after the last \
         `-`"
    } else {
        "use 3 to 32 letters, digits, and `-`; start with a letter, and don't end with `-`"
    });
}

/// Returns `true` if only digits follow the last `-`.
fn ends_with_number(name: &str) -> bool {
    let end = name.rsplit_once('-').map(|(_, end)| end);
    end.is_some_and(|end| end.bytes().all(|byte| byte.is_ascii_digit()))
}
