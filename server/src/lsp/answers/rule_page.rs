//! `azml-ls/rulePage`: the page of a rule as Markdown, for clients that show it without a network.

use azml_rules::{checks, explain};
use serde::Deserialize;

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct RulePageParams {
    pub(crate) rule: String,
}

/// The page; `None` where there is no such rule.
pub(crate) fn rule_page(params: &RulePageParams) -> Option<String> {
    checks::rule(&params.rule).map(explain::markdown)
}
