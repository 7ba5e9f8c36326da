//! Refactorings. The client creates a new file in the same edit as the rest, so that one undo
//! reverts both.

use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CreateFile, CreateFileOptions, DocumentChangeOperation,
    DocumentChanges, Range, ResourceOp, TextEdit, Url, WorkspaceEdit,
};

use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::edits::{FileEdits, document_edit, workspace_edit};
use crate::lsp::protocol::uri;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::refactor;
use azml_ide::refactor::{NewFile, Refactoring, RefactoringSort};

/// The refactorings at `selection`; without those that make a file where the client cannot.
pub(crate) fn actions(current: &DocumentSnapshot, selection: Range) -> Vec<CodeAction> {
    let at = current.offsets(selection);
    let mut actions = Vec::new();
    for refactoring in current.site(|site| refactor::refactorings(site, at)) {
        if refactoring.new_files.is_empty() || current.client.creates_files {
            actions.extend(action(current, refactoring));
        }
    }
    actions
}

/// A new file, and nothing else.
pub(crate) fn with_new_file(current: &DocumentSnapshot, file: NewFile) -> Option<WorkspaceEdit> {
    let unchanged = FileEdits {
        uri: current.url.clone(),
        edits: Vec::new(),
    };
    with_files(current.version, unchanged, vec![file])
}

/// The action of one refactoring.
pub(crate) fn action(current: &DocumentSnapshot, refactoring: Refactoring) -> Option<CodeAction> {
    let mut edits = Vec::new();
    for edit in refactoring.edits {
        edits.push(TextEdit {
            range: current.range(edit.range),
            new_text: edit.text,
        });
    }
    let changes = FileEdits {
        uri: current.url.clone(),
        edits,
    };
    let edit = if refactoring.new_files.is_empty() {
        workspace_edit(vec![changes], current.client, |_| Some(current.version))
    } else {
        with_files(current.version, changes, refactoring.new_files)?
    };
    Some(CodeAction {
        title: label(refactoring.title),
        kind: Some(match refactoring.sort {
            RefactoringSort::Extract => CodeActionKind::REFACTOR_EXTRACT,
            RefactoringSort::Inline => CodeActionKind::REFACTOR_INLINE,
            RefactoringSort::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        }),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

/// The files first: what refers to them comes when they are there.
fn with_files(version: i32, changes: FileEdits, files: Vec<NewFile>) -> Option<WorkspaceEdit> {
    let mut operations = Vec::new();
    for file in files {
        let uri = uri::of_path(&file.path)?;
        operations.push(DocumentChangeOperation::Op(create(uri.clone())));
        let content = TextEdit {
            range: Range::default(),
            new_text: file.text,
        };
        let edits = vec![content];
        let written = document_edit(None, FileEdits { uri, edits });
        operations.push(DocumentChangeOperation::Edit(written));
    }
    if !changes.edits.is_empty() {
        let changes = document_edit(Some(version), changes);
        operations.push(DocumentChangeOperation::Edit(changes));
    }
    Some(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(operations)),
        ..WorkspaceEdit::default()
    })
}

/// Creates a new file; the client refuses if the path exists.
fn create(uri: Url) -> ResourceOp {
    ResourceOp::Create(CreateFile {
        uri,
        options: Some(CreateFileOptions {
            overwrite: Some(false),
            ignore_if_exists: Some(false),
        }),
        annotation_id: None,
    })
}
