//! What requests are answered with, in the protocol's words: one request, one file, called by what
//! it answers with. `ide` finds, the file here converts.
//!
//! Start with `hover`: every other one is like it, a function from a [`Current`](super::current)
//! document and a place in it. Those that need more than that document get a
//! [`StateReader`](super::state_reader).
//!
//! What must stay true: nothing here knows `super::state`, so an answer changes nothing; and
//! nothing here knows another answer, but for `fix_all`, `refactorings`, and `rule_actions`, which are
//! code actions; `editable` is what several edit, `elsewhere` what was found out of whole folders.

pub(super) mod call_hierarchy;
pub(super) mod code_actions;
pub(super) mod code_lenses;
pub(super) mod completion;
pub(super) mod computes;
pub(super) mod definition;
pub(super) mod diagnostic_report;
pub(super) mod document_links;
pub(super) mod document_symbols;
mod editable;
pub(super) mod elsewhere;
mod fix_all;
pub(super) mod folding_ranges;
pub(super) mod graph;
pub(super) mod highlights;
pub(super) mod hover;
pub(super) mod inlay_hints;
pub(super) mod moves;
mod refactorings;
pub(super) mod references;
pub(super) mod rename;
pub(super) mod report;
mod rule_actions;
pub(super) mod rule_page;
pub(super) mod selection_ranges;
pub(super) mod semantic_tokens;
pub(super) mod shown;
mod symbol_kind;
pub(super) mod workspace_symbols;
