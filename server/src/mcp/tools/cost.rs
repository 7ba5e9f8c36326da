//! `cost`: what files cost.

use crate::check::CostList;
use crate::mcp::agent_tool::{AgentTool, ToolAnswer};
use crate::mcp::arguments::{Argument, ArgumentSort, ArgumentValues};
use crate::mcp::printed::{loaded_or_problems, printed, problem_lines, structured};
use crate::mcp::served_folder::ServedFolder;
use crate::output::{cost_json, cost_table};

pub(super) const TOOL: AgentTool = AgentTool {
    name: "cost",
    title: "List costs",
    about: "Lists what jobs, pipelines, deployments, computes, and schedules cost: every month, while they run, at most, and what \
            is not known, with its reason.",
    arguments: &[Argument {
        name: "paths",
        sort: ArgumentSort::Texts,
        about: "Files and folders, relative to the current folder; all of it by default",
        is_required: false,
    }],
    output: None,
    writes: false,
    call,
};

fn call(folder: &ServedFolder, values: &ArgumentValues<'_>) -> Result<ToolAnswer, String> {
    let paths = values.texts("paths").unwrap_or_else(|| vec!["."]);
    let paths = paths.into_iter().map(|path| folder.path(path));
    let loaded = folder.load(paths.collect::<Result<_, _>>()?, None);
    let loaded = loaded_or_problems(loaded)?;
    let costs = CostList::of(&loaded);
    let names = &loaded.names;
    let mut text = problem_lines(&loaded, &loaded.problems);
    if costs.all().next().is_none() {
        text.push_str(
            "Nothing here costs anything by itself: no job, deployment, compute, or schedule.\n",
        );
    } else {
        text.push_str(&printed(|mut out| cost_table(&mut out, names, &costs)));
    }
    Ok(ToolAnswer {
        text,
        structured: structured(|mut out| cost_json(&mut out, names, &costs)),
    })
}
