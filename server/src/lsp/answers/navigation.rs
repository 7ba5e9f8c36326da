//! From names to places and back, in the protocol's words: definitions, references, highlights, the names of all folders,
//! who uses what.

use std::sync::Arc;

use azml_rules::document::{Document, Resource};
use azml_rules::expression::Declaration;
use azml_rules::symbols::SymbolKind;
use azml_rules::text::{Location, TextRange};
use serde_json::json;
use tower_lsp::lsp_types::{
    self, CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, CodeLens,
    Command, DocumentHighlight, DocumentHighlightKind, GotoDefinitionResponse, Range,
    SymbolInformation, Url,
};

use crate::files;
use crate::ide::references::Definitions;
use crate::ide::{Site, callers, definition, references, workspace_symbols};
use crate::lsp::analysis::{self, Current};
use crate::lsp::convert::{self, Converter};
use crate::lsp::folder::View;
use crate::lsp::state::Shared;

/// The command behind "used by": its arguments are those of VS Code's `editor.action.showReferences`, for the client to
/// run.
const SHOW_REFERENCES: &str = "azml-ls.showReferences";

/// `current` once every other open document of its folder is parsed in its newest state; `None` where it was so already,
/// or where the text changed meanwhile.
pub(in crate::lsp) fn with_others(shared: &Shared, current: &Current) -> Option<Current> {
    let outdated: Vec<Url> = {
        let state = shared.lock();
        let folder = &state.open.get(&current.url)?.folder;
        let open = state
            .open
            .iter()
            .filter(|(_, open)| open.folder == *folder && !open.is_silent());
        open.filter(|(_, open)| open.parsed != Some(open.stamp))
            .map(|(url, _)| url.clone())
            .collect()
    };
    let parsed = outdated
        .iter()
        .filter(|url| analysis::current(shared, url).is_some())
        .count();
    if parsed == 0 {
        None
    } else {
        analysis::current(shared, &current.url).filter(|it| it.stamp == current.stamp)
    }
}

/// Where what is named at `offset` is defined.
pub(in crate::lsp) fn definition(
    shared: &Shared,
    current: &Current,
    offset: u32,
) -> Option<GotoDefinitionResponse> {
    let newer = with_others(shared, current);
    let current = newer.as_ref().unwrap_or(current);
    let found = current.site(|site| definition::definition(site, offset))?;
    Some(GotoDefinitionResponse::Array(places(
        shared,
        current,
        &found.locations,
    )))
}

/// Every place that names what `offset` is on.
pub(in crate::lsp) fn references(
    shared: &Shared,
    current: &Current,
    offset: u32,
    definitions: Definitions,
) -> Vec<lsp_types::Location> {
    let newer = with_others(shared, current);
    let current = newer.as_ref().unwrap_or(current);
    let found = current.site(|site| references::references(site, offset, definitions));
    places(shared, current, &found)
}

/// Those of this document.
pub(in crate::lsp) fn highlights(current: &Current, offset: u32) -> Vec<DocumentHighlight> {
    let highlight = |found: references::Highlight| DocumentHighlight {
        range: current.range(found.range),
        kind: Some(if found.is_definition {
            DocumentHighlightKind::WRITE
        } else {
            DocumentHighlightKind::READ
        }),
    };
    current
        .site(|site| references::highlights(site, offset))
        .into_iter()
        .map(highlight)
        .collect()
}

/// "used by 3 pipelines", above what is used.
pub(in crate::lsp) fn lenses(shared: &Shared, current: &Current) -> Vec<CodeLens> {
    let Some(found) = current.site(callers::used_by) else {
        return Vec::new();
    };
    let at = current.range(found.range);
    let arguments = vec![
        json!(current.url),
        json!(at.start),
        json!(places(shared, current, &found.places)),
    ];
    let command = Command {
        title: found.title,
        command: SHOW_REFERENCES.to_owned(),
        arguments: Some(arguments),
    };
    vec![CodeLens {
        range: at,
        command: Some(command),
        data: None,
    }]
}

fn places(shared: &Shared, current: &Current, found: &[Location]) -> Vec<lsp_types::Location> {
    let converter = Converter::new(shared, current);
    found
        .iter()
        .filter_map(|location| place(&converter, location))
        .collect()
}

fn place(converter: &Converter<'_>, location: &Location) -> Option<lsp_types::Location> {
    let uri = converter.url_of(&location.path)?;
    // Files that are no documents are opened at their start.
    let range = converter
        .range_in(&location.path, location.range)
        .unwrap_or_default();
    Some(lsp_types::Location { uri, range })
}

/// Everything with a name, in all folders.
pub(in crate::lsp) fn symbols(shared: &Shared, query: &str) -> Vec<SymbolInformation> {
    let (views, client): (Vec<View>, _) = {
        let state = shared.lock();
        (
            state
                .folders
                .values()
                .map(crate::lsp::folder::Folder::view)
                .collect(),
            state.client,
        )
    };
    let mut found = Vec::new();
    for view in views {
        let configs = view
            .texts
            .iter()
            .filter(|(path, _)| path.ends_with("/azml.yaml"));
        let configs: Vec<Document> = configs
            .map(|(path, text)| Document::new(path.clone(), text.clone()))
            .collect();
        for symbol in workspace_symbols::search(&view.workspace, &view.root, &configs, query) {
            let path = &symbol.location.path;
            // What is around a folder is not in it, or is in another one.
            if !path.starts_with(&*view.root) {
                continue;
            }
            let document = view.workspace.document(path).map(Arc::as_ref);
            let document =
                document.or_else(|| configs.iter().find(|config| config.path() == &**path));
            let (Some(document), Some(uri)) = (document, url(shared, path)) else {
                continue;
            };
            let range = convert::range(
                document.text(),
                document.lines(),
                symbol.location.range,
                client.unit,
            );
            #[allow(deprecated)] // A field of the struct that nobody fills.
            found.push(SymbolInformation {
                name: symbol.name,
                kind: kind(symbol.kind),
                tags: None,
                deprecated: None,
                location: lsp_types::Location { uri, range },
                container_name: Some(symbol.container),
            });
        }
    }
    found
}

fn url(shared: &Shared, path: &str) -> Option<Url> {
    let state = shared.lock();
    let open = state
        .open
        .iter()
        .find(|(_, open)| &*open.path == path)
        .map(|(url, _)| url.clone());
    open.or_else(|| Url::from_file_path(path).ok())
}

fn kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    use lsp_types::SymbolKind as Lsp;
    match kind {
        SymbolKind::Declared(Declaration::Step) => Lsp::FUNCTION,
        SymbolKind::Declared(_) => Lsp::FIELD,
        SymbolKind::Resource(resource) => match resource {
            Resource::Component => Lsp::CLASS,
            Resource::Compute => Lsp::STRUCT,
            Resource::Environment => Lsp::PACKAGE,
            Resource::Data | Resource::Datastore => Lsp::OBJECT,
            Resource::Model | Resource::VmSize => Lsp::CONSTANT,
            Resource::Endpoint => Lsp::INTERFACE,
            Resource::Deployment => Lsp::METHOD,
            Resource::Schedule | Resource::Job => Lsp::MODULE,
            Resource::Workspace => Lsp::NAMESPACE,
        },
        SymbolKind::File => Lsp::FILE,
    }
}

/// The component or pipeline at `offset`, for questions about its callers.
pub(in crate::lsp) fn callable(
    shared: &Shared,
    current: &Current,
    offset: u32,
) -> Vec<CallHierarchyItem> {
    let newer = with_others(shared, current);
    let current = newer.as_ref().unwrap_or(current);
    let converter = Converter::new(shared, current);
    let found = current.site(|site| callers::callable(site, offset));
    found
        .into_iter()
        .filter_map(|one| item(one, |location| place(&converter, location)))
        .collect()
}

fn item(
    one: callers::Callable,
    place: impl Fn(&Location) -> Option<lsp_types::Location>,
) -> Option<CallHierarchyItem> {
    let lsp_types::Location { uri, range } = place(&one.location)?;
    Some(CallHierarchyItem {
        name: one.name,
        kind: kind(one.kind),
        tags: None,
        detail: Some(one.detail),
        uri,
        range,
        selection_range: range,
        data: None,
    })
}

/// Which way to go from a component or pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    In,
    Out,
}

/// Who uses the component or pipeline `of`.
pub(in crate::lsp) fn incoming(
    shared: &Shared,
    of: &CallHierarchyItem,
) -> Vec<CallHierarchyIncomingCall> {
    let calls = calls(shared, &of.uri, Way::In).into_iter();
    calls
        .map(|(from, from_ranges)| CallHierarchyIncomingCall { from, from_ranges })
        .collect()
}

/// What the pipeline `of` uses.
pub(in crate::lsp) fn outgoing(
    shared: &Shared,
    of: &CallHierarchyItem,
) -> Vec<CallHierarchyOutgoingCall> {
    let calls = calls(shared, &of.uri, Way::Out).into_iter();
    calls
        .map(|(to, from_ranges)| CallHierarchyOutgoingCall { to, from_ranges })
        .collect()
}

/// The other sides with the places of the calls, which are in the file that calls. `of` need not be open.
fn calls(shared: &Shared, of: &Url, way: Way) -> Vec<(CallHierarchyItem, Vec<Range>)> {
    let Ok(file) = of.to_file_path() else {
        return Vec::new();
    };
    let path = files::key(&files::absolute(&file));
    let (view, unit) = {
        let state = shared.lock();
        let holds =
            |folder: &&crate::lsp::folder::Folder| folder.workspace().document(&path).is_some();
        let Some(folder) = state.folders.values().find(holds) else {
            return Vec::new();
        };
        (folder.view(), state.client.unit)
    };
    let Some(document) = view.workspace.document(&path) else {
        return Vec::new();
    };
    let text_of = |path: &str| view.texts.get(path).cloned();
    let site = Site::new(document, &view.workspace, &view.root, &text_of);
    let found = if way == Way::In {
        callers::incoming(&site)
    } else {
        callers::outgoing(&site)
    };
    let range = |path: &str, at: TextRange| {
        let document = view.workspace.document(path)?;
        Some(convert::range(document.text(), document.lines(), at, unit))
    };
    let place = |location: &Location| {
        let range = range(&location.path, location.range)?;
        Some(lsp_types::Location {
            uri: url(shared, &location.path)?,
            range,
        })
    };
    let call = |call: callers::Call| {
        let caller = if way == Way::In {
            call.other.location.path.clone()
        } else {
            path.clone()
        };
        let steps = call
            .steps
            .iter()
            .filter_map(|step| range(&caller, *step))
            .collect();
        Some((item(call.other, place)?, steps))
    };
    found.into_iter().filter_map(call).collect()
}
