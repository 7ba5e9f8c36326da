//! Findings as text for people and machines, one file for each format.
//!
//! Start with [`Format`]: it chooses the file. `full` is the one for people; which lines it shows is
//! chosen in `excerpt`. Nothing here decides anything. Whatever comes from a file goes
//! through `printable`, which makes one line out of it, and everything that people read through
//! [`Screen`], which lets nothing out that a terminal or a CI service obeys. The structs behind JSON
//! change only on purpose, and then with their number.

mod azure;
mod computes;
mod concise;
mod cut;
mod diff;
mod excerpt;
mod files;
mod findings;
mod format;
mod full;
mod github;
mod gitlab;
mod graph;
mod json;
mod junit;
mod lately;
mod markdown;
mod messages;
mod news;
mod place;
mod printable;
mod rdjson;
mod rules;
mod sarif;
mod schema;
mod screen;
mod sentences;
mod settings;
mod shown_text;
mod snippet;
mod source;
mod statistics;
mod style;
mod summary;
mod uri;
mod wrap;

pub use computes::{computes_json, computes_table};
pub use diff::{obeyed_line, unified, unified_for_people};
pub use files::FilesFormat;
pub use findings::Findings;
pub use format::{Format, ListFormat};
pub use graph::{GraphFormat, graph_text};
pub(crate) use messages::raw_stderr;
pub use messages::{stderr, tell, tell_ours};
pub use news::News;
pub use printable::printable;
pub use rules::RulesFormat;
pub use schema::{SchemaFormat, SchemaName, schema};
pub use screen::Screen;
pub use settings::{ShownSettings, settings_json, settings_table};
pub use style::{Drawing, Style, is_dumb_terminal};
pub use summary::{IsShown, Repairs, summary};
