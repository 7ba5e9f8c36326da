//! `new`: a document to start from.

use azml_rules::skeletons::skeletons;
use serde_json::json;

use crate::check::write_new;
use crate::mcp::agent_tool::{AgentTool, ToolAnswer};
use crate::mcp::arguments::{Argument, ArgumentSort, ArgumentValues};
use crate::mcp::served_folder::ServedFolder;

pub(super) const TOOL: AgentTool = AgentTool {
    name: "new",
    title: "Start a document",
    about: "Returns a whole document of a kind to start from, with the names and sizes to be changed. With `path`, writes it to \
            that file, which must not exist yet.",
    arguments: &[
        Argument {
            name: "kind",
            sort: ArgumentSort::Word(kinds),
            about: "Kind of the document",
            is_required: true,
        },
        Argument {
            name: "path",
            sort: ArgumentSort::Text,
            about: "Path of a file that does not exist yet, relative to the current folder",
            is_required: false,
        },
    ],
    output: None,
    writes: true,
    call,
};

fn kinds() -> Vec<&'static str> {
    skeletons().iter().map(|it| it.id).collect()
}

fn call(folder: &ServedFolder, values: &ArgumentValues<'_>) -> Result<ToolAnswer, String> {
    let id = values.required("kind");
    let skeleton = skeletons().iter().find(|it| it.id == id);
    let document = skeleton.expect("the table has only skeletons").plain();
    let path = values.text("path");
    if let Some(path) = path {
        let target = folder.path(path)?;
        if target.symlink_metadata().is_ok() {
            return Err(format!("`{path}` exists already; nothing was written"));
        }
        write_new(&target, &document).map_err(|error| format!("`{path}` {error}"))?;
    }
    let structured = json!({"kind": id, "path": path, "text": document});
    Ok(ToolAnswer {
        text: document,
        structured: Some(structured),
    })
}
