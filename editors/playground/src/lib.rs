//! The rules and editor features for a page in a browser: questions and answers in JSON, about files in memory.
//!
//! Start at [`Session::answer`] in [`session`]. [`request`] has the questions, [`project`] holds the files,
//! [`units`] counts as JavaScript does. [`findings`], [`actions`], [`hints`], and [`pipeline`] make the answers from what
//! `azml_rules` and `azml_ide` return. [`exports`] is what JavaScript calls.
//!
//! Must never: decide what a finding is, or know the page that shows it.

mod actions;
mod exports;
mod findings;
mod hints;
mod pipeline;
mod project;
mod request;
mod session;
mod units;

pub use session::Session;
