//! What the client can do, as `initialize` says, and what its user wants: ground for the rest.

use azml_rules::text::Column;
use serde_json::Value;
use tower_lsp::lsp_types::{
    ClientCapabilities, CompletionItemCapability, CompletionItemTag, DiagnosticTag,
    InitializeParams, InsertTextMode, MarkupKind, PositionEncodingKind, ResourceOperationKind,
    ShowDocumentClientCapabilities, TraceValue, WindowClientCapabilities,
    WorkspaceClientCapabilities, WorkspaceEditClientCapabilities,
};

use crate::config::Options;
use crate::lsp::workspace_diagnostics::store::DiagnosticMode;

/// What the client can do and what its user wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClientFeatures {
    /// What a column counts.
    pub(crate) unit: Column,
    /// It asks for diagnostics instead of waiting for them.
    pub(crate) pulls: bool,
    /// It shows related places.
    pub(crate) shows_related: bool,
    /// It fades text that does nothing.
    pub(crate) fades: bool,
    /// It strikes text that is out of date.
    pub(crate) strikes: bool,
    /// It strikes what is out of date in lists of completions.
    pub(crate) strikes_items: bool,
    /// It takes edits with document versions.
    pub(crate) versioned_edits: bool,
    /// It asks whether a name can be changed before it asks for a new one.
    pub(crate) prepares_renames: bool,
    /// It can make files as part of an edit.
    pub(crate) creates_files: bool,
    /// It can move files as part of an edit.
    pub(crate) renames_files: bool,
    /// It asks what else to change before files move.
    pub(crate) asks_before_moves: bool,
    /// It makes edits that it did not ask for.
    pub(crate) takes_edits: bool,
    /// It asks for the edit of an action only when the action was chosen.
    pub(crate) resolves_edits: bool,
    /// Who tells of files that change.
    pub(crate) watches: Watches,
    /// It can be told that inlay hints are outdated.
    pub(crate) refreshes_hints: bool,
    /// It can be told that code lenses are outdated.
    pub(crate) refreshes_lenses: bool,
    /// It shows a note behind every completion, not only behind the chosen one.
    pub(crate) label_details: bool,
    /// Whether its cards have marks.
    pub(crate) card_marks: MarkupSupport,
    /// Whether what it tells of a completion has marks.
    pub(crate) item_marks: MarkupSupport,
    /// It takes snippets.
    pub(crate) snippets: bool,
    /// It can be told how to indent what it inserts.
    pub(crate) text_modes: bool,
    /// It shows symbols in symbols.
    pub(crate) nests_symbols: bool,
    /// Whether the user wants inlay hints.
    pub(crate) hints: bool,
    /// Whether the user wants notes above names.
    pub(crate) lenses: bool,
    /// It has a command for the note that tells how a file is sent to the workspace.
    pub(crate) offers_create: bool,
    /// Who opens the page of a rule.
    pub(crate) explains: Explains,
    /// Whether the user wants to read what the server does.
    pub(crate) traces: Traces,
    /// Whether the user wants what a generic YAML server with a JSON schema says as well.
    pub(crate) schema_checks: bool,
    /// Whether the user wants rules in preview, whatever an `azml.yaml` says.
    pub(crate) preview: bool,
    /// Whose findings the user wants to see.
    pub(crate) diagnostic_mode: DiagnosticMode,
}

/// How much of what the server does its user wants to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Traces {
    Off,
    Messages,
    /// With details.
    Verbose,
}

impl Traces {
    pub(crate) fn of(value: TraceValue) -> Self {
        match value {
            TraceValue::Off => Self::Off,
            TraceValue::Messages => Self::Messages,
            TraceValue::Verbose => Self::Verbose,
        }
    }
}

/// Who opens the page of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Explains {
    /// The client has a command of its own.
    Itself,
    /// It shows the address that the server tells.
    Address,
    /// Nobody.
    Not,
}

/// Who tells of files that change on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watches {
    /// The user wants only the client to, and it cannot be asked: it tells what it likes.
    Nobody,
    /// The client does, and the user wants nobody else to.
    OnlyClient,
    /// The client does in its folders, for names that it was asked for; the server does elsewhere.
    ClientAndServer,
    OnlyServer,
}

impl Watches {
    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nobody => "off",
            Self::OnlyClient => "by the client",
            Self::ClientAndServer => "by the client and the server",
            Self::OnlyServer => "by the server",
        }
    }

    /// Whether the client is to be asked.
    pub(crate) fn by_client(self) -> bool {
        matches!(self, Self::OnlyClient | Self::ClientAndServer)
    }
}

/// Whether a client shows Markdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MarkupSupport {
    Shown,
    Refused,
}

impl MarkupSupport {
    /// For a client that names `formats`, the one it likes best first. One that names none is old,
    /// and those took Markdown.
    fn of(formats: Option<&[MarkupKind]>) -> Self {
        match formats.and_then(<[MarkupKind]>::first) {
            Some(MarkupKind::PlainText) => Self::Refused,
            _ => Self::Shown,
        }
    }
}

impl Default for ClientFeatures {
    fn default() -> Self {
        Self::of_capabilities(ClientCapabilities::default())
    }
}

impl ClientFeatures {
    /// The options of the server, with those that the user has set in the editor.
    pub(crate) fn options(self, started: &Options) -> Options {
        let mut options = started.clone();
        options.preview |= self.preview;
        options
    }

    /// What `initialize` says.
    pub(crate) fn new(params: InitializeParams) -> Self {
        let options = params.initialization_options.unwrap_or_default();
        let client = params.client_info.map(|client| client.name);
        let mut features = Self::of_capabilities(params.capabilities);
        features.traces = params.trace.map_or(Traces::Off, Traces::of);
        features.watches = watches(features.watches, client.as_deref(), &options);
        features.take_options(&options);
        features
    }

    fn of_capabilities(client: ClientCapabilities) -> Self {
        let encodings = client.general.and_then(|it| it.position_encodings);
        let document = client.text_document.unwrap_or_default();
        let workspace = client.workspace.unwrap_or_default();
        let edits = workspace.workspace_edit.clone().unwrap_or_default();
        let publish = document.publish_diagnostics.unwrap_or_default();
        let tags = publish.tag_support.map_or(Vec::new(), |it| it.value_set);
        let item = document.completion.and_then(|it| it.completion_item);
        let item = item.unwrap_or_default();
        let card_formats = document.hover.and_then(|it| it.content_format);
        let actions = document.code_action.unwrap_or_default();
        let resolves = actions
            .resolve_support
            .map_or(Vec::new(), |it| it.properties);
        let symbols = document.document_symbol.unwrap_or_default();
        Self {
            unit: unit_among(&encodings.unwrap_or_default()),
            // As ruff: who pulls gets no pushes, or everything would show twice. And only who can
            // be told to pull again: an edit of a compute file changes what is found in the job of
            // another tab.
            pulls: document.diagnostic.is_some() && pulls_again(&workspace),
            shows_related: publish.related_information.unwrap_or(false),
            fades: tags.contains(&DiagnosticTag::UNNECESSARY),
            strikes: tags.contains(&DiagnosticTag::DEPRECATED),
            strikes_items: strikes_items(&item),
            card_marks: MarkupSupport::of(card_formats.as_deref()),
            item_marks: MarkupSupport::of(item.documentation_format.as_deref()),
            versioned_edits: takes_lists_of_changes(&edits),
            prepares_renames: document
                .rename
                .and_then(|it| it.prepare_support)
                .unwrap_or(false),
            creates_files: can(&edits, &ResourceOperationKind::Create),
            renames_files: can(&edits, &ResourceOperationKind::Rename),
            asks_before_moves: asks_before_moves(&workspace),
            takes_edits: workspace.apply_edit.unwrap_or(false),
            resolves_edits: resolves.iter().any(|name| name == "edit"),
            watches: watches_of(&workspace),
            refreshes_hints: workspace
                .inlay_hint
                .and_then(|it| it.refresh_support)
                .unwrap_or(false),
            refreshes_lenses: workspace
                .code_lens
                .and_then(|it| it.refresh_support)
                .unwrap_or(false),
            label_details: item.label_details_support.unwrap_or(false),
            snippets: item.snippet_support.unwrap_or(false),
            text_modes: text_modes(&item),
            nests_symbols: symbols
                .hierarchical_document_symbol_support
                .unwrap_or(false),
            hints: true,
            lenses: true,
            offers_create: false,
            explains: explains(client.window.as_ref()),
            traces: Traces::Off,
            schema_checks: true,
            preview: false,
            diagnostic_mode: DiagnosticMode::OpenFilesOnly,
        }
    }

    /// Takes over what the user has set in the editor; what the options do not speak of stays.
    pub(crate) fn take_options(&mut self, options: &Value) {
        self.hints = switch(options, "inlayHints").unwrap_or(self.hints);
        self.lenses = switch(options, "codeLens").unwrap_or(self.lenses);
        self.offers_create = switch(options, "createLens").unwrap_or(self.offers_create);
        if switch(options, "explainCommand") == Some(true) {
            self.explains = Explains::Itself;
        }
        self.preview = switch(options, "preview").unwrap_or(self.preview);
        self.schema_checks = switch(options, "schemaChecks").unwrap_or(self.schema_checks);
        let mode = option(options, "diagnosticMode").and_then(Value::as_str);
        let mode = mode.and_then(DiagnosticMode::named);
        self.diagnostic_mode = mode.unwrap_or(self.diagnostic_mode);
    }
}

fn explains(window: Option<&WindowClientCapabilities>) -> Explains {
    match window.and_then(|it| it.show_document.as_ref()) {
        Some(ShowDocumentClientCapabilities { support: true }) => Explains::Address,
        _ => Explains::Not,
    }
}

fn watches_of(workspace: &WorkspaceClientCapabilities) -> Watches {
    let watching = workspace.did_change_watched_files.as_ref();
    let can_be_asked = watching.and_then(|it| it.dynamic_registration);
    if can_be_asked.unwrap_or(false) {
        Watches::ClientAndServer
    } else {
        Watches::OnlyServer
    }
}

/// Who watches for the client of this name, which `can` as its capabilities say.
fn watches(can: Watches, client: Option<&str>, options: &Value) -> Watches {
    let wish = option(options, "fileWatching").and_then(Value::as_str);
    match wish {
        Some("client") if can.by_client() => Watches::OnlyClient,
        Some("client") => Watches::Nobody,
        Some("server") => Watches::OnlyServer,
        // Helix takes the registration, but tells only of files that it has written itself.
        _ if client.is_some_and(|name| name.eq_ignore_ascii_case("helix")) => Watches::OnlyServer,
        _ => can,
    }
}

/// Bytes where the client takes them, since offsets are bytes here; otherwise what it likes best.
fn unit_among(offered: &[PositionEncodingKind]) -> Column {
    if offered.contains(&PositionEncodingKind::UTF8) {
        return Column::Utf8;
    }
    match offered.first() {
        Some(first) if *first == PositionEncodingKind::UTF32 => Column::Utf32,
        _ => Column::Utf16,
    }
}

fn pulls_again(workspace: &WorkspaceClientCapabilities) -> bool {
    workspace
        .diagnostic
        .as_ref()
        .and_then(|it| it.refresh_support)
        .unwrap_or(false)
}

fn can(edits: &WorkspaceEditClientCapabilities, operation: &ResourceOperationKind) -> bool {
    let operations = edits.resource_operations.as_deref();
    operations.unwrap_or_default().contains(operation)
}

/// Whether it takes a list of changes: who makes or moves files does, even where it does not say so
/// (Neovim 0.11).
fn takes_lists_of_changes(edits: &WorkspaceEditClientCapabilities) -> bool {
    edits.document_changes.unwrap_or(false) || edits.resource_operations.is_some()
}

fn asks_before_moves(workspace: &WorkspaceClientCapabilities) -> bool {
    let operations = workspace.file_operations.as_ref();
    operations.and_then(|it| it.will_rename).unwrap_or(false)
}

fn strikes_items(item: &CompletionItemCapability) -> bool {
    item.tag_support
        .as_ref()
        .is_some_and(|tags| tags.value_set.contains(&CompletionItemTag::DEPRECATED))
}

fn text_modes(item: &CompletionItemCapability) -> bool {
    item.insert_text_mode_support.as_ref().is_some_and(|modes| {
        modes.value_set.contains(&InsertTextMode::AS_IS)
            && modes
                .value_set
                .contains(&InsertTextMode::ADJUST_INDENTATION)
    })
}

/// Whether options of the client turn `name` on or off, at the top or under `azml-ls`; `None` where
/// they do not speak of it.
fn switch(options: &Value, name: &str) -> Option<bool> {
    match option(options, name)? {
        Value::Bool(on) => Some(*on),
        Value::String(word) => Some(!word.eq_ignore_ascii_case("off")),
        _ => None,
    }
}

/// What options of the client say of `name`, at the top or under `azml-ls`.
fn option<'o>(options: &'o Value, name: &str) -> Option<&'o Value> {
    let top = options.get(name);
    top.or_else(|| options.get("azml-ls")?.get(name))
}
