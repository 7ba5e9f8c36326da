//! The protocol's messages, each forwarded to the module that knows: what the client tells goes to
//! [`notifications`], what it asks to one file of [`super::handlers`], as
//! [`table`](super::handlers::table) declares it; requests that edit text are in
//! [`code_edits`]. Nothing is decided here.

mod code_edits;

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
    DocumentDiagnosticParams, DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams,
    DocumentLinkParams, DocumentSymbolParams, ExecuteCommandParams, FoldingRangeParams,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, LinkedEditingRangeParams,
    LinkedEditingRanges, Location, PrepareRenameResponse, ReferenceParams, RenameFilesParams,
    RenameParams, SelectionRange, SelectionRangeParams, SemanticTokensParams,
    SemanticTokensRangeParams, SemanticTokensRangeResult, SetTraceParams, SymbolInformation,
    TextDocumentPositionParams, TextEdit, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReportResult, WorkspaceEdit, WorkspaceSymbolParams,
};
use tower_lsp::{Client, LanguageServer, async_trait};

use super::handlers::actions::file_rename;
use super::handlers::actions::file_rename::When;
use super::handlers::dispatch::{DocumentRequest, Handler};
use super::handlers::editing::diagnostic_report;
use super::handlers::extensions::graph::GraphParams;
use super::handlers::extensions::plan::PlanParams;
use super::handlers::extensions::report::ReportParams;
use super::handlers::extensions::rule_page::RulePageParams;
use super::handlers::extensions::submission::SubmissionParams;
use super::handlers::extensions::workspace_list::WorkspaceParams;
use super::handlers::extensions::{report, rule_page, workspace_list};
use super::handlers::navigation::{call_hierarchy, workspace_symbols};
use super::handlers::{dispatch, table};
use super::protocol::capabilities;
use super::protocol::client_features::Traces;
use super::scheduling::client_message::Outgoing;
use super::scheduling::{client_queue, publish, schedule};
use super::session::notebooks::{ChangedNotebook, ClosedNotebook, OpenedNotebook};
use super::session::notifications::CursorParams;
use super::session::state::Shared;
use super::session::state_reader::StateReader;
use super::session::{notebooks, notifications};
use super::transport::raw_json::RawJson;
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

    /// Answers a request about a document.
    async fn respond<R: DocumentRequest>(&self, request: R) -> Result<Option<R::Answer>> {
        dispatch::respond(&self.shared, request).await
    }

    /// Answers a request about the state.
    async fn read<T: Send + 'static>(
        &self,
        handler: Handler,
        work: impl FnOnce(StateReader<'_>) -> T + Send + 'static,
    ) -> Result<T> {
        let work = |shared: &Arc<Shared>| work(StateReader::new(shared));
        dispatch::on_state(&self.shared, handler, None, work).await
    }

    /// The request `azml-ls/workspace`.
    pub(super) async fn workspace_list(&self, _: WorkspaceParams) -> Result<serde_json::Value> {
        self.read(table::WORKSPACE_LIST, workspace_list::workspace)
            .await
    }

    /// The request `azml-ls/report`.
    pub(super) async fn report(&self, _: ReportParams) -> Result<String> {
        self.read(table::REPORT, report::report).await
    }

    /// The notification `azml-ls/cursor`.
    pub(super) async fn cursor(&self, params: CursorParams) {
        notifications::cursor_moved(&self.shared, &params);
    }

    /// The notification `notebookDocument/didOpen`.
    pub(super) async fn notebook_opened(&self, params: OpenedNotebook) {
        notebooks::opened(&self.shared, params);
    }

    /// The notification `notebookDocument/didChange`.
    pub(super) async fn notebook_changed(&self, params: ChangedNotebook) {
        notebooks::changed(&self.shared, params);
    }

    /// The notification `notebookDocument/didClose`.
    pub(super) async fn notebook_closed(&self, params: ClosedNotebook) {
        notebooks::closed(&self.shared, params);
    }

    /// The notification `$/setTrace`.
    pub(super) async fn set_trace(&self, params: SetTraceParams) {
        self.shared.lock().client.traces = Traces::of(params.value);
    }

    /// The request `azml-ls/rulePage`.
    pub(super) async fn rule_page(&self, params: RulePageParams) -> Result<Option<String>> {
        Ok(rule_page::rule_page(&params))
    }

    /// The request `textDocument/diagnostic`.
    pub(super) async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<RawJson> {
        let (url, previous) = (params.text_document.uri, params.previous_result_id);
        let document = url.clone();
        let report = move |shared: &Arc<Shared>| {
            let found = publish::pull(shared, &document)?;
            Some(diagnostic_report::of_document(&found, previous.as_deref()))
        };
        let report = dispatch::on_state(&self.shared, table::DIAGNOSTIC, Some(&url), report);
        report.await?.ok_or_else(Error::content_modified)
    }

    /// The request `textDocument/documentLink`.
    pub(super) async fn document_link(
        &self,
        params: DocumentLinkParams,
    ) -> Result<Option<RawJson>> {
        self.respond(params).await
    }

    /// The request `textDocument/documentSymbol`.
    pub(super) async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<RawJson>> {
        self.respond(params).await
    }

    /// The request `textDocument/foldingRange`.
    pub(super) async fn folding_range(
        &self,
        params: FoldingRangeParams,
    ) -> Result<Option<RawJson>> {
        self.respond(params).await
    }

    /// The request `textDocument/semanticTokens/full`.
    pub(super) async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<RawJson>> {
        self.respond(params).await
    }

    /// The request `azml-ls/graph`.
    pub(super) async fn graph(&self, params: GraphParams) -> Result<Option<serde_json::Value>> {
        self.respond(params).await
    }

    /// The request `azml-ls/submission`.
    pub(super) async fn submission(
        &self,
        params: SubmissionParams,
    ) -> Result<Option<serde_json::Value>> {
        self.respond(params).await
    }

    /// The request `azml-ls/plan`.
    pub(super) async fn plan(&self, params: PlanParams) -> Result<Option<String>> {
        self.respond(params).await
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
        let (client, shared) = (self.client.clone(), Arc::downgrade(&self.shared));
        tokio::spawn(client_queue::send_all(client, shared, queue));
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
        let files = params.files;
        self.read(table::WILL_RENAME_FILES, move |state| {
            file_rename::moved(state, &files, When::Before)
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
        self.respond(params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        self.respond(params).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.respond(params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.respond(params).await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        self.respond(params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.respond(params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        code_edits::code_action(&self.shared, params).await
    }

    async fn execute_command(
        &self,
        params: ExecuteCommandParams,
    ) -> Result<Option<serde_json::Value>> {
        let page = rule_page::page_of_command(&params);
        let page = page.ok_or_else(|| Error::invalid_params("no such command, or no such rule"))?;
        self.shared.send(Outgoing::Page(page));
        Ok(None)
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        code_edits::resolve(&self.shared, action).await
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        self.respond(params).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        self.respond(params).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.respond(params).await
    }

    async fn linked_editing_range(
        &self,
        params: LinkedEditingRangeParams,
    ) -> Result<Option<LinkedEditingRanges>> {
        self.respond(params).await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = &params.text_document_position_params;
        let line = at.position.line;
        publish::leave_unless_in(&self.shared, &at.text_document.uri, &(line..=line));
        self.respond(params).await
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<Vec<SymbolInformation>>> {
        self.read(table::SYMBOL, move |state| {
            Some(workspace_symbols::symbols(state, &params.query))
        })
        .await
    }

    async fn prepare_rename(
        &self,
        at: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.respond(at).await?.transpose()
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        code_edits::rename(&self.shared, params).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        self.respond(params).await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        self.read(table::INCOMING_CALLS, move |state| {
            Some(call_hierarchy::incoming(state, &params.item))
        })
        .await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        self.read(table::OUTGOING_CALLS, move |state| {
            Some(call_hierarchy::outgoing(state, &params.item))
        })
        .await
    }
}
