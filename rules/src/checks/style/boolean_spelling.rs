//! Booleans that some YAML parsers read as strings.

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// The client reads YAML 1.1, where `yes`, `no`, `on`, and `off` are booleans. For editors, linters,
    /// and other tools that read YAML 1.2, they are strings.
    ///
    /// ```yaml bad
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// ssh_public_access_enabled: no
    /// ```
    /// ```yaml good
    /// type: amlcompute
    /// name: cpu-cluster
    /// max_instances: 4
    /// ssh_public_access_enabled: false
    /// ```
    "boolean-spelling", Style, Hint(off),
    summary: "a boolean that is not written `true` or `false`",
    fix: Safe,
    url: "https://yaml.org/type/bool.html",
}

fn check(cx: &mut Context<'_>) {
    for value in fields::booleans(cx) {
        let Some(is_true) = value.bool() else {
            continue;
        };
        let raw = value.raw();
        if ["true", "false"].contains(&raw.to_lowercase().as_str()) {
            continue;
        }
        let word = if is_true { "true" } else { "false" };
        cx.report(
            value.range(),
            format!("`{raw}` is a boolean only for some readers of YAML"),
        )
        .note("it is a boolean in YAML 1.1, which the client reads, and a string in YAML 1.2")
        .help(format!("write `{word}`"))
        .safe_fix(format!("write `{word}`"), replace(value, word));
    }
}
