//! The form of a tool, and arguments that several have.

use serde_json::{Value, json};

use super::arguments::{Argument, ArgumentSort, ArgumentValues, schema};
use super::served_folder::ServedFolder;

/// A tool.
pub(super) struct AgentTool {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) about: &'static str,
    pub(super) arguments: &'static [Argument],
    /// The schema of its structured result, where that has one.
    pub(super) output: Option<fn() -> Value>,
    /// `true` if it may write a file.
    pub(super) writes: bool,
    pub(super) call: fn(&ServedFolder, &ArgumentValues<'_>) -> Result<ToolAnswer, String>,
}

/// The result of a tool: as a model reads it, and as a program does.
pub(super) struct ToolAnswer {
    pub(super) text: String,
    pub(super) structured: Option<Value>,
}

impl AgentTool {
    /// Returns the tool as clients read it.
    pub(super) fn described(&self) -> Value {
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
pub(super) const PATH: Argument = Argument {
    name: "path",
    sort: ArgumentSort::Text,
    about: "Path of the file, relative to the current folder",
    is_required: true,
};

/// Text that replaces it.
pub(super) const TEXT: Argument = Argument {
    name: "text",
    sort: ArgumentSort::Text,
    about: "The text of the file, instead of what is saved at `path`; the file need not exist",
    is_required: false,
};
