//! Syntax errors: messages and ranges for text that is not YAML.
//!
//! Start at [`describe()`](describe::describe) in [`describe`](mod@describe), which explains the
//! error of the strict parser; [`layout`] and [`indent_mismatch`] handle indentation. The input is
//! a [`ParserState`] from [`parser_state`], the result a [`SyntaxError`] from [`syntax_error`].

mod describe;
mod indent_mismatch;
mod layout;
mod parser_state;
mod syntax_error;

pub(crate) use describe::{describe, describe_in_lines};
pub(crate) use parser_state::ParserState;
pub(crate) use syntax_error::widened;
pub use syntax_error::{SyntaxError, SyntaxErrorCause};
