//! Plans of files that are submitted, for `--plan` and editors: [`sections`] has the lines for people, [`text`] and [`markdown`]
//! write them, and [`json`] is for machines. None of these hides secrets: [`redactor`] does.

mod json;
mod markdown;
mod redactor;
mod sections;
mod text;

pub use json::plan_json;
pub use markdown::plan_markdown;
pub use redactor::plan_redactor;
pub use text::plan_text;
