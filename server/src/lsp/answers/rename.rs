//! Renaming in the protocol's words. What is edited must be what was looked at: texts that are open carry the version of
//! the look, files that are not are held against the disk.

use azml_rules::fix::Edit;
use azml_rules::text::TextRange;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{PrepareRenameResponse, Range, TextEdit, Url, WorkspaceEdit};

use super::navigation::with_others;
use crate::files::{self, Encoding};
use crate::ide::rename;
use crate::lsp::analysis::Current;
use crate::lsp::convert::{Converter, FileEdits, range, workspace_edit};
use crate::lsp::folder::Loading;
use crate::lsp::state::Shared;

/// The protocol's number for "valid, but cannot be done"; clients show its message.
const REQUEST_FAILED: i64 = -32803;

fn refuse(message: String) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into(),
        data: None,
    }
}

/// The name at `offset`, or why it cannot be changed; nothing where none is.
pub(in crate::lsp) fn prepare(
    shared: &Shared,
    current: &Current,
    offset: u32,
) -> Option<Result<PrepareRenameResponse>> {
    let newer = with_others(shared, current);
    let current = newer.as_ref().unwrap_or(current);
    let found = current
        .site(|site| rename::prepare(site, offset))
        .transpose()?;
    Some(
        found
            .map_err(refuse)
            .map(|found| PrepareRenameResponse::RangeWithPlaceholder {
                range: range(
                    current.document.text(),
                    current.document.lines(),
                    found.range,
                    current.client.unit,
                ),
                placeholder: found.name,
            }),
    )
}

/// The edits that give what `offset` is on the name `new`.
pub(in crate::lsp) fn rename(
    shared: &Shared,
    current: &Current,
    offset: u32,
    new: &str,
) -> Option<Result<WorkspaceEdit>> {
    if is_loading(shared, current) {
        return Some(Err(refuse(
            "the folder is still being read: try again in a moment".to_owned(),
        )));
    }
    let newer = with_others(shared, current);
    let current = newer.as_ref().unwrap_or(current);
    let edits = current
        .site(|site| rename::rename(site, offset, new))
        .transpose()?;
    Some(
        edits
            .map_err(refuse)
            .and_then(|edits| workspace(shared, current, &edits)),
    )
}

fn is_loading(shared: &Shared, current: &Current) -> bool {
    let state = shared.lock();
    let folder = state
        .open
        .get(&current.url)
        .and_then(|open| state.folders.get(&open.folder));
    folder.is_some_and(|folder| folder.loading != Loading::No)
}

fn workspace(shared: &Shared, current: &Current, edits: &[Edit]) -> Result<WorkspaceEdit> {
    let converter = Converter::new(shared, current);
    let mut files: Vec<(FileEdits, Option<i32>)> = Vec::new();
    for edit in edits {
        let Some(path) = &edit.path else { continue };
        let place = converter
            .url_of(path)
            .zip(converter.range_in(path, edit.range));
        let (uri, range) = place.ok_or_else(Error::internal_error)?;
        if files.last().is_none_or(|(file, _)| file.uri != uri) {
            let version = version(shared, current, path, &uri)?;
            files.push((
                FileEdits {
                    uri,
                    edits: Vec::new(),
                },
                version,
            ));
        }
        if let Some((file, version)) = files.last_mut() {
            let range = if version.is_none() {
                without_mark(current, path, edit.range, range)
            } else {
                range
            };
            file.edits.push(TextEdit {
                range,
                new_text: edit.text.clone(),
            });
        }
    }
    let versions: Vec<(Url, Option<i32>)> = files
        .iter()
        .map(|(file, version)| (file.uri.clone(), *version))
        .collect();
    let version = |url: &Url| {
        versions
            .iter()
            .find(|(other, _)| other == url)
            .and_then(|(_, version)| *version)
    };
    Ok(workspace_edit(
        files.into_iter().map(|(file, _)| file).collect(),
        current.client,
        version,
    ))
}

/// The version of the text that was looked at; `None` for a file that is not open.
fn version(shared: &Shared, current: &Current, path: &str, url: &Url) -> Result<Option<i32>> {
    let looked_at = current.view.workspace.document(path);
    let state = shared.lock();
    if let Some(open) = state.open.get(url) {
        let folder = state.folders.get(&open.folder);
        let newest = folder
            .and_then(|folder| folder.workspace().document(path))
            .zip(looked_at);
        let same = open.parsed == Some(open.stamp)
            && newest.is_some_and(|(a, b)| std::sync::Arc::ptr_eq(a, b));
        return if same {
            Ok(Some(open.version))
        } else {
            Err(Error::content_modified())
        };
    }
    drop(state);
    let known = looked_at
        .map(|document| document.text())
        .or_else(|| current.view.texts.get(path).map(|text| &**text));
    let file = url.to_file_path().map_err(|()| Error::internal_error())?;
    let name = || {
        file.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    match files::read_text(&file) {
        Ok(text) if Some(text.text.as_str()) != known => {
            shared.lock().changed_files.insert(files::absolute(&file));
            shared.wake.notify_one();
            Err(refuse(format!(
                "`{}` has changed on disk: try again in a moment",
                name()
            )))
        }
        Ok(text) if text.encoding == Encoding::Utf8 => Ok(None),
        Ok(_) => Err(refuse(format!(
            "`{}` is not UTF-8, and no editor could be told where to write",
            name()
        ))),
        Err(problem) => Err(refuse(format!("`{}` {problem}", name()))),
    }
}

/// Clients cut the byte-order mark off when they read a file: columns of its first line begin behind it.
fn without_mark(current: &Current, path: &str, at: TextRange, range: Range) -> Range {
    let document = current.view.workspace.document(path);
    let is_first = range.start.line == 0
        && document.is_some_and(|it| it.text().starts_with('\u{feff}') && at.start > 0);
    if !is_first {
        return range;
    }
    let mark = match current.client.unit {
        azml_rules::text::Column::Utf8 => 3,
        _ => 1,
    };
    let shift = |mut at: tower_lsp::lsp_types::Position| {
        at.character = at.character.saturating_sub(mark);
        at
    };
    Range {
        start: shift(range.start),
        end: if range.end.line == 0 {
            shift(range.end)
        } else {
            range.end
        },
    }
}
