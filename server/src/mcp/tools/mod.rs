//! The tools: each one does what the command of the same name does. [`check`](mod@check), [`explain`], [`plan`], [`cost`],
//! [`complete`], and [`new`].

mod check;
mod complete;
mod cost;
mod explain;
mod new;
mod plan;

use std::io::{Result as Written, Write};

use serde_json::{Map, Value, json};

use super::arguments::{Argument, ArgumentSort, ArgumentValues, schema};
use super::message::RpcError;
use super::served_folder::ServedFolder;
use crate::loading::Loaded;
use crate::output::{Screen, Style, problem_line};
use crate::sandbox::{FileProblem, Severity};

/// A tool.
struct AgentTool {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    arguments: &'static [Argument],
    /// The schema of its structured result, where that has one.
    output: Option<fn() -> Value>,
    /// `true` if it may write a file.
    writes: bool,
    call: fn(&ServedFolder, &ArgumentValues<'_>) -> Result<ToolAnswer, String>,
}

/// The result of a tool: as a model reads it, and as a program does.
struct ToolAnswer {
    text: String,
    structured: Option<Value>,
}

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

impl AgentTool {
    fn described(&self) -> Value {
        let mut tool = json!({
            "name": self.name,
            "title": self.title,
            "description": self.about,
            "inputSchema": schema(self.arguments),
            "annotations": {
                "title": self.title,
                "readOnlyHint": !self.writes,
                // A file that exists is never overwritten.
                "destructiveHint": false,
                "idempotentHint": !self.writes,
                "openWorldHint": false,
            },
        });
        if let Some(output) = self.output {
            tool["outputSchema"] = output();
        }
        tool
    }
}

/// The file that a tool is about.
const PATH: Argument = Argument {
    name: "path",
    sort: ArgumentSort::Text,
    about: "Path of the file, relative to the current folder",
    is_required: true,
};

/// Text that replaces it.
const TEXT: Argument = Argument {
    name: "text",
    sort: ArgumentSort::Text,
    about: "Text to use in place of what is saved at `path`, which need not exist",
    is_required: false,
};

/// Returns what `write` prints, without secrets and anything that a terminal obeys.
pub(super) fn printed(write: impl FnOnce(&mut dyn Write) -> Written<()>) -> String {
    let mut bytes = Vec::new();
    let mut screen = Screen::new(&mut bytes, Style::default());
    // Writing to memory doesn't fail.
    let _ = write(&mut screen).and_then(|()| screen.flush());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns what `write` prints, which is JSON.
fn structured(write: impl FnOnce(&mut dyn Write) -> Written<()>) -> Option<Value> {
    serde_json::from_str(&printed(write)).ok()
}

/// Returns the lines of `problems` of `loaded`.
fn problem_lines<'p>(
    loaded: &Loaded,
    problems: impl IntoIterator<Item = &'p FileProblem>,
) -> String {
    let lines = problems.into_iter();
    let lines = lines.map(|problem| problem_line(&loaded.names, problem) + "\n");
    lines.collect()
}

/// Returns the loaded files, or what prevented that: a missing file is an error, unless there are others.
fn loaded_or_problems(loaded: Loaded) -> Result<Loaded, String> {
    let mut problems = loaded.problems.iter();
    let failed = problems.any(|problem| problem.severity == Severity::Error);
    if failed && loaded.requested.is_empty() {
        return Err(problem_lines(&loaded, &loaded.problems));
    }
    Ok(loaded)
}
