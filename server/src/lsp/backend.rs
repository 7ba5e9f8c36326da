//! Entry points of the protocol's messages. Each is forwarded: notifications to [`notifications`],
//! requests to one file of [`super::handlers`], run by a function of [`super::handlers::dispatch`].
//! This module decides nothing. Requests with large answers are in [`large_answers`].

mod large_answers;

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedReceiver;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    CodeAction, CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, CompletionParams,
    CompletionResponse, CreateFilesParams, DeleteFilesParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentHighlight, DocumentHighlightParams, ExecuteCommandParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InitializeParams, InitializeResult,
    InitializedParams, InlayHint, InlayHintParams, Location, PrepareRenameResponse,
    ReferenceParams, RenameFilesParams, RenameParams, SelectionRange, SelectionRangeParams,
    SemanticTokensRangeParams, SemanticTokensRangeResult, SetTraceParams, SymbolInformation,
    TextDocumentPositionParams, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult,
    WorkspaceEdit, WorkspaceSymbolParams,
};
use tower_lsp::{Client, LanguageServer, async_trait};

use super::handlers::actions::file_rename;
use super::handlers::actions::file_rename::When;
use super::handlers::actions::{code_actions, rename};
use super::handlers::dispatch;
use super::handlers::dispatch::{
    in_background, on_newest, on_newest_folder, on_newest_yaml_folder,
};
use super::handlers::editing::{code_lenses, completion, hover, inlay_hints, semantic_tokens};
use super::handlers::extensions::computes;
use super::handlers::extensions::computes::ComputesParams;
use super::handlers::extensions::graph;
use super::handlers::extensions::graph::GraphParams;
use super::handlers::extensions::report;
use super::handlers::extensions::report::ReportParams;
use super::handlers::extensions::rule_page;
use super::handlers::extensions::rule_page::RulePageParams;
use super::handlers::navigation::{
    call_hierarchy, definition, highlights, references, selection_ranges, workspace_symbols,
};
use super::protocol::capabilities;
use super::protocol::client_features::Traces;
use super::scheduling::client_queue;
use super::scheduling::client_queue::Outgoing;
use super::scheduling::{publish, schedule};
use super::session::document_snapshot::DocumentSnapshot;
use super::session::notifications::CursorParams;
use super::session::state::Shared;
use super::session::state_reader::StateReader;
use super::session::{loading, notifications};
use super::workspace_diagnostics::{pull, run};

/// The server as tower-lsp calls it.
pub(super) struct Backend {
    client: Client,
    shared: Arc<Shared>,
    queue: Mutex<Option<UnboundedReceiver<Outgoing>>>,
}

impl Backend {
    pub(super) fn new(
        client: Client,
        shared: Arc<Shared>,
        queue: UnboundedReceiver<Outgoing>,
    ) -> Self {
        Self {
            client,
            shared,
            queue: Mutex::new(Some(queue)),
        }
    }

    /// Returns the receiving end of the queue to the client; `None` after the first call.
    fn take_queue(&self) -> Option<UnboundedReceiver<Outgoing>> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.take()
    }

    /// The request `azml-ls/computes`.
    pub(super) async fn computes(&self, _: ComputesParams) -> Result<serde_json::Value> {
        let shared = self.shared.clone();
        loading::all_loaded(&shared).await;
        in_background(move || {
            DocumentSnapshot::parse_all(&shared);
            computes::computes(StateReader::new(&shared))
        })
        .await
    }

    /// The request `azml-ls/report`.
    pub(super) async fn report(&self, _: ReportParams) -> Result<String> {
        let shared = self.shared.clone();
        in_background(move || report::report(StateReader::new(&shared))).await
    }

    /// The notification `azml-ls/cursor`.
    pub(super) async fn cursor(&self, params: CursorParams) {
        notifications::cursor_moved(&self.shared, &params);
    }

    /// The notification `$/setTrace`.
    pub(super) async fn set_trace(&self, params: SetTraceParams) {
        self.shared.lock().client.traces = Traces::of(params.value);
    }

    /// The request `azml-ls/rulePage`.
    pub(super) async fn rule_page(&self, params: RulePageParams) -> Result<Option<String>> {
        Ok(rule_page::rule_page(&params))
    }

    /// The request `azml-ls/graph`.
    pub(super) async fn graph(&self, params: GraphParams) -> Result<Option<serde_json::Value>> {
        on_newest(
            &self.shared,
            &params.text_document.uri,
            |shared, current| graph::graph(StateReader::new(shared), current),
        )
        .await
    }
}

#[async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let client = notifications::introduced(&self.shared, params);
        Ok(capabilities::initialize_result(client))
    }

    async fn initialized(&self, _: InitializedParams) {
        let Some(queue) = self.take_queue() else {
            return;
        };
        tokio::spawn(client_queue::send_all(self.client.clone(), queue));
        tokio::spawn(schedule::run(self.shared.clone()));
        tokio::spawn(run::run(self.shared.clone()));
        notifications::initialized(&self.shared);
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        notifications::opened(&self.shared, params.text_document);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        notifications::changed(&self.shared, &params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        notifications::saved(&self.shared, &params.text_document.uri);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        notifications::closed(&self.shared, params.text_document.uri);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        notifications::options_changed(&self.shared, &params.settings);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let files = params.changes.iter().map(|change| &change.uri);
        notifications::files_changed(&self.shared, files);
    }

    async fn did_create_files(&self, params: CreateFilesParams) {
        let files = params.files.iter().map(|file| file.uri.as_str());
        notifications::files_named(&self.shared, files);
    }

    async fn did_delete_files(&self, params: DeleteFilesParams) {
        let files = params.files.iter().map(|file| file.uri.as_str());
        notifications::files_named(&self.shared, files);
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        loading::all_settled(&self.shared).await;
        let shared = self.shared.clone();
        in_background(move || {
            DocumentSnapshot::parse_all(&shared);
            file_rename::moved(StateReader::new(&shared), &params.files, When::Before)
        })
        .await
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        notifications::files_moved(&self.shared, params.files);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        notifications::folders_changed(&self.shared, &params.event);
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let report = pull::pull(&self.shared, params).await?;
        Ok(report.into())
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        dispatch::once_loaded(&self.shared, &at.text_document.uri).await?;
        on_newest(&self.shared, &at.text_document.uri, move |_, current| {
            hover::hover(current, at.position)
        })
        .await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let url = &at.text_document.uri;
        dispatch::as_of_now(&self.shared, url, move |_, current| {
            completion::completion(current, at.position)
        })
        .await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        on_newest(
            &self.shared,
            &params.text_document.uri,
            move |_, current| Some(semantic_tokens::tokens(current, Some(params.range)).into()),
        )
        .await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        on_newest(
            &self.shared,
            &params.text_document.uri,
            move |_, current| Some(inlay_hints::hints(current, params.range)),
        )
        .await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        on_newest(
            &self.shared,
            &params.text_document.uri,
            move |_, current| Some(selection_ranges::selections(current, &params.positions)),
        )
        .await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let url = params.text_document.uri;
        loading::loaded_around(&self.shared, &url).await;
        on_newest(&self.shared, &url, |shared, current| {
            Some(code_lenses::lenses(StateReader::new(shared), current))
        })
        .await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let url = params.text_document.uri.clone();
        let lines = params.range.start.line..=params.range.end.line;
        publish::leave_unless_in(&self.shared, &url, &lines);
        on_newest_yaml_folder(&self.shared, &url, move |shared, current| {
            let newest = publish::newest_diagnostics(shared, current)?;
            let state = StateReader::new(shared);
            Some(code_actions::actions(state, current, &params, &newest))
        })
        .await
    }

    async fn execute_command(
        &self,
        params: ExecuteCommandParams,
    ) -> Result<Option<serde_json::Value>> {
        let page = rule_page::asked_for(&params);
        let page = page.ok_or_else(|| Error::invalid_params("no such command, or no such rule"))?;
        self.shared.send(Outgoing::Page(page));
        Ok(None)
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let Some(url) = code_actions::document_of(&action) else {
            return Ok(action);
        };
        let resolved = on_newest_yaml_folder(&self.shared, &url, move |shared, current| {
            let state = StateReader::new(shared);
            Some(code_actions::resolve(state, current, action))
        });
        resolved.await?.ok_or_else(Error::content_modified)
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        let url = &at.text_document.uri;
        dispatch::once_loaded(&self.shared, url).await?;
        on_newest_folder(&self.shared, url, move |shared, current| {
            definition::definition(StateReader::new(shared), current, at.position)
        })
        .await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let url = &at.text_document.uri;
        dispatch::once_loaded(&self.shared, url).await?;
        on_newest_folder(&self.shared, url, move |shared, current| {
            let state = StateReader::new(shared);
            let (position, context) = (at.position, params.context);
            Some(references::references(state, current, position, context))
        })
        .await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        let (url, line) = (&at.text_document.uri, at.position.line);
        publish::leave_unless_in(&self.shared, url, &(line..=line));
        on_newest(&self.shared, &at.text_document.uri, move |_, current| {
            Some(highlights::highlights(current, at.position))
        })
        .await
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<Vec<SymbolInformation>>> {
        let shared = self.shared.clone();
        in_background(move || {
            let state = StateReader::new(&shared);
            Some(workspace_symbols::symbols(state, &params.query))
        })
        .await
    }

    async fn prepare_rename(
        &self,
        at: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let url = &at.text_document.uri;
        dispatch::once_loaded(&self.shared, url).await?;
        on_newest_folder(&self.shared, url, move |_, current| {
            rename::prepare(current, at.position)
        })
        .await?
        .transpose()
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        let url = &at.text_document.uri;
        loading::settled_around(&self.shared, url).await;
        on_newest_folder(&self.shared, url, move |shared, current| {
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

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        let at = params.text_document_position_params;
        let url = &at.text_document.uri;
        dispatch::once_loaded(&self.shared, url).await?;
        on_newest_folder(&self.shared, url, move |shared, current| {
            call_hierarchy::callable(StateReader::new(shared), current, at.position)
        })
        .await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        let shared = self.shared.clone();
        in_background(move || {
            let state = StateReader::new(&shared);
            Some(call_hierarchy::incoming(state, &params.item))
        })
        .await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        let shared = self.shared.clone();
        in_background(move || {
            let state = StateReader::new(&shared);
            Some(call_hierarchy::outgoing(state, &params.item))
        })
        .await
    }
}
