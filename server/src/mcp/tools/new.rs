//! `new`: a document to start from.

use std::path::Path;

use azml_ide::completion::new_document;
use azml_rules::skeletons::{Skeleton, skeletons};
use serde_json::json;

use crate::check::write_new;
use crate::mcp::agent_tool::{AgentTool, ToolAnswer};
use crate::mcp::arguments::{Argument, ArgumentSort, ArgumentValues};
use crate::mcp::served_folder::ServedFolder;
use crate::sandbox::key;

pub(super) const TOOL: AgentTool = AgentTool {
    name: "new",
    title: "Start a document",
    about: "Returns a whole document of a kind to start from, with the names and sizes to be changed. With `path`, fits it to the \
            scripts, computes, and assets of the folder, and writes it to that file, which must not exist yet.",
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
    let skeleton = skeleton.expect("the table has only skeletons");
    let mut document = skeleton.plain();
    let path = values.text("path");
    if let Some(path) = path {
        let target = folder.path(path)?;
        if target.symlink_metadata().is_ok() {
            return Err(format!("`{path}` exists already; nothing was written"));
        }
        document = for_folder(folder, skeleton, &target).unwrap_or(document);
        write_new(&target, &document).map_err(|error| format!("`{path}` {error}"))?;
    }
    let structured = json!({"kind": id, "path": path, "text": document});
    Ok(ToolAnswer {
        text: document,
        structured: Some(structured),
    })
}

fn for_folder(folder: &ServedFolder, skeleton: &Skeleton, target: &Path) -> Option<String> {
    let loaded = folder.load(Vec::new(), Some((target.to_owned(), String::new())));
    new_document(&loaded.workspace, &key(target), skeleton)
}
