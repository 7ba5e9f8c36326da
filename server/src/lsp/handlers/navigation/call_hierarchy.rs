//! Call hierarchy: users of a component or pipeline, and the components that a pipeline uses.

use std::sync::Arc;

use azml_rules::text::{Column, Location, TextRange};
use tower_lsp::lsp_types::{
    self, CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Position, Range,
    Url,
};

use crate::lsp::protocol::convert::Converter;
use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::symbol_kind::symbol_kind;
use crate::lsp::protocol::{position, uri};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::folder::WorkspaceSnapshot;
use crate::lsp::session::state_reader::{FileUrls, StateReader};
use azml_ide::Site;
use azml_ide::navigation::used_by;
use azml_ide::navigation::used_by::{CallEdge, Callable};

/// The component or pipeline at `position`, for questions about its callers.
pub(crate) fn callable(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    position: Position,
) -> Option<Vec<CallHierarchyItem>> {
    let converter = Converter::new(state, current);
    let offset = current.offset(position);
    let mut items = Vec::new();
    for callable in current.site(|site| used_by::callable(site, offset)) {
        let Location { path, range } = &callable.location;
        if let Some(location) = converter.location(path, *range) {
            items.push(item(callable, location));
        }
    }
    Some(items).filter(|items| !items.is_empty())
}

/// Returns the users of the component or pipeline `of`.
pub(crate) fn incoming(
    state: StateReader<'_>,
    of: &CallHierarchyItem,
) -> Vec<CallHierarchyIncomingCall> {
    let Some(file) = FolderFile::of(state, &of.uri) else {
        return Vec::new();
    };
    let mut incoming = Vec::new();
    for call in file.look(used_by::incoming) {
        let from_ranges = file.steps(&call, &call.other.location.path);
        if let Some(from) = file.other_side(call) {
            incoming.push(CallHierarchyIncomingCall { from, from_ranges });
        }
    }
    incoming
}

/// Returns the components that the pipeline `of` uses.
pub(crate) fn outgoing(
    state: StateReader<'_>,
    of: &CallHierarchyItem,
) -> Vec<CallHierarchyOutgoingCall> {
    let Some(file) = FolderFile::of(state, &of.uri) else {
        return Vec::new();
    };
    let mut outgoing = Vec::new();
    for call in file.look(used_by::outgoing) {
        let from_ranges = file.steps(&call, &file.path);
        if let Some(to) = file.other_side(call) {
            outgoing.push(CallHierarchyOutgoingCall { to, from_ranges });
        }
    }
    outgoing
}

fn item(callable: Callable, location: lsp_types::Location) -> CallHierarchyItem {
    CallHierarchyItem {
        name: label(callable.name),
        kind: symbol_kind(callable.kind),
        tags: None,
        detail: Some(label(callable.detail)),
        uri: location.uri,
        range: location.range,
        selection_range: location.range,
        data: None,
    }
}

/// A file of a folder; it need not be open.
struct FolderFile {
    path: Arc<str>,
    view: WorkspaceSnapshot,
    urls: FileUrls,
    unit: Column,
}

impl FolderFile {
    fn of(state: StateReader<'_>, url: &Url) -> Option<Self> {
        let path = uri::key_of(url)?;
        Some(Self {
            view: state.view_with(&path)?,
            urls: state.file_urls(),
            unit: state.client().unit,
            path,
        })
    }

    fn look(&self, look: impl FnOnce(&Site<'_>) -> Vec<CallEdge>) -> Vec<CallEdge> {
        let document = self.view.workspace.document(&self.path);
        document.map_or(Vec::new(), |document| self.view.site(document, look))
    }

    /// The places of the steps that call; `caller` is the file they are in.
    fn steps(&self, call: &CallEdge, caller: &str) -> Vec<Range> {
        let steps = call.steps.iter();
        steps.filter_map(|step| self.range(caller, *step)).collect()
    }

    fn other_side(&self, call: CallEdge) -> Option<CallHierarchyItem> {
        let place = &call.other.location;
        let range = self.range(&place.path, place.range)?;
        let uri = self.urls.of(&place.path)?;
        Some(item(call.other, lsp_types::Location { uri, range }))
    }

    fn range(&self, path: &str, at: TextRange) -> Option<Range> {
        let document = self.view.workspace.document(path)?;
        let (text, lines) = (document.text(), document.lines());
        Some(position::range(text, lines, at, self.unit))
    }
}
