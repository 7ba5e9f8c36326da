//! Checks a folder as `azml-ls --check . --format json` does, without the server: for measuring
//! rules against the official client. Run it in the folder.

#![allow(clippy::print_stdout)]

use std::path::Path;
use std::sync::Arc;

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::workspace::{Disk, Listed, OnDisk, UploadSize, Workspace};
use serde_json::json;

#[derive(Debug)]
struct Real;

impl Disk for Real {
    fn at(&self, path: &str) -> Option<OnDisk> {
        Some(match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => OnDisk::Folder,
            Ok(_) => OnDisk::File,
            Err(_) => OnDisk::Nothing,
        })
    }

    /// Only editors list folders.
    fn list(&self, _: &str) -> Vec<Listed> {
        Vec::new()
    }

    fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
        std::fs::read_to_string(path).ok().map(Arc::from)
    }

    fn other_case(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn upload_size(&self, _: &str) -> Option<UploadSize> {
        None
    }
}

fn collect(folder: &Path, workspace: &mut Workspace) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, workspace);
        } else if path
            .extension()
            .is_some_and(|end| end == "yml" || end == "yaml")
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            let name = path.to_string_lossy();
            workspace.insert(Document::new(
                name.strip_prefix("./").unwrap_or(&name),
                text,
            ));
        }
    }
}

fn main() {
    let mut workspace = Workspace::default();
    workspace.set_disk(Arc::new(Real));
    collect(Path::new("."), &mut workspace);
    let (mut files, mut diagnostics) = (Vec::new(), Vec::new());
    for document in workspace.documents() {
        let Some(kind) = document.kind() else {
            continue;
        };
        files.push(json!({"path": document.path(), "kind": kind.id().as_str()}));
        for found in analyze(&workspace, document.path()) {
            let start = document.lines().line_of(found.range.start) + 1;
            diagnostics.push(json!({
                "path": document.path(), "rule": found.rule.name, "level": found.level.name(),
                "message": found.message,
                "notes": found.notes, "help": found.help, "start": {"line": start},
            }));
        }
    }
    println!(
        "{}",
        json!({"version": 1, "files": files, "diagnostics": diagnostics})
    );
}
