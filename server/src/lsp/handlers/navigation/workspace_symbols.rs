//! Everything with a name, in all folders.

use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::path::below;
use tower_lsp::lsp_types::{Location, SymbolInformation};

use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::position;
use crate::lsp::protocol::symbol_kind::symbol_kind;
use crate::lsp::session::folder::WorkspaceSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::navigation::workspace_symbols::search;

/// Everything with a name that `query` may mean.
pub(crate) fn symbols(state: StateReader<'_>, query: &str) -> Vec<SymbolInformation> {
    let (urls, unit) = (state.file_urls(), state.client().unit);
    let mut symbols = Vec::new();
    let views = state.views();
    for view in &views {
        let configs = configs(view);
        let is_in = |path: &str| nearest(&views, path) == Some(&view.root);
        for symbol in search(&view.workspace, &view.root, &configs, query, &is_in) {
            let path = &symbol.location.path;
            let document = document(view, &configs, path);
            let (Some(document), Some(uri)) = (document, urls.of(path)) else {
                continue;
            };
            let (text, lines) = (document.text(), document.lines());
            let range = position::range(text, lines, symbol.location.range, unit);
            #[allow(deprecated)] // A field of the struct without a value.
            symbols.push(SymbolInformation {
                name: label(symbol.name),
                kind: symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                location: Location { uri, range },
                container_name: Some(label(symbol.container)),
            });
        }
    }
    symbols
}

/// The root of the folder that a file is in, of folders in folders the innermost one. What is around
/// a folder is not in it.
fn nearest<'v>(views: &'v [WorkspaceSnapshot], path: &str) -> Option<&'v Arc<str>> {
    let roots = views.iter().map(|view| &view.root);
    let around = roots.filter(|root| below(root, path).is_some());
    around.max_by_key(|root| root.len())
}

/// The configurations of a folder; those that are open are documents of it as well.
fn configs(view: &WorkspaceSnapshot) -> Vec<Document> {
    let mut configs = Vec::new();
    for (path, text) in &view.texts {
        if path.ends_with("/azml.yaml") {
            configs.push(Document::new(path.clone(), text.clone()));
        }
    }
    configs
}

fn document<'v>(
    view: &'v WorkspaceSnapshot,
    configs: &'v [Document],
    path: &str,
) -> Option<&'v Document> {
    let document = view.workspace.document(path).map(Arc::as_ref);
    document.or_else(|| configs.iter().find(|config| config.path() == path))
}
