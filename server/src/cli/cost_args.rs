//! The options of `--cost`, as `--help` shows them.

use std::ffi::OsString;

use clap::Args;

/// Options about costs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Costs")]
pub(super) struct CostArgs {
    /// List what jobs, deployments, computes, and schedules cost
    #[arg(long, help_heading = "What to do")]
    pub(super) cost: bool,

    /// Show what happens when files are submitted, and what it costs: steps, computes, uploads, limits
    #[arg(long, help_heading = "What to do")]
    pub(super) plan: bool,

    /// With --cost, show what changed since this commit, branch, or tag (written `--diff REF`)
    #[arg(
        long = "diff-from",
        value_name = "REF",
        requires = "cost",
        allow_hyphen_values = true
    )]
    pub(super) from: Option<String>,

    /// With --cost, exit with 1 if more than this amount is paid every month, as far as it is known; with
    /// --diff, if that much more is
    #[arg(long, value_name = "AMOUNT", value_parser = amount, requires = "cost")]
    pub(super) fail_over: Option<f64>,
}

fn amount(text: &str) -> Result<f64, &'static str> {
    let amount = text
        .parse()
        .ok()
        .filter(|it: &f64| it.is_finite() && *it >= 0.0);
    amount.ok_or("write an amount, such as `500`")
}

/// Returns the arguments with `--diff REF` of `--cost` under the name that it has apart from `--diff` of a
/// check, which takes no value.
pub(super) fn with_commit(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_end = |it: &OsString| it == "--";
    let end = arguments.iter().position(is_end).unwrap_or(arguments.len());
    if !arguments[..end].iter().any(|it| it == "--cost") {
        return arguments;
    }
    let renamed = arguments.into_iter().enumerate().map(|(at, argument)| {
        let value = argument.to_str().and_then(|it| it.strip_prefix("--diff="));
        match value {
            _ if at >= end => argument,
            _ if argument == "--diff" => "--diff-from".into(),
            Some(value) => format!("--diff-from={value}").into(),
            None => argument,
        }
    });
    renamed.collect()
}
