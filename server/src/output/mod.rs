//! Findings as text for people and machines, one file for each format.
//!
//! Start with [`Format`]: it chooses the file. `full` is the one for people; which lines it shows is
//! chosen in `excerpt`. Nothing here decides anything. Whatever comes from a file goes
//! through `printable`, which makes one line out of it, and everything that people read through
//! [`Screen`], which lets nothing out that a terminal or a CI service obeys. The structs behind JSON
//! change only on purpose, and then with their number.

pub(crate) mod formats;
mod graph;
pub(crate) mod lists;
mod schema;
pub(crate) mod text;

pub use formats::findings::Findings;
pub use formats::format::{Format, ListFormat};
pub use graph::{Direction, GraphFormat, Picture, graph_picture, graph_text};
pub use lists::computes::{computes_json, computes_table};
pub use lists::diff::{obeyed_line, unified, unified_for_people};
pub use lists::files::FilesFormat;
pub use lists::rules::RulesFormat;
pub use lists::run_diff::RunDiff;
pub use lists::settings::{ShownSettings, settings_json, settings_table};
pub use lists::summary::{IsShown, Repairs, summary};
pub use schema::{SchemaFormat, SchemaName, schema};
pub(crate) use text::messages::raw_stderr;
pub use text::messages::{stderr, tell, tell_ours};
pub use text::sanitize::Screen;
pub use text::style::{Drawing, Style, is_dumb_terminal};
