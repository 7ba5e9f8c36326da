//! Requests of our own, all named `azml-ls/...`: [`graph`], [`plan`], [`report`], [`rule_page`], [`submission`],
//! and [`workspace_list`].

pub(crate) mod graph;
pub(crate) mod plan;
pub(crate) mod report;
pub(crate) mod rule_page;
pub(crate) mod submission;
pub(crate) mod workspace_list;
