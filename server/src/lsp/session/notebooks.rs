//! Notebooks: a cell that begins with `%%writefile jobs/train.yml` is that file, with the text that it has now. A file that is
//! open in an editor of its own counts before a cell that writes it.
//!
//! lsp-types 0.94 has no notebooks, so their messages are described here.

use std::sync::Arc;

use azml_rules::document::is_python;
use azml_rules::path::parent;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    TextDocumentContentChangeEvent, TextDocumentIdentifier, TextDocumentItem, Url,
    VersionedTextDocumentIdentifier,
};

use super::folder::FolderId;
use super::state::{Shared, State};
use super::{loading, notifications};
use crate::discovery::{is_script, is_yaml};
use crate::lsp::protocol::uri;
use crate::lsp::scheduling::publish;
use crate::sandbox::STYLE;

/// Magics of IPython that write the rest of their cell into a file.
const MAGICS: [&str; 2] = ["%%writefile", "%%file"];

/// Parameters of `notebookDocument/didOpen`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenedNotebook {
    notebook_document: TextDocumentIdentifier,
    cell_text_documents: Vec<TextDocumentItem>,
}

/// Parameters of `notebookDocument/didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedNotebook {
    notebook_document: TextDocumentIdentifier,
    change: NotebookChange,
}

#[derive(Debug, Deserialize)]
struct NotebookChange {
    cells: Option<CellChanges>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CellChanges {
    structure: Option<CellStructure>,
    text_content: Option<Vec<CellText>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CellStructure {
    #[serde(default)]
    did_open: Vec<TextDocumentItem>,
    #[serde(default)]
    did_close: Vec<TextDocumentIdentifier>,
}

#[derive(Debug, Deserialize)]
struct CellText {
    document: VersionedTextDocumentIdentifier,
    changes: Vec<TextDocumentContentChangeEvent>,
}

/// Parameters of `notebookDocument/didClose`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClosedNotebook {
    cell_text_documents: Vec<TextDocumentIdentifier>,
}

/// The capability `notebookDocumentSync`: the cells of Jupyter notebooks. Those with a magic are in the language of the notebook.
pub(crate) fn sync_options() -> Value {
    json!({"notebookSelector": [{
        "notebook": {"notebookType": "jupyter-notebook"},
        "cells": [{"language": "python"}, {"language": "yaml"}],
    }]})
}

/// A notebook is opened.
pub(crate) fn opened(shared: &Arc<Shared>, params: OpenedNotebook) {
    let mut state = shared.lock();
    for cell in params.cell_text_documents {
        open(shared, &mut state, &params.notebook_document.uri, cell);
    }
    drop(state);
    shared.wake.notify_one();
}

/// Cells of a notebook come, go, and change.
pub(crate) fn changed(shared: &Arc<Shared>, params: ChangedNotebook) {
    let notebook = &params.notebook_document.uri;
    let Some(cells) = params.change.cells else {
        return;
    };
    let mut state = shared.lock();
    let structure = cells.structure.into_iter();
    for CellStructure {
        did_open,
        did_close,
    } in structure
    {
        for cell in did_close {
            notifications::close(shared, &mut state, cell.uri);
        }
        for cell in did_open {
            open(shared, &mut state, notebook, cell);
        }
    }
    for CellText { document, changes } in cells.text_content.into_iter().flatten() {
        state.change(&document.uri, document.version, &changes);
        publish::leave_others(shared, &mut state, &document.uri);
        open_if_renamed(shared, &mut state, notebook, document);
    }
    drop(state);
    shared.wake.notify_one();
}

/// A notebook is closed: what is on disk counts again.
pub(crate) fn closed(shared: &Arc<Shared>, params: ClosedNotebook) {
    let mut state = shared.lock();
    for cell in params.cell_text_documents {
        notifications::close(shared, &mut state, cell.uri);
    }
    drop(state);
    shared.wake.notify_one();
}

fn open(shared: &Arc<Shared>, state: &mut State, notebook: &Url, cell: TextDocumentItem) {
    let written = written_file(notebook, &cell.text).filter(|file| {
        let open = state.open.opened(file);
        // Of two cells that write a file, the last one counts.
        open.is_none_or(|(_, open)| open.is_cell())
    });
    if let Some(file) = &written
        && let Some((url, _)) = state.open.opened(file)
        && *url != cell.uri
    {
        let url = url.clone();
        if let Some(other) = notifications::close(shared, state, url.clone()) {
            insert(state, url, None, (other.version(), &other.text().raw()));
        }
    }
    let text = (cell.version, &*cell.text);
    if let Some(folder) = insert(state, cell.uri, written.as_ref(), text) {
        loading::load(shared, state, &folder);
    }
}

/// Adds a cell as the file that it writes. Returns a folder that is to be loaded for it.
fn insert(
    state: &mut State,
    cell: Url,
    written: Option<&Url>,
    (version, text): (i32, &str),
) -> Option<FolderId> {
    let (open, new) = state.document_at(written.unwrap_or(&cell), version, text);
    let is_ours = written
        .and_then(uri::path_of)
        .is_some_and(|file| is_yaml(&file) || is_script(&file) || is_python(&open.location().path));
    let open = open.of_cell();
    let open = if is_ours { open } else { open.foreign() };
    state.open.insert(cell, open);
    new
}

/// Opens a cell anew if its first line names another file than before.
fn open_if_renamed(
    shared: &Arc<Shared>,
    state: &mut State,
    notebook: &Url,
    cell: VersionedTextDocumentIdentifier,
) {
    let Some(open) = state.open.get(&cell.uri) else {
        return;
    };
    let text = open.text().raw();
    let written = written_file(notebook, &text).and_then(|file| uri::key_of(&file));
    let before = (!open.is_foreign()).then(|| open.location().path.clone());
    if written != before {
        notifications::close(shared, state, cell.uri.clone());
        let cell = TextDocumentItem::new(cell.uri, String::new(), cell.version, text);
        self::open(shared, state, notebook, cell);
    }
}

/// The file that a cell with this text writes; `None` where its name is known only at run time, or it is added to.
fn written_file(notebook: &Url, text: &str) -> Option<Url> {
    let line = text.lines().next()?;
    let rest = MAGICS.iter().find_map(|magic| line.strip_prefix(magic))?;
    let name = rest.strip_prefix([' ', '\t'])?.trim();
    let is_quoted = |quote| name.len() > 2 && name.starts_with(quote) && name.ends_with(quote);
    let name = if is_quoted('"') || is_quoted('\'') {
        &name[1..name.len() - 1]
    } else if name.contains([' ', '\t']) {
        return None;
    } else {
        name
    };
    if name.starts_with(['-', '~']) || name.contains(['{', '}', '$', '"', '\'', '\\']) {
        return None;
    }
    let notebook = uri::key_of(notebook)?;
    let path = STYLE.join(parent(&notebook), name)?;
    uri::of_path(&path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn written(text: &str) -> Option<String> {
        let notebook = Url::parse("file:///w/a%20b/n.ipynb").expect("an address");
        written_file(&notebook, text).map(|it| it.path().to_owned())
    }

    #[test]
    fn a_cell_names_the_file_that_it_writes() {
        for (text, file) in [
            ("%%writefile job.yml\ntype: command", "/w/a%20b/job.yml"),
            (
                "%%writefile ./src/../src/train.py\n",
                "/w/a%20b/src/train.py",
            ),
            ("%%file\tjob.yml", "/w/a%20b/job.yml"),
            ("%%writefile 'a b.yml' \r\nx: 1", "/w/a%20b/a%20b.yml"),
            ("%%writefile /x/job.yml", "/x/job.yml"),
        ] {
            assert_eq!(written(text).as_deref(), Some(file), "{text}");
        }
    }

    #[test]
    fn what_is_known_only_at_run_time_is_no_file() {
        for text in [
            "",
            "import os",
            "%%writefile",
            "%%writefiles x.yml",
            "%%writefile -a x.yml",
            "%%writefile {folder}/x.yml",
            "%%writefile $folder/x.yml",
            "%%writefile ~/x.yml",
            "%%writefile a b.yml",
            "\n%%writefile x.yml",
            "%%bash\ncat x.yml",
        ] {
            assert_eq!(written(text), None, "{text}");
        }
    }
}
