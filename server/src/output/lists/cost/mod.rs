//! The costs of a folder, for `--cost`: as a [`table`] for people, for [`markdown`], and as [`json`]. [`changes`] has what changed since a
//! commit, and [`cells`] the texts of all of them.

mod cells;
mod changes;
mod json;
mod markdown;
mod table;

pub use changes::{changes_markdown, changes_table};
pub(crate) use json::EstimateJson;
pub use json::{changes_json, cost_json};
pub use markdown::cost_markdown;
pub use table::cost_table;

/// Output format of costs. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum CostFormat {
    #[default]
    Full,
    Markdown,
    Json,
}
