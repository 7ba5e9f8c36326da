//! Refactorings in the protocol's words. A new file is made by the client, in the same edit as the rest, so that undoing
//! takes both back.

use azml_rules::fix::Edit;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CreateFile, CreateFileOptions, DocumentChangeOperation,
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Range, ResourceOp,
    TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use azml_rules::text::TextRange;

use crate::ide::refactor::{NewFile, Refactoring, refactorings};
use crate::lsp::analysis::Current;
use crate::lsp::convert::{self, FileEdits, workspace_edit};

/// The kind of all of them.
pub(in crate::lsp) const KIND: CodeActionKind = CodeActionKind::REFACTOR_EXTRACT;

/// The refactorings at `selection`; without those that make a file where the client cannot.
pub(in crate::lsp) fn actions(current: &Current, selection: Range) -> Vec<CodeAction> {
    let (text, lines) = (current.document.text(), current.document.lines());
    let offset = |at| convert::offset(text, lines, at, current.client.unit);
    let at = TextRange::new(offset(selection.start), offset(selection.end));
    let possible = |found: &Refactoring| found.new_files.is_empty() || current.client.creates_files;
    let found = current.site(|site| refactorings(site, at));
    found
        .into_iter()
        .filter(possible)
        .filter_map(|found| action(current, found))
        .collect()
}

fn action(current: &Current, found: Refactoring) -> Option<CodeAction> {
    let edits: Vec<TextEdit> = found
        .edits
        .iter()
        .map(|edit| text_edit(current, edit))
        .collect();
    let edit = if found.new_files.is_empty() {
        let files = vec![FileEdits {
            uri: current.url.clone(),
            edits,
        }];
        workspace_edit(files, current.client, |_| Some(current.version))
    } else {
        with_files(current, edits, found.new_files)?
    };
    Some(CodeAction {
        title: found.title,
        kind: Some(KIND),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

fn text_edit(current: &Current, edit: &Edit) -> TextEdit {
    let (text, lines) = (current.document.text(), current.document.lines());
    TextEdit {
        range: convert::range(text, lines, edit.range, current.client.unit),
        new_text: edit.text.clone(),
    }
}

/// The files first: what refers to them comes when they are there.
fn with_files(
    current: &Current,
    edits: Vec<TextEdit>,
    files: Vec<NewFile>,
) -> Option<WorkspaceEdit> {
    let mut operations = Vec::new();
    for file in files {
        let uri = Url::from_file_path(&file.path).ok()?;
        // The client refuses where something stands.
        let options = CreateFileOptions {
            overwrite: Some(false),
            ignore_if_exists: Some(false),
        };
        let create = CreateFile {
            uri: uri.clone(),
            options: Some(options),
            annotation_id: None,
        };
        operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
        let content = TextEdit {
            range: Range::default(),
            new_text: file.text,
        };
        operations.push(document_edit(uri, None, vec![content]));
    }
    operations.push(document_edit(
        current.url.clone(),
        Some(current.version),
        edits,
    ));
    Some(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(operations)),
        ..WorkspaceEdit::default()
    })
}

fn document_edit(uri: Url, version: Option<i32>, edits: Vec<TextEdit>) -> DocumentChangeOperation {
    DocumentChangeOperation::Edit(TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    })
}
