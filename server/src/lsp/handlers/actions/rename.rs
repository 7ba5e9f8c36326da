//! Renaming. What is edited must be what was looked at: texts that are open carry the version of
//! the look, files that are not are held against the disk.

use std::collections::HashMap;

use azml_rules::fix::Edit;
use azml_rules::text::{Column, TextRange};
use tower_lsp::jsonrpc::Error;
use tower_lsp::lsp_types::{Position, PrepareRenameResponse, Range, TextEdit, Url, WorkspaceEdit};

use super::file_rename;
use super::refusal::{Refusal, file_name, refused};
use crate::lsp::protocol::convert::Converter;
use crate::lsp::protocol::edits::{FileEdits, workspace_edit};
use crate::lsp::protocol::uri;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::{OpenText, StateReader};
use crate::sandbox;
use crate::sandbox::Encoding;
use azml_ide::refactor::rename;

/// The name at `position`, or why it cannot be changed; nothing where none is.
pub(crate) fn prepare(
    current: &DocumentSnapshot,
    position: Position,
) -> Option<Result<PrepareRenameResponse, Error>> {
    if let Some(path) = file_rename::prepare(current, position) {
        return Some(Ok(path));
    }
    let offset = current.offset(position);
    let renaming = current.site(|site| rename::prepare(site, offset));
    Some(match renaming.transpose()? {
        Ok(renaming) => Ok(PrepareRenameResponse::RangeWithPlaceholder {
            range: current.range(renaming.range),
            placeholder: renaming.name,
        }),
        Err(message) => Err(refused(&message)),
    })
}

/// The edits that give what `position` is on the name `new`.
pub(crate) fn rename(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    position: Position,
    new: &str,
) -> Option<Result<WorkspaceEdit, Refusal>> {
    if state.is_loading_around(&current.url) {
        let message = "the folder is still being read; try again in a moment";
        return Some(Err(Refusal::Because(message.to_owned())));
    }
    if let Some(moved) = file_rename::rename(state, current, position, new) {
        return Some(moved);
    }
    let offset = current.offset(position);
    let edits = current.site(|site| rename::rename(site, offset, new));
    Some(match edits.transpose()? {
        Ok(edits) => in_files(state, current, &edits),
        Err(message) => Err(Refusal::Because(message)),
    })
}

/// Converts `edits`, grouped by file, to the form that the client applies.
fn in_files(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    edits: &[Edit],
) -> Result<WorkspaceEdit, Refusal> {
    let converter = Converter::new(state, current);
    let mut files: Vec<FileEdits> = Vec::new();
    let mut versions = HashMap::new();
    for edit in edits {
        let Some(path) = &edit.path else { continue };
        let url = converter.url_of(path);
        let place = url.zip(converter.range_in(path, edit.range));
        let (uri, mut range) = place.ok_or(Refusal::NotAtHand)?;
        if files.last().is_none_or(|file| file.uri != uri) {
            stay_inside(state, current, path)?;
            if let Some(version) = version(state, current, path, &uri)? {
                versions.insert(uri.clone(), version);
            }
            let edits = Vec::new();
            let uri = uri.clone();
            files.push(FileEdits { uri, edits });
        }
        if !versions.contains_key(&uri) {
            range = without_mark(current, path, edit.range, range);
        }
        let new_text = edit.text.clone();
        if let Some(file) = files.last_mut() {
            file.edits.push(TextEdit { range, new_text });
        }
    }
    Ok(workspace_edit(files, current.client, |url| {
        versions.get(url).copied()
    }))
}

/// Refuses to edit a file that the user has not opened, nor a folder around it: what a configuration
/// names, and the project around the folder.
fn stay_inside(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    path: &str,
) -> Result<(), Refusal> {
    if state.is_opened(&current.url, path) {
        return Ok(());
    }
    let shown = current.site(|site| site.shown(path).to_owned());
    Err(Refusal::Because(format!(
        "`{shown}` has this name too, outside the open folder: open a folder that contains both \
         files, then rename it"
    )))
}

/// The version of the text that was looked at; `None` for a file that is not open.
fn version(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    path: &str,
    url: &Url,
) -> Result<Option<i32>, Refusal> {
    let document = current.view.workspace.document(path);
    match state.open_text(url, document) {
        OpenText::Same(version) => return Ok(Some(version)),
        OpenText::Changed => return Err(Refusal::ContentModified),
        OpenText::NotOpen => {}
    }
    let looked_at = document.map(|document| document.text());
    let looked_at = looked_at.or_else(|| current.view.texts.get(path).map(|text| &**text));
    hold_against_disk(url, looked_at)?;
    Ok(None)
}

/// Refuses where the file does not have this text.
fn hold_against_disk(url: &Url, looked_at: Option<&str>) -> Result<(), Refusal> {
    let Some(file) = uri::path_of(url) else {
        return Err(Refusal::NotAtHand);
    };
    let name = file_name(&file);
    let text = match sandbox::read_text(&file) {
        Ok(text) => text,
        Err(problem) => return Err(Refusal::Because(format!("`{name}` {problem}"))),
    };
    if Some(text.text.as_str()) != looked_at {
        return Err(Refusal::ChangedOnDisk(url.clone()));
    }
    if text.encoding != Encoding::Utf8 {
        let why = "is not UTF-8, so it can't be edited";
        return Err(Refusal::Because(format!("`{name}` {why}")));
    }
    Ok(())
}

/// Clients cut the byte-order mark off when they read a file: columns of its first line begin
/// behind it.
fn without_mark(current: &DocumentSnapshot, path: &str, at: TextRange, range: Range) -> Range {
    let document = current.view.workspace.document(path);
    let has_mark = document.is_some_and(|it| it.text().starts_with('\u{feff}'));
    if range.start.line != 0 || at.start == 0 || !has_mark {
        return range;
    }
    let mark = match current.client.unit {
        Column::Utf8 => 3,
        _ => 1,
    };
    Range {
        start: shifted(range.start, mark),
        end: shifted(range.end, mark),
    }
}

/// `at` without the mark, where it is in the first line.
fn shifted(mut at: Position, mark: u32) -> Position {
    if at.line == 0 {
        at.character = at.character.saturating_sub(mark);
    }
    at
}
