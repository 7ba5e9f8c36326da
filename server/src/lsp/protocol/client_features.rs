//! Capabilities of the client and options of its user, as `initialize` sends them.

use azml_rules::rule_pages::SITE;
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

/// Capabilities of the client and options of its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClientFeatures {
    /// Unit of columns.
    pub(crate) unit: Column,
    /// `true` if it pulls diagnostics instead of having them published.
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
    /// `true` if it sends `prepareRename` before it prompts for a new name.
    pub(crate) prepares_renames: bool,
    /// It can make files as part of an edit.
    pub(crate) creates_files: bool,
    /// It can move files as part of an edit.
    pub(crate) renames_files: bool,
    /// `true` if it requests additional edits before files move.
    pub(crate) asks_before_moves: bool,
    /// It makes edits that it did not ask for.
    pub(crate) takes_edits: bool,
    /// `true` if it resolves the edit of an action only when the action is chosen.
    pub(crate) resolves_edits: bool,
    /// Source of notifications about changed files.
    pub(crate) watches: Watches,
    /// `true` if the server can request that inlay hints are refreshed.
    pub(crate) refreshes_hints: bool,
    /// `true` if the server can request that code lenses are refreshed.
    pub(crate) refreshes_lenses: bool,
    /// `true` if it shows a note after every completion, not only after the selected one.
    pub(crate) label_details: bool,
    /// Markup of its hovers.
    pub(crate) card_marks: MarkupSupport,
    /// Markup of the documentation of a completion.
    pub(crate) item_marks: MarkupSupport,
    /// It takes snippets.
    pub(crate) snippets: bool,
    /// `true` if a completion can set how its text is indented.
    pub(crate) text_modes: bool,
    /// It shows symbols in symbols.
    pub(crate) nests_symbols: bool,
    /// `true` if the user has inlay hints on.
    pub(crate) hints: bool,
    /// `true` if the user has code lenses on.
    pub(crate) lenses: bool,
    /// `true` if it has a command for the lens that creates an asset or job from a file.
    pub(crate) offers_create: bool,
    /// `true` if it has a command for the lens that shows the plan of a file.
    pub(crate) shows_plan: bool,
    /// `true` if it has a command for the lens that submits a job.
    pub(crate) submits: bool,
    /// `true` if requests about cells of notebooks are to be registered.
    pub(crate) asks_about_cells: bool,
    /// `true` if the user wants each message in one line.
    pub(crate) short_messages: bool,
    /// `true` if links in cards can run its command that refreshes from the workspace.
    pub(crate) refreshes_workspace: bool,
    /// `true` if an accepted completion can open the next list, by VS Code's command.
    pub(crate) suggests_again: bool,
    /// Way of opening the page of a rule.
    pub(crate) explains: Explains,
    /// Amount of trace messages that the user requests.
    pub(crate) traces: Traces,
    /// `true` if the user also wants the findings of a generic YAML server with a JSON schema.
    pub(crate) schema_checks: bool,
    /// `true` if the user turns preview rules on, regardless of `azml.yaml`.
    pub(crate) preview: bool,
    /// Files whose findings the user wants to see.
    pub(crate) diagnostic_mode: DiagnosticMode,
}

/// Amount of trace messages about the server's work.
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

/// Way of opening the page of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Explains {
    /// The client has a command of its own.
    Itself,
    /// The client shows the address that the server sends.
    Address,
    /// Not supported.
    Not,
}

/// Source of notifications about files that change on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watches {
    /// The user allows only the client to watch, but it cannot register watchers: it may still notify.
    Unwatched,
    /// The client; the user has turned off the server's watcher.
    OnlyClient,
    /// The client in its folders, for registered names; the server in all other folders.
    ClientAndServer,
    OnlyServer,
}

impl Watches {
    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unwatched => "off",
            Self::OnlyClient => "by the client",
            Self::ClientAndServer => "by the client and the server",
            Self::OnlyServer => "by the server",
        }
    }

    /// Returns `true` if watchers are registered with the client.
    pub(crate) fn by_client(self) -> bool {
        matches!(self, Self::OnlyClient | Self::ClientAndServer)
    }
}

/// Markup that a client shows.
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

    /// Reads the parameters of `initialize`.
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
            // As in ruff: a client that pulls gets no pushes, otherwise each finding shows twice.
            // It must also support the refresh request: an edit of a compute file changes the
            // findings of the job in another tab.
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
            shows_plan: false,
            submits: false,
            asks_about_cells: false,
            short_messages: false,
            refreshes_workspace: false,
            suggests_again: false,
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
        self.shows_plan = switch(options, "planCommand").unwrap_or(self.shows_plan);
        self.submits = switch(options, "submitCommand").unwrap_or(self.submits);
        self.asks_about_cells = switch(options, "cellRequests").unwrap_or(self.asks_about_cells);
        let messages = option(options, "messages").and_then(Value::as_str);
        self.short_messages = messages.map_or(self.short_messages, |it| it == "short");
        self.refreshes_workspace =
            switch(options, "refreshCommand").unwrap_or(self.refreshes_workspace);
        self.suggests_again = switch(options, "suggestCommand").unwrap_or(self.suggests_again);
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
        Some(ShowDocumentClientCapabilities { support: true }) if SITE.is_some() => {
            Explains::Address
        }
        _ => Explains::Not,
    }
}

fn watches_of(workspace: &WorkspaceClientCapabilities) -> Watches {
    let watching = workspace.did_change_watched_files.as_ref();
    let can_register = watching.and_then(|it| it.dynamic_registration);
    if can_register.unwrap_or(false) {
        Watches::ClientAndServer
    } else {
        Watches::OnlyServer
    }
}

/// Returns the source of notifications for the client of this name, whose capabilities allow `can`.
fn watches(can: Watches, client: Option<&str>, options: &Value) -> Watches {
    let wish = option(options, "fileWatching").and_then(Value::as_str);
    match wish {
        Some("client") if can.by_client() => Watches::OnlyClient,
        Some("client") => Watches::Unwatched,
        Some("server") => Watches::OnlyServer,
        // Helix accepts the registration, but notifies only of files that it has written itself.
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

/// Returns `true` if the client accepts `documentChanges`: a client that creates or renames files
/// does, even if it does not announce it (Neovim 0.11).
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

/// Returns the value of the boolean option `name`, at the top or under `azml-ls`; `None` if it is
/// not set.
fn switch(options: &Value, name: &str) -> Option<bool> {
    match option(options, name)? {
        Value::Bool(on) => Some(*on),
        Value::String(word) => Some(!word.eq_ignore_ascii_case("off")),
        _ => None,
    }
}

/// Returns the value of the option `name`, at the top or under `azml-ls`.
fn option<'o>(options: &'o Value, name: &str) -> Option<&'o Value> {
    let top = options.get(name);
    top.or_else(|| options.get("azml-ls")?.get(name))
}
