//! Requests of our own, all named `azml-ls/...`: [`computes`], [`graph`], [`report`], and [`rule_page`].

pub(crate) mod computes;
pub(crate) mod graph;
pub(crate) mod report;
pub(crate) mod rule_page;
