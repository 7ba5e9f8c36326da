//! Requests with answers that may be large: they are [`RawJson`] as soon as they are found out.

use serde::Serialize;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    DocumentDiagnosticParams, DocumentLinkParams, DocumentSymbolParams, FoldingRangeParams,
    SemanticTokensParams, TextDocumentIdentifier,
};

use super::Backend;
use crate::lsp::handlers::dispatch::{in_background, on_newest};
use crate::lsp::handlers::editing::{diagnostic_report, semantic_tokens};
use crate::lsp::handlers::navigation::{document_links, document_symbols, folding_ranges};
use crate::lsp::scheduling::publish;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::loading;
use crate::lsp::transport::raw_json::RawJson;

impl Backend {
    /// The request `textDocument/diagnostic`.
    pub(in crate::lsp) async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<RawJson> {
        let (shared, url) = (self.shared.clone(), params.text_document.uri);
        if !shared.lock().client.pulls {
            // The client has no way to be notified that it must request again.
            loading::loaded_around(&shared, &url).await;
        }
        let report = in_background(move || {
            let found = publish::pull(&shared, &url)?;
            let previous = params.previous_result_id.as_deref();
            Some(diagnostic_report::of_document(&found, previous))
        });
        report.await?.ok_or_else(Error::content_modified)
    }

    /// The request `textDocument/documentLink`.
    pub(in crate::lsp) async fn document_link(
        &self,
        params: DocumentLinkParams,
    ) -> Result<Option<RawJson>> {
        self.written(params.text_document, document_links::links)
            .await
    }

    /// The request `textDocument/documentSymbol`.
    pub(in crate::lsp) async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<RawJson>> {
        self.written(params.text_document, document_symbols::symbols)
            .await
    }

    /// The request `textDocument/foldingRange`.
    pub(in crate::lsp) async fn folding_range(
        &self,
        params: FoldingRangeParams,
    ) -> Result<Option<RawJson>> {
        self.written(params.text_document, folding_ranges::folds)
            .await
    }

    /// The request `textDocument/semanticTokens/full`.
    pub(in crate::lsp) async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<RawJson>> {
        let tokens = |current: &DocumentSnapshot| semantic_tokens::tokens(current, None);
        self.written(params.text_document, tokens).await
    }

    /// Serializes the `answer` computed from the newest text of `document`.
    async fn written<T: Serialize>(
        &self,
        document: TextDocumentIdentifier,
        answer: impl FnOnce(&DocumentSnapshot) -> T + Send + 'static,
    ) -> Result<Option<RawJson>> {
        on_newest(&self.shared, &document.uri, |_, current| {
            Some(RawJson::of(&answer(current)))
        })
        .await
    }
}
