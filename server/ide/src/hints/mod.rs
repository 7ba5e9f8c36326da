//! Inlay hints, code lenses and semantic tokens: [`inlay_hints`], [`code_lens`], and
//! [`semantic_tokens`], with [`compute_summary`], [`cost`], [`estimate_line`], [`number_hints`], and [`create_command`] for their texts. [`open_values`] lists the values that a file leaves open.

pub mod code_lens;
pub(crate) mod compute_summary;
pub(crate) mod cost;
pub mod create_command;
pub(crate) mod estimate_line;
pub mod inlay_hints;
mod number_hints;
pub mod open_values;
pub mod semantic_tokens;
