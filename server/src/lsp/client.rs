//! What the client can do, read once from `initialize`, and what the server says it can do.

use azml_rules::text::Column;
use tower_lsp::lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionItemTag, CompletionOptions, DiagnosticOptions,
    DiagnosticServerCapabilities, DiagnosticTag, DocumentLinkOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InsertTextMode, OneOf,
    PositionEncodingKind, RenameOptions, ResourceOperationKind, SaveOptions,
    SelectionRangeProviderCapability, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

/// The kind of our "fix all" action; a client that asks for `source.fixAll` gets it too.
pub(super) const FIX_ALL: &str = "source.fixAll.azml";

/// What the client can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Features {
    /// What a column counts.
    pub(super) unit: Column,
    /// It asks for diagnostics instead of waiting for them.
    pub(super) pull: bool,
    /// It shows related places.
    pub(super) related: bool,
    /// It fades text that does nothing.
    pub(super) fades: bool,
    /// It strikes text that is out of date.
    pub(super) strikes: bool,
    /// It strikes what is out of date in lists of completions.
    pub(super) strikes_items: bool,
    /// It takes edits with document versions.
    pub(super) versioned_edits: bool,
    /// It asks whether a name can be changed before it asks for a new one.
    pub(super) prepares_renames: bool,
    /// It can make files as part of an edit.
    pub(super) creates_files: bool,
    /// It asks for the edit of an action only when the action was chosen.
    pub(super) resolves_edits: bool,
    /// It can be asked to watch files.
    pub(super) watches: bool,
    /// It can be told that inlay hints are outdated.
    pub(super) refreshes_hints: bool,
    /// It can be told that code lenses are outdated.
    pub(super) refreshes_lenses: bool,
    /// It shows a note behind every completion, not only behind the chosen one.
    pub(super) label_details: bool,
    /// It takes snippets.
    pub(super) snippets: bool,
    /// It can be told how to indent what it inserts.
    pub(super) text_modes: bool,
    /// Whether the user wants inlay hints.
    pub(super) hints: bool,
    /// Whether the user wants to read what the server does.
    pub(super) traces: bool,
    /// Whether the user wants what a generic YAML server with a JSON schema says as well.
    pub(super) schema_checks: bool,
    /// It shows symbols in symbols.
    pub(super) nests_symbols: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self::new(&ClientCapabilities::default())
    }
}

impl Features {
    pub(super) fn new(client: &ClientCapabilities) -> Self {
        let document = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let encodings = client
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_ref());
        let utf8 = encodings.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
        let refreshes = workspace
            .and_then(|w| w.diagnostic.as_ref()?.refresh_support)
            .unwrap_or(false);
        let edits = workspace
            .and_then(|w| w.workspace_edit.as_ref()?.document_changes)
            .unwrap_or(false);
        let operations =
            workspace.and_then(|w| w.workspace_edit.as_ref()?.resource_operations.as_ref());
        let publish = document.and_then(|d| d.publish_diagnostics.as_ref());
        let tags = publish
            .and_then(|p| p.tag_support.as_ref())
            .map_or(&[][..], |tags| &tags.value_set);
        let shows = |tag: DiagnosticTag| tags.contains(&tag);
        let item = document.and_then(|d| d.completion.as_ref()?.completion_item.as_ref());
        let item_tags = item.and_then(|item| item.tag_support.as_ref());
        let modes = item.and_then(|item| item.insert_text_mode_support.as_ref());
        let resolve = document.and_then(|d| d.code_action.as_ref()?.resolve_support.as_ref());
        Self {
            unit: if utf8 { Column::Utf8 } else { Column::Utf16 },
            // As ruff: who pulls gets no pushes, or everything would show twice. And only who can be told to pull again:
            // an edit of a compute file changes what is found in the job of another tab.
            pull: document.is_some_and(|d| d.diagnostic.is_some()) && refreshes,
            related: publish.and_then(|p| p.related_information).unwrap_or(false),
            fades: shows(DiagnosticTag::UNNECESSARY),
            strikes: shows(DiagnosticTag::DEPRECATED),
            strikes_items: item_tags
                .is_some_and(|tags| tags.value_set.contains(&CompletionItemTag::DEPRECATED)),
            versioned_edits: edits,
            prepares_renames: document
                .and_then(|d| d.rename.as_ref()?.prepare_support)
                .unwrap_or(false),
            creates_files: edits
                && operations.is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create)),
            resolves_edits: resolve
                .is_some_and(|resolve| resolve.properties.iter().any(|name| name == "edit")),
            watches: workspace
                .and_then(|w| w.did_change_watched_files.as_ref()?.dynamic_registration)
                .unwrap_or(false),
            refreshes_hints: workspace
                .and_then(|w| w.inlay_hint.as_ref()?.refresh_support)
                .unwrap_or(false),
            refreshes_lenses: workspace
                .and_then(|w| w.code_lens.as_ref()?.refresh_support)
                .unwrap_or(false),
            label_details: item
                .and_then(|item| item.label_details_support)
                .unwrap_or(false),
            snippets: item.and_then(|item| item.snippet_support).unwrap_or(false),
            text_modes: modes.is_some_and(|modes| {
                [InsertTextMode::AS_IS, InsertTextMode::ADJUST_INDENTATION]
                    .iter()
                    .all(|mode| modes.value_set.contains(mode))
            }),
            hints: true,
            traces: false,
            schema_checks: true,
            nests_symbols: document
                .and_then(|d| {
                    d.document_symbol
                        .as_ref()?
                        .hierarchical_document_symbol_support
                })
                .unwrap_or(false),
        }
    }

    /// What the server can do for this client.
    pub(super) fn server(self) -> ServerCapabilities {
        let diagnostics = DiagnosticOptions {
            identifier: None,
            inter_file_dependencies: true,
            ..DiagnosticOptions::default()
        };
        ServerCapabilities {
            position_encoding: Some(match self.unit {
                Column::Utf8 => PositionEncodingKind::UTF8,
                _ => PositionEncodingKind::UTF16,
            }),
            text_document_sync: Some(TextDocumentSyncCapability::Options(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::INCREMENTAL),
                    save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                        include_text: Some(false),
                    })),
                    ..TextDocumentSyncOptions::default()
                },
            )),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(
                    ["[", ":", " ", "\"", "_", "{", ".", "/", "@"]
                        .map(str::to_owned)
                        .to_vec(),
                ),
                ..CompletionOptions::default()
            }),
            semantic_tokens_provider: Some(super::answers::semantic_tokens::options()),
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
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    super::answers::refactorings::KIND,
                    CodeActionKind::new(FIX_ALL),
                ]),
                work_done_progress_options: WorkDoneProgressOptions::default(),
                resolve_provider: Some(self.resolves_edits),
            })),
            diagnostic_provider: self
                .pull
                .then_some(DiagnosticServerCapabilities::Options(diagnostics)),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                }),
                file_operations: None,
            }),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            call_hierarchy_provider: Some(true.into()),
            rename_provider: Some(self.rename()),
            ..ServerCapabilities::default()
        }
    }

    fn rename(self) -> OneOf<bool, RenameOptions> {
        if !self.prepares_renames {
            return OneOf::Left(true);
        }
        let work_done_progress_options = WorkDoneProgressOptions::default();
        OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options,
        })
    }
}
