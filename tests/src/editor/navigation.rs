//! What the specs say of names and places:
//!
//! - ` ```definition `: `path:line:column name` for every definition of what the cursor is on.
//! - ` ```references `: the same for every place that names it, with ` (definition)` behind those
//!   that do not use it.
//! - ` ```highlight `: `line:column name (write)` or `(read)` for those of the file with the
//!   cursor.
//! - ` ```rename to=NEW `: `path:line: text` for every line that is different afterwards.
//! - ` ```rename-refused to=NEW `: why there is no such rename; without `to` why there is none at
//!   all.
//! - ` ```workspace-symbols title="query" `: `kind name | file` for everything that the query may
//!   mean; cut off after `...`.
//! - ` ```used-by `: the note above the name that the file defines; below it
//!   `path:line:column name` for each use.
//! - ` ```callers ` and ` ```calls `: `kind name | lines` for every file that uses this one, or is
//!   used by it.

use azml_ide::navigation::references::Definitions;
use azml_ide::navigation::{definition, references, used_by, workspace_symbols};
use azml_ide::refactor::rename;
use azml_rules::document::Document;
use azml_rules::text::{Column, LineIndex, Location, TextRange};

use super::{Scene, check_same};
use crate::markdown::Block;

/// The languages of this module.
pub(super) const LANGUAGES: [&str; 9] = [
    "definition",
    "references",
    "highlight",
    "rename",
    "rename-refused",
    "workspace-symbols",
    "used-by",
    "callers",
    "calls",
];

pub(super) fn check(scene: &Scene, block: &Block) -> Result<(), String> {
    let to = block.to.as_deref();
    let now = match block.language.as_str() {
        "definition" => defined(scene),
        "references" => referenced(scene),
        "highlight" => highlighted(scene),
        "rename" => renamed(scene, to.unwrap_or_default())?,
        "rename-refused" => refused(scene, to)?,
        "workspace-symbols" => return check_listed(&listed(scene, block), &block.text),
        "used-by" => used_by(scene),
        "callers" => scene.look(|site, _| calls(scene, &used_by::incoming(site), None)),
        _ => scene.look(|site, _| calls(scene, &used_by::outgoing(site), Some(&scene.path))),
    };
    check_same(&now, &block.text)
}

/// `path:line:column name`
fn place(scene: &Scene, location: &Location) -> String {
    let document = scene.workspace.document(&location.path);
    let text = document
        .map(|it| it.text())
        .or_else(|| scene.texts.get(&*location.path).map(|text| &**text));
    let text = text.unwrap_or_default();
    let at = LineIndex::new(text).position(text, location.range.start, Column::Utf32);
    let path = location.path.strip_prefix("/p/").unwrap_or(&location.path);
    let name = location.range.slice(text);
    format!("{path}:{}:{} {name}", at.line + 1, at.column + 1)
        .trim_end()
        .to_owned()
}

fn defined(scene: &Scene) -> String {
    let found = scene
        .look(definition::definition)
        .map(|found| found.locations)
        .unwrap_or_default();
    found
        .iter()
        .map(|location| place(scene, location) + "\n")
        .collect()
}

fn referenced(scene: &Scene) -> String {
    let ask = |which| scene.look(|site, at| references::references(site, at, which));
    let used = ask(Definitions::LeftOut);
    let shown = |location: &Location| {
        let note = if used.contains(location) {
            ""
        } else {
            " (definition)"
        };
        format!("{}{note}\n", place(scene, location))
    };
    ask(Definitions::Included).iter().map(shown).collect()
}

fn highlighted(scene: &Scene) -> String {
    let shown = |found: references::Highlight| {
        let location = Location {
            path: scene.path.as_str().into(),
            range: found.range,
        };
        let place = place(scene, &location);
        let (_, place) = place.split_once(':').unwrap_or_default();
        format!(
            "{place} ({})\n",
            if found.is_definition { "write" } else { "read" }
        )
    };
    scene
        .look(references::highlights)
        .into_iter()
        .map(shown)
        .collect()
}

fn renamed(scene: &Scene, new: &str) -> Result<String, String> {
    let edits = scene
        .look(|site, at| rename::rename(site, at, new))?
        .ok_or("there is no name at the cursor")?;
    let mut shown = String::new();
    let mut paths: Vec<&str> = edits
        .iter()
        .filter_map(|edit| edit.path.as_deref())
        .collect();
    paths.dedup();
    for path in paths {
        let old = scene
            .workspace
            .document(path)
            .map_or_else(String::new, |document| document.text().to_owned());
        let new = rename::edited(&old, path, &edits);
        if old.matches('\r').count() != new.matches('\r').count() {
            return Err(format!("line ends of {path} changed"));
        }
        let lines = old
            .lines()
            .zip(new.lines())
            .enumerate()
            .filter(|(_, (old, new))| old != new);
        let path = path.strip_prefix("/p/").unwrap_or(path);
        shown.extend(
            lines.map(|(number, (_, new))| format!("{path}:{}: {}\n", number + 1, new.trim())),
        );
    }
    Ok(shown)
}

fn refused(scene: &Scene, new: Option<&str>) -> Result<String, String> {
    let answer = match new {
        Some(new) => {
            scene.look(|site, at| rename::rename(site, at, new).map(|edits| format!("{edits:?}")))
        }
        None => scene.look(|site, at| rename::prepare(site, at).map(|found| format!("{found:?}"))),
    };
    match answer {
        Ok(found) if found == "None" => Ok(String::new()),
        Ok(found) => Err(format!("it is not refused: {found}")),
        Err(message) => Ok(message + "\n"),
    }
}

fn listed(scene: &Scene, block: &Block) -> String {
    let query = block.title.as_deref().unwrap_or_default();
    let configs: Vec<Document> = Vec::new();
    let found = workspace_symbols::search(&scene.workspace, "/p", &configs, query, &|_| true);
    found
        .iter()
        .map(|one| format!("{} {} | {}\n", one.kind.label(), one.name, one.container))
        .collect()
}

fn check_listed(now: &str, wanted: &str) -> Result<(), String> {
    match wanted.strip_suffix("...\n") {
        Some(start) if now.starts_with(start) => Ok(()),
        _ => check_same(now, wanted),
    }
}

fn used_by(scene: &Scene) -> String {
    let Some(found) = scene.look(|site, _| used_by::used_by(site)) else {
        return String::new();
    };
    let places = found
        .places
        .iter()
        .map(|location| place(scene, location) + "\n");
    std::iter::once(found.title + "\n").chain(places).collect()
}

/// The calls with their lines in the file of the caller: `caller`, or the other side.
fn calls(scene: &Scene, calls: &[used_by::CallEdge], caller: Option<&str>) -> String {
    let line = |path: &str, range: &TextRange| {
        let document = scene.workspace.document(path)?;
        Some((document.lines().line_of(range.start) + 1).to_string())
    };
    let shown = |call: &used_by::CallEdge| {
        let path = caller.unwrap_or(&call.other.location.path);
        let lines: Vec<String> = call
            .steps
            .iter()
            .filter_map(|step| line(path, step))
            .collect();
        format!(
            "{} {} | {}\n",
            call.other.kind.label(),
            call.other.name,
            lines.join(", ")
        )
    };
    calls.iter().map(shown).collect()
}
