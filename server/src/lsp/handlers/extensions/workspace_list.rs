//! `azml-ls/workspace`: what the folders know about the workspace, for clients that list it.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_rules::path::below;
use azml_rules::text::{LineIndex, Location};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::position;
use crate::lsp::session::folder::WorkspaceSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::workspace_list::{ListedResource, SORTS, listed};

/// Parameters of the request: none yet, but a client may send an object.
#[derive(Debug, Deserialize)]
pub(crate) struct WorkspaceParams {}

/// The resources that the folders define, use, or have saved, by sort; null where no file describes anything of
/// Azure ML.
pub(crate) fn workspace(state: StateReader<'_>) -> Value {
    let views = state.views();
    let mut groups: Vec<Vec<Value>> = vec![Vec::new(); SORTS.len()];
    let mut is_azure_ml = false;
    for view in &views {
        // A file is in the innermost folder around it; what is around a folder is not in it.
        let is_in = |path: &str| {
            let roots = views.iter().map(|view| &view.root);
            let around = roots.filter(|root| below(root, path).is_some());
            around.max_by_key(|root| root.len()) == Some(&view.root)
        };
        let Some(found) = listed(&view.workspace, &view.root, &is_in) else {
            continue;
        };
        is_azure_ml = true;
        let mut places = PlaceWriter::new(state, view);
        for one in &found {
            let at = SORTS.iter().position(|(sort, _)| *sort == one.resource);
            if let Some(group) = at.and_then(|at| groups.get_mut(at)) {
                group.push(places.of_resource(one));
            }
        }
    }
    if !is_azure_ml {
        return Value::Null;
    }
    let groups = SORTS
        .iter()
        .zip(groups)
        .filter(|(_, found)| !found.is_empty());
    groups
        .map(|((_, title), found)| json!({"title": title, "resources": found}))
        .collect()
}

/// Places of one folder in the words of the protocol. A long file is read once for all its places.
struct PlaceWriter<'a> {
    state: StateReader<'a>,
    view: &'a WorkspaceSnapshot,
    texts: BTreeMap<Arc<str>, Option<(Arc<str>, LineIndex)>>,
}

impl<'a> PlaceWriter<'a> {
    fn new(state: StateReader<'a>, view: &'a WorkspaceSnapshot) -> Self {
        Self {
            state,
            view,
            texts: BTreeMap::new(),
        }
    }

    fn of_resource(&mut self, one: &ListedResource) -> Value {
        let facts = one.facts.iter();
        let facts: Vec<Value> = facts
            .map(|(name, value)| json!({"name": name, "value": label(value)}))
            .collect();
        let uses: Vec<Value> = one.uses.iter().filter_map(|place| self.of(place)).collect();
        json!({
            "name": label(&one.name),
            "compute": one.compute.map(|kind| kind.capability().id),
            "summary": label(&one.summary),
            "facts": facts,
            "costs": one.costs_while_idle,
            "place": one.place.as_ref().and_then(|place| self.of(place)),
            "uses": uses,
        })
    }

    /// `computes/cpu.yml:4`, and the location.
    fn of(&mut self, place: &Location) -> Option<Value> {
        let (state, view) = (self.state, self.view);
        let uri = state.file_urls().of(&place.path)?;
        let unit = state.client().unit;
        let range = match view.workspace.document(&place.path) {
            Some(document) => position::range(document.text(), document.lines(), place.range, unit),
            None => {
                let known = self.texts.entry(place.path.clone()).or_insert_with(|| {
                    let text = text_of(view, &place.path)?;
                    let lines = LineIndex::new(&text);
                    Some((text, lines))
                });
                let (text, lines) = known.as_ref()?;
                position::range(text, lines, place.range, unit)
            }
        };
        let shown = below(&view.root, &place.path).unwrap_or(&place.path);
        let text = format!("{}:{}", label(shown), range.start.line + 1);
        Some(json!({"text": text, "location": {"uri": uri, "range": range}}))
    }
}

/// Returns the text of a file that is not a document: `azml.yaml`, a list of the snapshot, infrastructure code.
fn text_of(view: &WorkspaceSnapshot, path: &str) -> Option<Arc<str>> {
    let on_disk = || {
        let from = format!("{}/azml.yaml", view.root);
        view.workspace.text(&from, below(&view.root, path)?)
    };
    view.texts.get(path).cloned().or_else(on_disk)
}
