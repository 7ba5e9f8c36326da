//! Completion of script paths and module names, one folder level at a time.

use azml_rules::path::{PathStyle, inside};
use azml_rules::script::commands::{Interpreter, ScriptRun};
use azml_rules::script::upload::{CodeFolder, Upload};
use azml_rules::workspace::{Listed, OnDisk, Workspace};

use super::marked::MarkedWord;
use crate::Site;
use crate::completion::item::{Item, ItemSort};

/// A folder of uploaded code.
pub(crate) struct Folder<'c> {
    upload: &'c Upload,
    /// Path relative to the code; empty for its root.
    path: String,
}

impl<'c> Folder<'c> {
    /// Returns the folder at `path` of `code`; `None` if it is unknown.
    pub(crate) fn of(code: &'c CodeFolder, path: &str) -> Option<Self> {
        let CodeFolder::Uploaded(upload) = code else {
            return None;
        };
        let path = PathStyle::Unix.clean(path)?;
        Some(Self { upload, path })
    }

    /// Returns its entries, files before folders, each sorted by name.
    pub(crate) fn entries(&self, workspace: &Workspace) -> Vec<Listed> {
        let from = &self.upload.from;
        let below = |folder: &str, path: &str| match path {
            "" => folder.to_owned(),
            path => inside(folder, path),
        };
        let mut found = Vec::new();
        if let Some(folder) = &self.upload.folder {
            found.extend(workspace.list(from, &below(folder, &self.path)));
        }
        for include in &self.upload.includes {
            let rest = self.path.strip_prefix(include.name.as_str());
            if self.path.is_empty() {
                let is_folder = workspace.on_disk(from, &include.path) == Some(OnDisk::Folder);
                let name = include.name.clone();
                found.push(Listed { name, is_folder });
            } else if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('/'))
            {
                let path = below(&include.path, rest.trim_start_matches('/'));
                found.extend(workspace.list(from, &path));
            }
        }
        found.retain(|entry| is_plain(&entry.name));
        found.sort_by_key(|entry| (entry.is_folder, entry.name.clone()));
        found.dedup_by(|a, b| a.name == b.name);
        found
    }
}

/// Returns `true` if `name` needs no quotes in a command, and is not the folder of a tool.
fn is_plain(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+');
    !name.starts_with(['.', '-']) && name != "__pycache__" && name.chars().all(is_part)
}

/// Returns `true` if the file `name` is a script with one of the extensions `ends`.
pub(crate) fn is_script(name: &str, ends: &[&str]) -> bool {
    let end = name.rsplit_once('.').map(|(_, end)| end);
    name != "__init__.py" && end.is_some_and(|end| ends.contains(&end))
}

fn ends(interpreter: Interpreter) -> &'static [&'static str] {
    match interpreter {
        Interpreter::Shell => &["sh", "bash"],
        Interpreter::R => &["R", "r"],
        Interpreter::Julia => &["jl"],
        Interpreter::Papermill => &["ipynb"],
        Interpreter::Itself => &["sh", "py"],
        _ => &["py"],
    }
}

/// Returns the scripts and folders that continue `word`.
pub(crate) fn items(site: &Site<'_>, run: &ScriptRun<'_>, word: &MarkedWord) -> Vec<Item> {
    let typed = word.typed.rfind('/').map_or("", |at| &word.typed[..=at]);
    let here = run.folder.as_deref();
    let Some(path) = here.and_then(|here| PathStyle::Unix.join(here, typed)) else {
        return Vec::new();
    };
    let Some(folder) = Folder::of(&run.code, &path) else {
        return Vec::new();
    };
    // The text after the next slash stays.
    let rest = word.rest.find('/').map_or("", |at| &word.rest[at..]);
    let mut items = Vec::new();
    for entry in folder.entries(site.workspace) {
        let text = format!("{typed}{}", entry.name);
        if entry.is_folder {
            let label = format!("{}/", entry.name);
            let mut item = word.item(ItemSort::Folder, &label, format!("{text}{rest}"), "folder");
            item.filter = text;
            items.push(item);
        } else if is_script(&entry.name, ends(run.interpreter)) {
            items.push(word.item(ItemSort::File, &entry.name, text, ""));
        }
    }
    items
}

/// Returns the modules and packages that continue `word`.
pub(crate) fn modules(site: &Site<'_>, run: &ScriptRun<'_>, word: &MarkedWord) -> Vec<Item> {
    let typed = word.typed.rfind('.').map_or("", |at| &word.typed[..=at]);
    let here = run.folder.as_deref();
    let path = here.and_then(|here| PathStyle::Unix.join(here, &typed.replace('.', "/")));
    let Some(folder) = path.and_then(|path| Folder::of(&run.code, &path)) else {
        return Vec::new();
    };
    let rest = word.rest.find('.').map_or("", |at| &word.rest[at..]);
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut items = Vec::new();
    for entry in folder.entries(site.workspace) {
        let stem = entry.name.strip_suffix(".py");
        let is_main = stem.is_some_and(|stem| stem.starts_with("__"));
        if entry.is_folder && is_name(&entry.name) {
            let text = format!("{typed}{}", entry.name);
            let mut item = word.item(
                ItemSort::Folder,
                &entry.name,
                format!("{text}{rest}"),
                "package",
            );
            item.filter = text;
            items.push(item);
        } else if let Some(stem) = stem.filter(|stem| is_name(stem) && !is_main) {
            items.push(word.item(ItemSort::File, stem, format!("{typed}{stem}"), "module"));
        }
    }
    items
}
