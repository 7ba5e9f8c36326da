//! `azml-ls/plan`: what happens when an open document is submitted, for clients that show it beside the text.

use serde::Deserialize;
use tower_lsp::lsp_types::TextDocumentIdentifier;

use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::output::{CostFormat, plans_text};
use crate::sandbox::Names;
use azml_ide::Site;
use azml_ide::plan;

/// Parameters of the request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlanParams {
    pub(crate) text_document: TextDocumentIdentifier,
}

/// The plan as Markdown; `None` if nothing of the document runs or costs anything.
pub(crate) fn plan(current: &DocumentSnapshot) -> Option<String> {
    current.site(of_site)
}

fn of_site(site: &Site<'_>) -> Option<String> {
    let path = site.document.path();
    let plans = [(path, plan::plan(site)?)];
    let names = Names::in_folder(site.root);
    plans_text(site.workspace, &names, &plans, CostFormat::Markdown).ok()
}
