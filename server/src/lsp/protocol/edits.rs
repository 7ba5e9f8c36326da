//! Edits of several files as the client applies them.

use tower_lsp::lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Url, WorkspaceEdit,
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

/// The edits of the file as it was in `version`; `None` for a file that is not open.
pub(crate) fn document_edit(version: Option<i32>, file: FileEdits) -> TextDocumentEdit {
    let uri = file.uri;
    TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: file.edits.into_iter().map(OneOf::Left).collect(),
    }
}
