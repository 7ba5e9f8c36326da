//! `azml-ls/rulePage`: the page of a rule as Markdown, for clients that show it without a network.

use azml_rules::{checks, explain, rule_pages};
use serde::Deserialize;
use tower_lsp::lsp_types::{ExecuteCommandParams, Url};

use crate::lsp::protocol::capabilities::EXPLAIN;

/// Parameters of the request.
#[derive(Debug, Deserialize)]
pub(crate) struct RulePageParams {
    pub(crate) rule: String,
}

/// The page; `None` where there is no such rule.
pub(crate) fn rule_page(params: &RulePageParams) -> Option<String> {
    checks::rule(&params.rule).map(explain::markdown)
}

/// Returns the address of the page that a command opens; `None` for any other command.
pub(crate) fn page_of_command(params: &ExecuteCommandParams) -> Option<Url> {
    let rule = params.arguments.first()?.as_str().and_then(checks::rule)?;
    let address = rule_pages::address(rule)?;
    Url::parse(&address)
        .ok()
        .filter(|_| params.command == EXPLAIN)
}
