//! Plans of files that are submitted, for `--plan` and editors: [`sections`] has the lines for people, [`text`] and [`markdown`]
//! write them, and [`json`] is for machines. [`redactor`] hides secrets.

mod json;
mod markdown;
mod redactor;
mod sections;
mod text;

use std::io::{Error, Result, Write as _};

use azml_ide::plan::SubmissionPlan;
use azml_rules::workspace::Workspace;

use super::cost::CostFormat;
use crate::sandbox::Names;

use json::plan_json;
use markdown::plan_markdown;
use redactor::plan_redactor;
use text::plan_text;

/// Returns `plans` in a format, without secrets of the files that they show values of.
///
/// # Errors
/// Returns an error if a plan is not UTF-8, which it always is.
pub fn plans_text(
    workspace: &Workspace,
    names: &Names,
    plans: &[(&str, SubmissionPlan)],
    format: CostFormat,
) -> Result<String> {
    let mut text = Vec::new();
    if format == CostFormat::Json {
        plan_json(&mut text, names, plans)?;
    } else {
        for (at, (path, plan)) in plans.iter().enumerate() {
            if at > 0 {
                writeln!(text)?;
            }
            match format {
                CostFormat::Markdown => plan_markdown(&mut text, names, path, plan)?,
                _ => plan_text(&mut text, names, path, plan)?,
            }
        }
    }
    let text = String::from_utf8(text).map_err(Error::other)?;
    let redactor = plan_redactor(workspace, plans);
    Ok(redactor.redacted(&text).into_owned())
}
