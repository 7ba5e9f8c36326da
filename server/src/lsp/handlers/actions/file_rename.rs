//! Files that move, and paths that are renamed: what is written in the other files. As for names,
//! what is edited must be what was looked at.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::fix::Edit;
use azml_rules::text::LineIndex;
use tower_lsp::lsp_types::{
    DocumentChangeOperation, DocumentChanges, FileRename, Position, PrepareRenameResponse,
    RenameFile, RenameFileOptions, ResourceOp, TextEdit, Url, WorkspaceEdit,
};

use super::edit_target;
use super::refusal::Refusal;
use crate::lsp::protocol::edits::{FileEdits, document_edit, workspace_edit};
use crate::lsp::protocol::{position, uri};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::folder::WorkspaceSnapshot;
use crate::lsp::session::state_reader::StateReader;
use crate::sandbox;
use azml_ide::Site;
use azml_ide::refactor::file_rename;
use azml_ide::refactor::file_rename::Move;

/// Time of the request relative to the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// The client requests additional edits and moves the files afterwards.
    Before,
    /// The client has moved them.
    After,
}

/// Returns the edits that follow from moving `files`; `None` if no file refers to them.
pub(crate) fn moved(
    state: StateReader<'_>,
    files: &[FileRename],
    when: When,
) -> Option<WorkspaceEdit> {
    let moves: Vec<Move> = files.iter().filter_map(of_client).collect();
    let files = edits(state, &moves, when);
    if files.is_empty() {
        return None;
    }
    let version = |url: &Url| state.version_of(url);
    Some(workspace_edit(files, state.client(), version))
}

fn of_client(file: &FileRename) -> Option<Move> {
    let key = |uri: &str| uri::key_of(&Url::parse(uri).ok()?);
    Some(Move {
        from: key(&file.old_uri)?.to_string(),
        to: key(&file.new_uri)?.to_string(),
    })
}

/// The edits of every file that the user has open, or in an open folder.
fn edits(state: StateReader<'_>, moves: &[Move], when: When) -> Vec<FileEdits> {
    let urls = state.file_urls();
    let unit = state.client().unit;
    let mut done: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut files = Vec::new();
    for view in state.views() {
        for document in view.workspace.documents() {
            let path = document.shared_path();
            if !state.is_editable(&path) || !done.insert(path.clone()) {
                continue;
            }
            files.extend(of_includes(state, document, moves, when));
            let newest = newest(state, document, moves, when);
            let Some((document, edits)) = newest.and_then(|it| edited(&view, it, moves)) else {
                continue;
            };
            let now = match when {
                When::Before => path.to_string(),
                When::After => file_rename::moved(moves, &path).into_owned(),
            };
            let range =
                |edit: &Edit| position::range(document.text(), document.lines(), edit.range, unit);
            let edits = edits.into_iter().map(|edit| TextEdit {
                range: range(&edit),
                new_text: edit.text,
            });
            if let Some(uri) = urls.of(&now) {
                let edits = edits.collect();
                files.push(FileEdits { uri, edits });
            }
        }
    }
    files
}

/// The edits of the file of includes beside a component, if there is one.
fn of_includes(
    state: StateReader<'_>,
    document: &Document,
    moves: &[Move],
    when: When,
) -> Option<FileEdits> {
    document.kind()?;
    let file = file_rename::includes_beside(document.path());
    let now = match when {
        When::Before => Cow::Borrowed(file.as_str()),
        When::After => file_rename::moved(moves, &file),
    };
    if state.is_open(&now) || !Path::new(&*now).is_file() {
        return None;
    }
    let text = edit_target::on_disk(&now)?;
    let exists = |path: &str| Path::new(path).exists();
    let edits = file_rename::edits_of_includes((&file, &text), sandbox::STYLE, moves, &exists);
    let lines = LineIndex::new(&text);
    let unit = state.client().unit;
    let edits = edits.into_iter().map(|edit| TextEdit {
        range: position::range(&text, &lines, edit.range, unit),
        new_text: edit.text,
    });
    let edits: Vec<TextEdit> = edits.collect();
    let uri = uri::of_path(&now).filter(|_| !edits.is_empty())?;
    Some(FileEdits { uri, edits })
}

/// The document with the text that the client will edit; `None` for one that cannot be edited.
fn newest(
    state: StateReader<'_>,
    document: &Arc<Document>,
    moves: &[Move],
    when: When,
) -> Option<Arc<Document>> {
    let now = match when {
        When::Before => Cow::Borrowed(document.path()),
        When::After => file_rename::moved(moves, document.path()),
    };
    edit_target::newest(state, document, &now)
}

fn edited(
    view: &WorkspaceSnapshot,
    document: Arc<Document>,
    moves: &[Move],
) -> Option<(Arc<Document>, Vec<Edit>)> {
    let edits = view.site(&document, |site| file_rename::edits(site, moves));
    (!edits.is_empty()).then_some((document, edits))
}

/// The path at `position`, where the client can move what it leads to.
pub(crate) fn prepare(
    current: &DocumentSnapshot,
    position: Position,
) -> Option<PrepareRenameResponse> {
    if !current.client.renames_files {
        return None;
    }
    let offset = current.offset(position);
    let path = current.site(|site| file_rename::path_at(site, offset))?;
    Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: current.range(path.range),
        placeholder: path.text,
    })
}

/// The edit that moves the file or folder that the path at `position` leads to, so that its path is
/// `new` there; `None` where there is no path, or the client cannot move files.
pub(crate) fn rename(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    position: Position,
    new: &str,
) -> Option<Result<WorkspaceEdit, Refusal>> {
    if !current.client.renames_files {
        return None;
    }
    let offset = current.offset(position);
    let planned = current.site(|site: &Site<'_>| {
        let path = file_rename::path_at(site, offset)?;
        Some(file_rename::renaming(site, &path, new))
    })?;
    Some(match planned {
        Ok(one) if !state.is_editable(&one.from) || !state.is_editable(&one.to) => {
            let message = "only files in an open folder can be moved";
            Err(Refusal::Because(message.to_owned()))
        }
        Ok(one) => with_the_file(state, &one).ok_or(Refusal::NotAtHand),
        Err(message) => Err(Refusal::Because(message)),
    })
}

/// Adds the texts first: a client that requests the edits of a move expects them in the answer.
fn with_the_file(state: StateReader<'_>, one: &Move) -> Option<WorkspaceEdit> {
    if one.from == one.to {
        return Some(WorkspaceEdit::default());
    }
    let moves = [one.clone()];
    let mut operations = Vec::new();
    let files: BTreeMap<Url, FileEdits> = edits(state, &moves, When::Before)
        .into_iter()
        .map(|file| (file.uri.clone(), file))
        .collect();
    for (url, file) in files {
        let edit = document_edit(state.version_of(&url), file);
        operations.push(DocumentChangeOperation::Edit(edit));
    }
    let options = RenameFileOptions {
        overwrite: Some(false),
        ignore_if_exists: Some(false),
    };
    operations.push(DocumentChangeOperation::Op(ResourceOp::Rename(
        RenameFile {
            old_uri: state.file_urls().of(&one.from)?,
            new_uri: uri::of_path(&one.to)?,
            options: Some(options),
            annotation_id: None,
        },
    )));
    Some(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(operations)),
        ..WorkspaceEdit::default()
    })
}
