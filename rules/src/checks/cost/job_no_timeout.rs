//! Jobs without a timeout.

use crate::checks::prelude::*;
use crate::compute::limits::JOB_DAYS;

declare_rule! {
    /// A job without `limits.timeout` that hangs is billed until somebody cancels it, or until the
    /// service ends it after 21 days. A timeout bounds what a mistake can cost.
    ///
    /// Most jobs have no timeout, so this rule is off by default.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// limits: {timeout: 14400}
    /// ```
    "job-no-timeout", Cost, Hint(off),
    summary: "a command job without a timeout",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-optimize-cost",
}

fn check(cx: &mut Context<'_>) {
    if cx.kind() != Some(Kind::JobCommand)
        || cx.document.root().is_some_and(|root| {
            // Beside the limits, it is a finding of its own.
            root.get_path(&["limits", "timeout"])
                .or(root.get("timeout"))
                .is_some()
        })
    {
        return;
    }
    let Some(command) = cx.document.root().and_then(|root| root.entry("command")) else {
        return;
    };
    let limits = cx.document.get("limits");
    let diagnostic = cx.report(command.key.range(), "the job has no timeout");
    diagnostic
        .note(format!(
            "a job that hangs is billed until somebody cancels it, for up to {JOB_DAYS} days"
        ))
        .help("add `limits: {timeout: 14400}`, in seconds");
    if limits.is_none() {
        diagnostic.unsafe_fix(
            "end it after 4 hours",
            fix::insert_key(command, "limits", "{timeout: 14400}"),
        );
    }
}
