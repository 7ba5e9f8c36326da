//! Requests that edit text. They need diagnostics, or change the state when they are refused, so
//! they run on more than a [`StateReader`].

use std::sync::Arc;

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionParams, CodeActionResponse, RenameParams, WorkspaceEdit,
};

use crate::lsp::handlers::actions::{code_actions, rename};
use crate::lsp::handlers::dispatch::on_document;
use crate::lsp::handlers::table;
use crate::lsp::scheduling::publish;
use crate::lsp::session::notifications;
use crate::lsp::session::state::Shared;
use crate::lsp::session::state_reader::StateReader;

pub(super) async fn code_action(
    shared: &Arc<Shared>,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>> {
    let url = params.text_document.uri.clone();
    let lines = params.range.start.line..=params.range.end.line;
    publish::leave_unless_in(shared, &url, &lines);
    on_document(shared, table::CODE_ACTION, &url, move |shared, current| {
        let newest = publish::newest_diagnostics(shared, current)?;
        let state = StateReader::new(shared);
        Some(code_actions::actions(state, current, &params, &newest))
    })
    .await
}

pub(super) async fn resolve(shared: &Arc<Shared>, action: CodeAction) -> Result<CodeAction> {
    let Some(url) = code_actions::document_of(&action) else {
        return Ok(action);
    };
    let handler = table::CODE_ACTION_RESOLVE;
    let resolved = on_document(shared, handler, &url, move |shared, current| {
        let state = StateReader::new(shared);
        Some(code_actions::resolve(state, current, action))
    });
    resolved.await?.ok_or_else(Error::content_modified)
}

pub(super) async fn rename(
    shared: &Arc<Shared>,
    params: RenameParams,
) -> Result<Option<WorkspaceEdit>> {
    let at = params.text_document_position;
    let url = at.text_document.uri;
    on_document(shared, table::RENAME, &url, move |shared, current| {
        let state = StateReader::new(shared);
        let renamed = rename::rename(state, current, at.position, &params.new_name)?;
        Some(renamed.map_err(|refusal| {
            notifications::files_changed(shared, refusal.changed_on_disk());
            refusal.into_error()
        }))
    })
    .await?
    .transpose()
}
