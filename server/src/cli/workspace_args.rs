//! The options of `--refresh`, as `--help` shows them.

use clap::Args;

/// Options about the workspace.
#[derive(Debug, Args)]
#[command(next_help_heading = "Workspace")]
pub(super) struct WorkspaceArgs {
    /// With --refresh, write the commands to standard output instead of running them
    #[arg(long, requires = "refresh", conflicts_with = "check")]
    pub(super) dry_run: bool,

    /// The workspace [default: that of the last --refresh, of config.json, or of `az configure`]
    #[arg(long, value_name = "NAME", requires = "refresh")]
    pub(super) workspace: Option<String>,

    /// Its resource group
    #[arg(long, value_name = "NAME", requires = "refresh")]
    pub(super) resource_group: Option<String>,

    /// Its subscription, as a name or an id
    #[arg(long, value_name = "NAME", requires = "refresh")]
    pub(super) subscription: Option<String>,

    /// The longest time in seconds that a command of --refresh may take [default: 180]
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..),
        requires = "refresh"
    )]
    pub(super) time_limit: Option<u64>,
}
