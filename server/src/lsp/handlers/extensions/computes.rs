//! `azml-ls/computes`: the computes of all folders, for clients that list them.

use azml_rules::path::below;
use azml_rules::text::LineIndex;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::position;
use crate::lsp::session::folder::WorkspaceSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::computes::{ListedCompute, listed};

/// Parameters of the request: none yet, but a client may send an object.
#[derive(Debug, Deserialize)]
pub(crate) struct ComputesParams {}

/// The computes that the folders describe.
pub(crate) fn computes(state: StateReader<'_>) -> Value {
    let views = state.views();
    let mut found = Vec::new();
    for view in &views {
        // A file is in the innermost folder around it; what is around a folder is not in it.
        let is_in = |path: &str| {
            let roots = views.iter().map(|view| &view.root);
            let around = roots.filter(|root| below(root, path).is_some());
            around.max_by_key(|root| root.len()) == Some(&view.root)
        };
        let computes = listed(&view.workspace, &view.root, &is_in);
        found.extend(
            computes
                .iter()
                .filter_map(|one| of_compute(state, view, one)),
        );
    }
    Value::Array(found)
}

fn of_compute(
    state: StateReader<'_>,
    view: &WorkspaceSnapshot,
    compute: &ListedCompute,
) -> Option<Value> {
    let path = &compute.origin.path;
    let document = view.workspace.document(path);
    let text = document.map_or_else(
        || view.texts.get(path).map(AsRef::as_ref),
        |it| Some(it.text()),
    )?;
    let lines = LineIndex::new(text);
    let range = position::range(text, &lines, compute.origin.range, state.client().unit);
    Some(json!({
        "name": label(&compute.name),
        "kind": compute.kind.map(|kind| kind.capability().id),
        "label": compute.kind.map_or("compute", |kind| kind.label()),
        "size": compute.size.as_ref().map(label),
        "price": compute.price,
        "nodes": compute.nodes,
        "idle": compute.idle,
        "idleAmount": compute.idle_amount,
        "file": label(&compute.file),
        "location": {"uri": state.file_urls().of(path)?, "range": range},
    }))
}
