//! What a reader is told where text is not YAML.
//!
//! Start at [`describe`](describe::describe), which puts words to what stopped the strict parser;
//! `layout` and `uneven` are its parts about indentation. [`SyntaxError`] is what comes out,
//! [`ParserState`] what goes in.

mod describe;
mod indent_mismatch;
mod layout;
mod parser_state;
mod syntax_error;

pub(crate) use describe::{describe, describe_in_lines};
pub(crate) use parser_state::ParserState;
pub use syntax_error::SyntaxError;
pub(crate) use syntax_error::widened;
