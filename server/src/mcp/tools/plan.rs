//! `plan`: what happens when a file is submitted.

use crate::check::submission_plan;
use crate::mcp::agent_tool::{AgentTool, PATH, TEXT, ToolAnswer};
use crate::mcp::arguments::ArgumentValues;
use crate::mcp::printed::{loaded_or_problems, printed, structured};
use crate::mcp::served_folder::ServedFolder;
use crate::output::{CostFormat, plans_text};
use crate::sandbox::key;

pub(super) const TOOL: AgentTool = AgentTool {
    name: "plan",
    title: "Plan a submission",
    about: "Tells what happens when a job, pipeline, deployment, or schedule is submitted: steps in their order, computes, \
            environments, commands, uploads, time limits, costs, and what is not known. Nothing is submitted.",
    arguments: &[PATH, TEXT],
    output: None,
    writes: false,
    call,
};

fn call(folder: &ServedFolder, values: &ArgumentValues<'_>) -> Result<ToolAnswer, String> {
    let path = folder.path(values.required("path"))?;
    if path.is_dir() {
        return Err(
            "`path` is a folder; give the path of a job, deployment, or schedule".to_owned(),
        );
    }
    let key = key(&path);
    let loaded = match values.text("text") {
        Some(text) => folder.load(Vec::new(), Some((path, text.to_owned()))),
        None => folder.load(vec![path], None),
    };
    let loaded = loaded_or_problems(loaded)?;
    let plan = submission_plan(&loaded, &key)?;
    let plans = [(&*key, plan)];
    let text =
        |format| plans_text(&loaded.workspace, &loaded.names, &plans, format).unwrap_or_default();
    Ok(ToolAnswer {
        text: printed(|out| out.write_all(text(CostFormat::Full).as_bytes())),
        structured: structured(|out| out.write_all(text(CostFormat::Json).as_bytes())),
    })
}
