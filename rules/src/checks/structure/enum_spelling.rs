//! A value with the wrong spelling.

use crate::checks::prelude::*;
use crate::schema::misspelled;

declare_rule! {
    /// Some keys accept a value in any letter case, others in one spelling only. The names of the
    /// REST API differ from those in YAML: `LowPriority` there is `low_priority` here.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// tier: LowPriority
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// tier: low_priority
    /// ```
    "enum-spelling", Structure, Error,
    marks: [Generic, SchemaCheck, Unfinished],
    summary: "an allowed value in a spelling that the CLI rejects",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::EnumSpelling) {
        let text = problem.at.text().unwrap_or_default();
        let meant = match &problem.fault {
            SchemaFault::Value { expected } => misspelled(expected, text),
            SchemaFault::Discriminator { values } => crate::schema::meant(text, values),
            _ => None,
        };
        let Some(meant) = meant else { continue };
        let message = format!(
            "{} is spelled `{meant}`, not `{text}`",
            faults::place_name(problem.at)
        );
        cx.report(problem.at.range(), message)
            .note("the CLI rejects other spellings")
            .help(format!("write `{meant}`"))
            .safe_fix(format!("write `{meant}`"), replace(problem.at, meant));
    }
}
