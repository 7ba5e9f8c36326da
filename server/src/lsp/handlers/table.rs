//! Every request that has an answer of its own: the texts that its handler gets ([`RunsOn`]), the
//! loading it waits for ([`WaitsFor`]), and, for a request about one document, the handler.
//!
//! `workspace/diagnostic` is not here: it waits for a change
//! ([`pull`](crate::lsp::workspace_diagnostics::pull)).

use tower_lsp::jsonrpc;
use tower_lsp::lsp_types::{
    CallHierarchyItem, CallHierarchyPrepareParams, CodeLens, CodeLensParams, CompletionParams,
    CompletionResponse, DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams,
    DocumentLinkParams, DocumentSymbolParams, FoldingRangeParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InlayHint, InlayHintParams,
    LinkedEditingRangeParams, LinkedEditingRanges, Location, PrepareRenameResponse,
    ReferenceParams, SelectionRange, SelectionRangeParams, SemanticTokensParams,
    SemanticTokensRangeParams, SemanticTokensRangeResult, TextDocumentPositionParams, TextEdit,
    Url,
};

use super::actions::{format, rename};
use super::dispatch::{DocumentRequest, Handler, RunsOn, WaitsFor};
use super::editing::{code_lenses, completion, hover, inlay_hints, semantic_tokens};
use super::extensions::graph::GraphParams;
use super::extensions::plan::PlanParams;
use super::extensions::submission::SubmissionParams;
use super::extensions::{graph, plan, submission};
use super::navigation::{
    call_hierarchy, definition, document_links, document_symbols, folding_ranges, highlights,
    linked_ranges, references, selection_ranges,
};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use crate::lsp::transport::raw_json::RawJson;

macro_rules! requests {
    (
        $(const $name:ident: $other:literal $other_runs:ident $other_waits:ident;)*
        $(impl $params:ty: $method:literal $runs:ident $waits:ident, $($document:ident).+ => $answer:ty:
            $handler:expr;)*
    ) => {
        $(pub(crate) const $name: Handler = Handler {
            method: $other,
            runs: RunsOn::$other_runs,
            waits: WaitsFor::$other_waits,
        };)*
        $(impl DocumentRequest for $params {
            const HANDLER: Handler = Handler {
                method: $method,
                runs: RunsOn::$runs,
                waits: WaitsFor::$waits,
            };
            type Answer = $answer;

            fn url(&self) -> Url {
                self.$($document).+.uri.clone()
            }

            fn answer(
                self,
                state: StateReader<'_>,
                current: &DocumentSnapshot,
            ) -> Option<$answer> {
                let handler: fn(Self, StateReader<'_>, &DocumentSnapshot) -> Option<$answer> =
                    $handler;
                handler(self, state, current)
            }
        })*
        #[cfg(test)]
        const HANDLERS: &[Handler] = &[$($name,)* $(<$params>::HANDLER,)*];
    };
}

requests! {
    const CODE_ACTION: "textDocument/codeAction" Folder Nothing;
    const CODE_ACTION_RESOLVE: "codeAction/resolve" Folder Nothing;
    const DIAGNOSTIC: "textDocument/diagnostic" State FolderUnlessPulled;
    const INCOMING_CALLS: "callHierarchy/incomingCalls" State Nothing;
    const OUTGOING_CALLS: "callHierarchy/outgoingCalls" State Nothing;
    const RENAME: "textDocument/rename" FolderOrScript SettledFolder;
    const REPORT: "azml-ls/report" State Nothing;
    const SYMBOL: "workspace/symbol" State Nothing;
    const WILL_RENAME_FILES: "workspace/willRenameFiles" Workspace AllSettledFolders;
    const WORKSPACE_LIST: "azml-ls/workspace" Workspace AllFolders;

    impl CallHierarchyPrepareParams: "textDocument/prepareCallHierarchy" FolderOrScript
        FolderWithSameText, text_document_position_params.text_document => Vec<CallHierarchyItem>:
        |it, state, current| {
            call_hierarchy::callable(state, current, it.text_document_position_params.position)
        };
    impl CodeLensParams: "textDocument/codeLens" Document Folder, text_document => Vec<CodeLens>:
        |_, state, current| Some(code_lenses::lenses(state, current));
    impl CompletionParams: "textDocument/completion" SentText Folder,
        text_document_position.text_document => CompletionResponse:
        |it, _, current| {
            let position = it.text_document_position.position;
            completion::completion(current, position, it.context.as_ref())
        };
    impl DocumentFormattingParams: "textDocument/formatting" Document Nothing,
        text_document => Vec<TextEdit>: |_, _, current| format::edits(current);
    impl DocumentHighlightParams: "textDocument/documentHighlight" Document Nothing,
        text_document_position_params.text_document => Vec<DocumentHighlight>:
        |it, _, current| {
            Some(highlights::highlights(current, it.text_document_position_params.position))
        };
    impl DocumentLinkParams: "textDocument/documentLink" Document Nothing, text_document => RawJson:
        |_, _, current| Some(RawJson::of(&document_links::links(current)));
    impl DocumentSymbolParams: "textDocument/documentSymbol" Document Nothing, text_document => RawJson:
        |_, _, current| Some(RawJson::of(&document_symbols::symbols(current)));
    impl FoldingRangeParams: "textDocument/foldingRange" Document Nothing, text_document => RawJson:
        |_, _, current| Some(RawJson::of(&folding_ranges::folds(current)));
    impl GotoDefinitionParams: "textDocument/definition" FolderOrScript FolderWithSameText,
        text_document_position_params.text_document => GotoDefinitionResponse:
        |it, state, current| {
            definition::definition(state, current, it.text_document_position_params.position)
        };
    impl GraphParams: "azml-ls/graph" Document Nothing, text_document => serde_json::Value:
        |_, state, current| graph::graph(state, current);
    impl HoverParams: "textDocument/hover" Document FolderWithSameText,
        text_document_position_params.text_document => Hover:
        |it, _, current| hover::hover(current, it.text_document_position_params.position);
    impl InlayHintParams: "textDocument/inlayHint" Document Nothing, text_document => Vec<InlayHint>:
        |it, _, current| Some(inlay_hints::hints(current, it.range));
    impl LinkedEditingRangeParams: "textDocument/linkedEditingRange" Document Nothing,
        text_document_position_params.text_document => LinkedEditingRanges:
        |it, _, current| {
            linked_ranges::linked(current, it.text_document_position_params.position)
        };
    impl PlanParams: "azml-ls/plan" Document Folder, text_document => String:
        |_, _, current| plan::plan(current);
    impl ReferenceParams: "textDocument/references" FolderOrScript FolderWithSameText,
        text_document_position.text_document => Vec<Location>:
        |it, state, current| {
            let position = it.text_document_position.position;
            Some(references::references(state, current, position, it.context))
        };
    impl SelectionRangeParams: "textDocument/selectionRange" Document Nothing,
        text_document => Vec<SelectionRange>:
        |it, _, current| Some(selection_ranges::selections(current, &it.positions));
    impl SemanticTokensParams: "textDocument/semanticTokens/full" Document Nothing,
        text_document => RawJson:
        |_, _, current| Some(RawJson::of(&semantic_tokens::tokens(current, None)));
    impl SemanticTokensRangeParams: "textDocument/semanticTokens/range" Document Nothing,
        text_document => SemanticTokensRangeResult:
        |it, _, current| Some(semantic_tokens::tokens(current, Some(it.range)).into());
    impl SubmissionParams: "azml-ls/submission" Document Folder, text_document => serde_json::Value:
        |it, state, current| submission::submission(&it, state, current);
    impl TextDocumentPositionParams: "textDocument/prepareRename" FolderOrScript FolderWithSameText,
        text_document => jsonrpc::Result<PrepareRenameResponse>:
        |it, _, current| rename::prepare(current, it.position);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change here changes what an author waits for.
    const TABLE: &str = "\
azml-ls/graph: Document, Nothing
azml-ls/plan: Document, Folder
azml-ls/report: State, Nothing
azml-ls/submission: Document, Folder
azml-ls/workspace: Workspace, AllFolders
callHierarchy/incomingCalls: State, Nothing
callHierarchy/outgoingCalls: State, Nothing
codeAction/resolve: Folder, Nothing
textDocument/codeAction: Folder, Nothing
textDocument/codeLens: Document, Folder
textDocument/completion: SentText, Folder
textDocument/definition: FolderOrScript, FolderWithSameText
textDocument/diagnostic: State, FolderUnlessPulled
textDocument/documentHighlight: Document, Nothing
textDocument/documentLink: Document, Nothing
textDocument/documentSymbol: Document, Nothing
textDocument/foldingRange: Document, Nothing
textDocument/formatting: Document, Nothing
textDocument/hover: Document, FolderWithSameText
textDocument/inlayHint: Document, Nothing
textDocument/linkedEditingRange: Document, Nothing
textDocument/prepareCallHierarchy: FolderOrScript, FolderWithSameText
textDocument/prepareRename: FolderOrScript, FolderWithSameText
textDocument/references: FolderOrScript, FolderWithSameText
textDocument/rename: FolderOrScript, SettledFolder
textDocument/selectionRange: Document, Nothing
textDocument/semanticTokens/full: Document, Nothing
textDocument/semanticTokens/range: Document, Nothing
workspace/symbol: State, Nothing
workspace/willRenameFiles: Workspace, AllSettledFolders
";

    #[test]
    fn each_request_declares_its_texts_and_its_wait() {
        let line = |it: &Handler| format!("{}: {:?}, {:?}\n", it.method, it.runs, it.waits);
        let mut lines: Vec<String> = HANDLERS.iter().map(line).collect();
        lines.sort();
        assert_eq!(lines.concat(), TABLE);
    }
}
