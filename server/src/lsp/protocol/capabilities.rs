//! Capabilities that the server announces.

use azml_rules::text::Column;
use tower_lsp::lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions,
    ExecuteCommandOptions, FileOperationFilter, FileOperationPattern,
    FileOperationRegistrationOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    InitializeResult, LinkedEditingRangeServerCapabilities, OneOf, PositionEncodingKind,
    RenameOptions, SaveOptions, SelectionRangeProviderCapability, SemanticTokenType,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities,
    ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::client_features::{ClientFeatures, Explains};
use azml_ide::hints::semantic_tokens::TokenKind;

/// Kind of the server's "fix all" action; a client that requests `source.fixAll` gets it, too.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.azml");

/// The kinds of refactorings.
pub(crate) const REFACTORINGS: [CodeActionKind; 3] = [
    CodeActionKind::REFACTOR_EXTRACT,
    CodeActionKind::REFACTOR_INLINE,
    CodeActionKind::REFACTOR_REWRITE,
];

/// Command that opens the page of a rule, whose name is its only argument.
pub(crate) const EXPLAIN: &str = "azml-ls.explain";

/// Characters that open a list of completions.
pub(crate) const TRIGGERS: [&str; 9] = ["[", ":", " ", "\"", "_", "{", ".", "/", "@"];

/// The answer to `initialize`.
pub(crate) fn initialize_result(client: ClientFeatures) -> InitializeResult {
    InitializeResult {
        capabilities: server_capabilities(client),
        server_info: Some(ServerInfo {
            name: "azml-ls".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// Returns the capabilities of the server for `client`.
fn server_capabilities(client: ClientFeatures) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match client.unit {
            Column::Utf8 => PositionEncodingKind::UTF8,
            Column::Utf16 => PositionEncodingKind::UTF16,
            Column::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(text_sync())),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        semantic_tokens_provider: Some(semantic_tokens().into()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(code_actions(client))),
        diagnostic_provider: client.pulls.then(diagnostics),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(file_operations()),
        }),
        execute_command_provider: (client.explains == Explains::Address).then(commands),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        call_hierarchy_provider: Some(true.into()),
        rename_provider: Some(rename(client)),
        ..ServerCapabilities::default()
    }
}

/// Files and folders that come, go, and move: all of them, a file may name any.
fn file_operations() -> WorkspaceFileOperationsServerCapabilities {
    let pattern = FileOperationPattern {
        glob: "**/*".to_owned(),
        ..FileOperationPattern::default()
    };
    let filter = FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern,
    };
    let all = FileOperationRegistrationOptions {
        filters: vec![filter],
    };
    WorkspaceFileOperationsServerCapabilities {
        did_create: Some(all.clone()),
        did_delete: Some(all.clone()),
        will_rename: Some(all.clone()),
        did_rename: Some(all),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}

fn text_sync() -> TextDocumentSyncOptions {
    TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    }
}

fn semantic_tokens() -> SemanticTokensOptions {
    let types = TokenKind::ALL.iter();
    SemanticTokensOptions {
        work_done_progress_options: WorkDoneProgressOptions::default(),
        legend: SemanticTokensLegend {
            token_types: types
                .map(|kind| SemanticTokenType::new(kind.name()))
                .collect(),
            token_modifiers: Vec::new(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
    }
}

fn code_actions(client: ClientFeatures) -> CodeActionOptions {
    CodeActionOptions {
        code_action_kinds: Some(
            [CodeActionKind::QUICKFIX, FIX_ALL]
                .into_iter()
                .chain(REFACTORINGS)
                .collect(),
        ),
        work_done_progress_options: WorkDoneProgressOptions::default(),
        resolve_provider: Some(client.resolves_edits),
    }
}

/// A client that has the command itself would have it twice.
fn commands() -> ExecuteCommandOptions {
    ExecuteCommandOptions {
        commands: vec![EXPLAIN.to_owned()],
        ..ExecuteCommandOptions::default()
    }
}

fn diagnostics() -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: None,
        inter_file_dependencies: true,
        // Always: the setting may change, and a request of a client waits meanwhile.
        workspace_diagnostics: true,
        ..DiagnosticOptions::default()
    })
}

fn rename(client: ClientFeatures) -> OneOf<bool, RenameOptions> {
    if !client.prepares_renames {
        return OneOf::Left(true);
    }
    OneOf::Right(RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}
