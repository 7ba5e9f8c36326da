//! Plans of files that are submitted, for `--plan`: [`sections`] has the lines for people, [`text`] and [`markdown`] write
//! them, and [`json`] is for machines.

mod json;
mod markdown;
mod sections;
mod text;

pub use json::plan_json;
pub use markdown::plan_markdown;
pub use text::plan_text;
