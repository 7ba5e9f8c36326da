//! Edits of several files as the client applies them.

use tower_lsp::lsp_types::{
    DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::client_features::ClientFeatures;

/// The edits of one file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FileEdits {
    pub(crate) uri: Url,
    pub(crate) edits: Vec<TextEdit>,
}

/// Returns the workspace edit of `files`, with the versions of open documents if the client
/// supports them, so that it can refuse an outdated edit.
pub(crate) fn workspace_edit(
    files: Vec<FileEdits>,
    client: ClientFeatures,
    version: impl Fn(&Url) -> Option<i32>,
) -> WorkspaceEdit {
    let files = files.into_iter();
    if client.versioned_edits {
        let edits = files.map(|file| document_edit(version(&file.uri), file));
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(edits.collect())),
            ..WorkspaceEdit::default()
        };
    }
    WorkspaceEdit {
        changes: Some(files.map(|file| (file.uri, file.edits)).collect()),
        ..WorkspaceEdit::default()
    }
}

/// Returns `true` if `edit` changes the first line of the document at `url`.
pub(crate) fn changes_first_line(edit: &WorkspaceEdit, url: &Url) -> bool {
    let is_first = |edit: &TextEdit| edit.range.start.line == 0;
    let changes = edit.changes.as_ref().and_then(|it| it.get(url));
    let documents = match &edit.document_changes {
        Some(DocumentChanges::Edits(edits)) => edits.iter().collect(),
        Some(DocumentChanges::Operations(operations)) => {
            let edits = operations.iter().filter_map(|it| match it {
                DocumentChangeOperation::Edit(edit) => Some(edit),
                DocumentChangeOperation::Op(_) => None,
            });
            edits.collect()
        }
        None => Vec::new(),
    };
    let own = documents.iter().filter(|it| it.text_document.uri == *url);
    let mut edits = own.flat_map(|it| &it.edits);
    changes.is_some_and(|edits| edits.iter().any(is_first))
        || edits.any(|edit| match edit {
            OneOf::Left(edit) => is_first(edit),
            OneOf::Right(edit) => is_first(&edit.text_edit),
        })
}

/// The edits of the file as it was in `version`; `None` for a file that is not open.
pub(crate) fn document_edit(version: Option<i32>, file: FileEdits) -> TextDocumentEdit {
    let uri = file.uri;
    TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: file.edits.into_iter().map(OneOf::Left).collect(),
    }
}
