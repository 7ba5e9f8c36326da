//! The options of `--cost`, as `--help` shows them.

use clap::Args;

/// Options about costs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Costs")]
pub(super) struct CostArgs {
    /// List what jobs, deployments, computes, and schedules cost
    #[arg(long, help_heading = "What to do")]
    pub(super) cost: bool,

    /// With --cost, exit with 1 if more than this amount is paid every month, as far as it is known
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
