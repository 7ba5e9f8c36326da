//! Semantics of Azure Machine Learning YAML: text, settings and facts in; plain data out.
//!
//! Data flow: text → [`syntax::Tree`] → [`document::Document`] → [`workspace::Workspace`]
//! → [`analyze`] → [`diagnostic::Diagnostic`]. This crate reads no file, no clock and no
//! environment.
//!
//! - Facts: [`compute`], [`skeletons`], [`time_zone`], and [`schema`].
//! - Languages: [`syntax`] (YAML), [`expression`], [`shell`], [`az_ml`], [`docker`], and [`script`] (Python).
//! - Settings: [`config`], [`settings`], [`snapshot`] (of a workspace), and [`suppress`].
//! - Rules: [`checks`], run by `engine` (on several `threads`); [`rule`], [`explain`], [`rule_pages`], and [`fix`].
//! - Money: [`estimate`].
//! - Names: [`symbols`] and [`similar`]. Times: [`date`] and [`timetable`].
//! - Shared: [`text`], [`path`], [`secrets`], [`wording`], [`cancellation`], and [`work_counter`].

pub mod az_ml;
pub mod cancellation;
pub mod checks;
pub mod compute;
pub mod config;
pub mod date;
pub mod diagnostic;
pub mod docker;
pub mod document;
mod engine;
pub mod estimate;
pub mod explain;
pub mod expression;
pub mod fix;
pub mod path;
pub mod query;
pub mod rule;
pub mod rule_pages;
pub mod schema;
pub mod script;
pub mod secrets;
pub mod settings;
pub mod shell;
pub mod similar;
pub mod skeletons;
pub mod snapshot;
pub mod suppress;
pub mod symbols;
pub mod syntax;
pub mod terraform;
pub mod text;
mod threads;
pub mod time_zone;
pub mod timetable;
pub mod wording;
pub mod work_counter;
pub mod workspace;

pub use engine::{
    Analysis, analyze, analyze_rule, analyze_rule_tracked, analyze_tracked, analyze_whole,
};
