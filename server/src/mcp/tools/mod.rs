//! The tools: each one does what the command of the same name does. [`check`](mod@check), [`explain`], [`plan`], [`cost`],
//! [`complete`], and [`new`].

mod check;
mod complete;
mod cost;
mod explain;
mod new;
mod plan;

use serde_json::{Map, Value, json};

use super::agent_tool::{AgentTool, ToolAnswer};
use super::arguments::ArgumentValues;
use super::message::RpcError;
use super::printed::printed;
use super::served_folder::ServedFolder;

const TOOLS: [&AgentTool; 6] = [
    &check::TOOL,
    &explain::TOOL,
    &plan::TOOL,
    &cost::TOOL,
    &complete::TOOL,
    &new::TOOL,
];

/// The tools of `tools/list`.
pub(super) fn list() -> Vec<Value> {
    TOOLS.iter().map(|tool| tool.described()).collect()
}

/// Answers `tools/call`. Wrong arguments of a tool are its result, so that the model can correct them.
///
/// # Errors
/// Returns an error if there is no such tool.
pub(super) fn call(folder: &ServedFolder, params: &Map<String, Value>) -> Result<Value, RpcError> {
    let name = params.get("name").and_then(Value::as_str);
    let name = name.ok_or_else(|| RpcError::invalid_params("`name` is a string"))?;
    let tool = TOOLS.iter().find(|tool| tool.name == name);
    let tool =
        tool.ok_or_else(|| RpcError::invalid_params(format!("there is no tool `{name}`")))?;
    let none = Map::new();
    let values = match params.get("arguments") {
        None | Some(Value::Null) => &none,
        Some(Value::Object(values)) => values,
        Some(_) => return Err(RpcError::invalid_params("`arguments` is an object")),
    };
    let answer = ArgumentValues::of(tool.arguments, values);
    Ok(
        match answer.and_then(|values| (tool.call)(folder, &values)) {
            Ok(ToolAnswer {
                text,
                structured: None,
            }) => json!({"content": [text_block(&text)]}),
            Ok(ToolAnswer { text, structured }) => {
                json!({"content": [text_block(&text)], "structuredContent": structured})
            }
            Err(message) => {
                let message = printed(|out| writeln!(out, "{message}"));
                json!({"content": [text_block(message.trim_end())], "isError": true})
            }
        },
    )
}

fn text_block(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
