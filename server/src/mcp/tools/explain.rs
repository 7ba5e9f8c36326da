//! `explain`: the page of a rule.

use azml_rules::checks::rule;

use crate::mcp::agent_tool::{AgentTool, ToolAnswer};
use crate::mcp::arguments::{Argument, ArgumentSort, ArgumentValues};
use crate::mcp::printed::{printed, structured};
use crate::mcp::resources::unknown_rule;
use crate::mcp::served_folder::ServedFolder;
use crate::output::RulesFormat;

pub(super) const TOOL: AgentTool = AgentTool {
    name: "explain",
    title: "Explain a rule",
    about: "Returns the page of a rule: why it matters, what is reported and what is not, and its options.",
    arguments: &[Argument {
        name: "rule",
        sort: ArgumentSort::Text,
        about: "Name of the rule, as in the brackets of a finding",
        is_required: true,
    }],
    output: None,
    writes: false,
    call,
};

fn call(_: &ServedFolder, values: &ArgumentValues<'_>) -> Result<ToolAnswer, String> {
    let name = values.required("rule");
    let rule = rule(name).ok_or_else(|| unknown_rule(name))?;
    Ok(ToolAnswer {
        text: printed(|out| RulesFormat::Full.write_page(out, rule)),
        structured: structured(|out| RulesFormat::Json.write_page(out, rule)),
    })
}
