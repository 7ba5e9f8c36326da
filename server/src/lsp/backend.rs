//! The protocol's messages, each forwarded to the module that knows. Two shapes only: a notification changes the state
//! before anything is awaited and wakes the schedule; a request takes a blocking thread and answers for the newest text,
//! or with "content modified".

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::spawn_blocking;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    self, CodeAction, CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams,
    CompletionParams, CompletionResponse, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    DocumentLink, DocumentLinkParams, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange,
    FoldingRangeParams, FullDocumentDiagnosticReport, Hover, HoverContents, HoverParams,
    InitializeParams, InitializeResult, InitializedParams, InlayHint, InlayHintParams,
    MarkupContent, MarkupKind, RelatedFullDocumentDiagnosticReport, SelectionRange,
    SelectionRangeParams, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, ServerInfo, TextDocumentPositionParams,
    TraceValue, Url,
};
use tower_lsp::{Client, LanguageServer, async_trait};

use super::analysis::{self, Asked, Current};
use super::answers::graph::{self, GraphParams};
use super::answers::{code_actions, completion, navigation, outline, rename, semantic_tokens};

use super::outgoing::{self, Outgoing};
use super::state::Shared;
use super::{changed_files, convert, schedule};
use crate::files;
use crate::guarded::guarded;
use crate::ide::hover;
use crate::ide::references::Definitions;

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

    /// Runs `work` on the newest state of `url` on a blocking thread. `None` for documents nothing is said about; an
    /// error when the text changed meanwhile: places in the old text mean nothing in the new one.
    async fn on_newest<T: Send + 'static>(
        &self,
        url: &Url,
        work: impl FnOnce(&Shared, &Current) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let (shared, url) = (self.shared.clone(), url.clone());
        let asked = {
            let state = shared.lock();
            match state.open.get(&url).filter(|open| !open.is_silent()) {
                Some(open) => open.stamp,
                None => return Ok(None),
            }
        };
        let run = move || {
            let modified = Error::content_modified;
            let current = analysis::current(&shared, &url)
                .filter(|it| it.stamp == asked)
                .ok_or_else(modified)?;
            let result = answer(&shared, &current, work)?;
            if current.is_newest(&shared) {
                Ok(result)
            } else {
                Err(modified())
            }
        };
        spawn_blocking(run)
            .await
            .unwrap_or_else(|_| Err(Error::internal_error()))
    }

    /// Runs `work` on the state of `url` as of now, whatever is typed meanwhile: editors narrow what they are offered
    /// down by themselves, and one that is refused a list shows none until the next word.
    async fn as_asked<T: Send + 'static>(
        &self,
        url: &Url,
        work: impl FnOnce(&Shared, &Current) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let shared = self.shared.clone();
        let Some(asked) = Asked::new(&shared.lock(), url) else {
            return Ok(None);
        };
        let run = move || match asked.current(&shared) {
            Some(current) => answer(&shared, &current, work),
            None => Ok(None),
        };
        spawn_blocking(run)
            .await
            .unwrap_or_else(|_| Err(Error::internal_error()))
    }
}

fn answer<T>(
    shared: &Shared,
    current: &Current,
    work: impl FnOnce(&Shared, &Current) -> Option<T>,
) -> Result<Option<T>> {
    guarded(|| work(shared, current)).map_err(|message| {
        shared.send(Outgoing::Log(format!("{}: {message}", current.url)));
        Error::internal_error()
    })
}

impl Backend {
    /// The request `azml-ls/graph`.
    pub(super) async fn graph(&self, params: GraphParams) -> Result<Option<serde_json::Value>> {
        self.on_newest(&params.text_document.uri, graph::answer)
            .await
    }
}

/// The offset of the cursor in the newest text.
fn cursor(current: &Current, at: &TextDocumentPositionParams) -> u32 {
    let document = &current.document;
    convert::offset(
        document.text(),
        document.lines(),
        at.position,
        current.client.unit,
    )
}

/// The folders of the client; those that are not on disk are left out.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let named = params
        .workspace_folders
        .iter()
        .flatten()
        .map(|folder| &folder.uri);
    #[allow(deprecated)] // What clients without workspace folders send.
    let root = params
        .root_uri
        .iter()
        .filter(|_| params.workspace_folders.is_none());
    named.chain(root).filter_map(path).collect()
}

fn path(url: &Url) -> Option<PathBuf> {
    url.to_file_path().ok().map(|path| files::absolute(&path))
}

#[async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let mut state = self.shared.lock();
        state.client = super::client::Features::new(&params.capabilities);
        let options = params.initialization_options.as_ref();
        state.client.hints = options
            .and_then(|it| completion::wants(it, "inlayHints"))
            .unwrap_or(true);
        state.client.traces = params.trace == Some(TraceValue::Verbose);
        state.client.schema_checks = options
            .and_then(|it| completion::wants(it, "schemaChecks"))
            .unwrap_or(true);
        for root in folders(&params) {
            state
                .folders
                .insert(root.clone(), super::folder::Folder::chosen(&root));
        }
        let server_info = ServerInfo {
            name: "azml-ls".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        };
        Ok(InitializeResult {
            capabilities: state.client.server(),
            server_info: Some(server_info),
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        let queue = self
            .queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(queue) = queue else { return };
        tokio::spawn(outgoing::send_all(self.client.clone(), queue));
        tokio::spawn(schedule::run(self.shared.clone()));
        let mut state = self.shared.lock();
        let ids: Vec<PathBuf> = state.folders.keys().cloned().collect();
        for id in ids {
            schedule::load(&self.shared, &mut state, &id);
        }
        if state.client.watches {
            self.shared.send(Outgoing::Watch);
        }
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let mut state = self.shared.lock();
        let new = state.open(
            opened.uri,
            &opened.language_id,
            opened.version,
            &opened.text,
        );
        if let Some(folder) = new {
            schedule::load(&self.shared, &mut state, &folder);
        }
        drop(state);
        self.shared.wake.notify_one();
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        self.shared
            .lock()
            .change(&document.uri, document.version, &params.content_changes);
        self.shared.wake.notify_one();
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        // For clients that watch nothing: a saved `azml.yaml` counts from now on.
        self.shared
            .lock()
            .changed_files
            .extend(path(&params.text_document.uri));
        self.shared.wake.notify_one();
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let url = params.text_document.uri;
        let mut state = self.shared.lock();
        let was_shown = state.close(&url).is_some_and(|open| open.shown.is_some());
        if was_shown && !state.client.pull {
            self.shared
                .send(Outgoing::Diagnostics(url, Vec::new(), None));
        }
        drop(state);
        self.shared.wake.notify_one();
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        let mut state = self.shared.lock();
        if let Some(on) =
            completion::wants(&params.settings, "inlayHints").filter(|on| *on != state.client.hints)
        {
            state.client.hints = on;
            self.shared.send(Outgoing::Refresh(state.client));
        }
        if let Some(on) = completion::wants(&params.settings, "schemaChecks")
            .filter(|on| *on != state.client.schema_checks)
        {
            state.client.schema_checks = on;
            state.open.values_mut().for_each(|open| open.stale = true);
            self.shared.wake.notify_one();
        }
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        self.shared
            .lock()
            .changed_files
            .extend(params.changes.iter().filter_map(|change| path(&change.uri)));
        self.shared.wake.notify_one();
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let roots = |folders: &[tower_lsp::lsp_types::WorkspaceFolder]| -> Vec<PathBuf> {
            folders
                .iter()
                .filter_map(|folder| path(&folder.uri))
                .collect()
        };
        changed_files::change_folders(
            &self.shared,
            &roots(&params.event.added),
            &roots(&params.event.removed),
        );
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let url = at.text_document.uri.clone();
        let look = move |_: &Shared, current: &Current| {
            let found = current.site(|site| hover::hover(site, cursor(current, &at)))?;
            let contents = HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value: found.text,
            });
            Some(Hover {
                contents,
                range: Some(current.range(found.range)),
            })
        };
        self.on_newest(&url, look).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let url = at.text_document.uri.clone();
        let look = move |_: &Shared, current: &Current| {
            completion::completion(current, cursor(current, &at))
        };
        self.as_asked(&url, look).await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        let look = |_: &Shared, current: &Current| Some(semantic_tokens::all(current, None).into());
        self.on_newest(&params.text_document.uri, look).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let visible = Some(params.range);
        let look = move |_: &Shared, current: &Current| {
            Some(semantic_tokens::all(current, visible).into())
        };
        self.on_newest(&params.text_document.uri, look).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let (url, visible) = (params.text_document.uri, params.range);
        let look = move |_: &Shared, current: &Current| {
            Some(if current.client.hints {
                completion::hints(current, visible)
            } else {
                Vec::new()
            })
        };
        self.on_newest(&url, look).await
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.on_newest(&params.text_document.uri, |_, current| {
            Some(outline::symbols(current))
        })
        .await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.on_newest(&params.text_document.uri, |_, current| {
            Some(outline::folds(current))
        })
        .await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        let (url, at) = (params.text_document.uri, params.positions);
        self.on_newest(&url, move |_, current| {
            Some(outline::selections(current, &at))
        })
        .await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.on_newest(&params.text_document.uri, |_, current| {
            Some(outline::links(current))
        })
        .await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let url = params.text_document.uri;
        schedule::folder_of(&self.shared, &url).await;
        let look = |shared: &Shared, current: &Current| {
            Some(
                [
                    completion::lenses(current),
                    navigation::lenses(shared, current),
                ]
                .concat(),
            )
        };
        self.on_newest(&url, look).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let url = params.text_document.uri.clone();
        self.on_newest(&url, move |shared, current| {
            Some(code_actions::actions(shared, current, &params))
        })
        .await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let Some(url) = code_actions::document_of(&action) else {
            return Ok(action);
        };
        let resolved = self.on_newest(&url, move |shared, current| {
            Some(code_actions::resolve(shared, current, action))
        });
        resolved.await?.ok_or_else(Error::content_modified)
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let (shared, url) = (self.shared.clone(), params.text_document.uri);
        schedule::folder_of(&shared, &url).await;
        let found = spawn_blocking(move || analysis::pull(&shared, &url))
            .await
            .map_err(|_| Error::internal_error())?;
        let items = found.ok_or_else(Error::content_modified)?;
        let report = RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: None,
                items,
            },
        };
        Ok(DocumentDiagnosticReportResult::Report(
            DocumentDiagnosticReport::Full(report),
        ))
    }

    async fn goto_definition(
        &self,
        params: lsp_types::GotoDefinitionParams,
    ) -> Result<Option<lsp_types::GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        let url = at.text_document.uri.clone();
        schedule::folder_of(&self.shared, &url).await;
        let look = move |shared: &Shared, current: &Current| {
            navigation::definition(shared, current, cursor(current, &at))
        };
        self.on_newest(&url, look).await
    }

    async fn references(
        &self,
        params: lsp_types::ReferenceParams,
    ) -> Result<Option<Vec<lsp_types::Location>>> {
        let at = params.text_document_position;
        let url = at.text_document.uri.clone();
        let which = if params.context.include_declaration {
            Definitions::Included
        } else {
            Definitions::LeftOut
        };
        schedule::folder_of(&self.shared, &url).await;
        let look = move |shared: &Shared, current: &Current| {
            Some(navigation::references(
                shared,
                current,
                cursor(current, &at),
                which,
            ))
        };
        self.on_newest(&url, look).await
    }

    async fn document_highlight(
        &self,
        params: lsp_types::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp_types::DocumentHighlight>>> {
        let at = params.text_document_position_params;
        let url = at.text_document.uri.clone();
        let look = move |_: &Shared, current: &Current| {
            Some(navigation::highlights(current, cursor(current, &at)))
        };
        self.on_newest(&url, look).await
    }

    async fn symbol(
        &self,
        params: lsp_types::WorkspaceSymbolParams,
    ) -> Result<Option<Vec<lsp_types::SymbolInformation>>> {
        let shared = self.shared.clone();
        let found = spawn_blocking(move || navigation::symbols(&shared, &params.query)).await;
        found.map(Some).map_err(|_| Error::internal_error())
    }

    async fn prepare_rename(
        &self,
        at: TextDocumentPositionParams,
    ) -> Result<Option<lsp_types::PrepareRenameResponse>> {
        let url = at.text_document.uri.clone();
        schedule::folder_of(&self.shared, &url).await;
        let look = move |shared: &Shared, current: &Current| {
            rename::prepare(shared, current, cursor(current, &at))
        };
        self.on_newest(&url, look).await?.transpose()
    }

    async fn rename(
        &self,
        params: lsp_types::RenameParams,
    ) -> Result<Option<lsp_types::WorkspaceEdit>> {
        let (at, new) = (params.text_document_position, params.new_name);
        let url = at.text_document.uri.clone();
        schedule::folder_of(&self.shared, &url).await;
        let look = move |shared: &Shared, current: &Current| {
            rename::rename(shared, current, cursor(current, &at), &new)
        };
        self.on_newest(&url, look).await?.transpose()
    }

    async fn prepare_call_hierarchy(
        &self,
        params: lsp_types::CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<lsp_types::CallHierarchyItem>>> {
        let at = params.text_document_position_params;
        let url = at.text_document.uri.clone();
        let look = move |shared: &Shared, current: &Current| {
            Some(navigation::callable(shared, current, cursor(current, &at)))
                .filter(|found| !found.is_empty())
        };
        self.on_newest(&url, look).await
    }

    async fn incoming_calls(
        &self,
        params: lsp_types::CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<lsp_types::CallHierarchyIncomingCall>>> {
        let shared = self.shared.clone();
        let found = spawn_blocking(move || navigation::incoming(&shared, &params.item)).await;
        found.map(Some).map_err(|_| Error::internal_error())
    }

    async fn outgoing_calls(
        &self,
        params: lsp_types::CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<lsp_types::CallHierarchyOutgoingCall>>> {
        let shared = self.shared.clone();
        let found = spawn_blocking(move || navigation::outgoing(&shared, &params.item)).await;
        found.map(Some).map_err(|_| Error::internal_error())
    }
}
