//! Findings as text for people and machines, one file for each format.
//!
//! Start with [`Format`]: it chooses the file in [`formats`]. [`lists`] has the output other than findings, [`graph`]
//! has the formats of pipelines, [`schema`] writes the schema of `azml.yaml`, and [`text`] redacts, escapes, and formats text.
//! Nothing here decides anything. Text from a file is made printable in one line, and all text for people is written
//! through [`Screen`], which escapes what a terminal or a CI service interprets. The structs behind JSON change only
//! with their version number.

pub(crate) mod formats;
mod graph;
pub(crate) mod lists;
mod schema;
pub(crate) mod text;

pub use formats::findings::Findings;
pub use formats::format::{Format, ListFormat};
pub use graph::{GraphFormat, graph_text};
pub use lists::computes::{computes_json, computes_table};
pub use lists::cost::{
    CostFormat, changes_json, changes_markdown, changes_table, cost_json, cost_markdown, cost_table,
};
pub use lists::diff::{obeyed_line, unified, unified_for_people};
pub use lists::files::FilesFormat;
pub use lists::plan::plans_text;
pub use lists::rules::RulesFormat;
pub use lists::run_diff::RunDiff;
pub use lists::settings::{ShownSettings, settings_json, settings_table};
pub use lists::summary::{FixOutcome, IsShown, summary};
pub use schema::{SchemaFormat, SchemaName, schema};
pub(crate) use text::messages::{problem_line, raw_stderr};
pub use text::messages::{stderr, tell, tell_ours};
pub use text::sanitize::Screen;
pub use text::style::{Drawing, Style, is_dumb_terminal};
