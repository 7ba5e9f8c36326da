//! The words and commands of shell text, with their ranges.
//!
//! Start at [`read`]. `lexer` splits the text into words and operators, `word` is the parts of a
//! word, `command` groups words into simple commands, `here_document` finds the end of `<<END`, and
//! `dialect` lists the differences between the shells. The grammar of Bash is the one of POSIX,
//! <https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html>, with the operators
//! of Bash. Another program may fill in expressions before the shell reads the text ([`Template`]),
//! so those are recognized first, also in quotes.
//!
//! Invariants: every range is one of the text, words are in order, the result of an expansion is
//! unknown, and parsing never fails and takes linear time.

mod command;
mod dialect;
mod here_document;
mod lexer;
#[cfg(test)]
mod tests;
mod word;

pub use command::{Event, Outcome, Redirect, RedirectKind, Separator, SimpleCommand, read};
pub use dialect::{Dialect, LineBreaks, Syntax};
pub(crate) use here_document::HereDocument;
pub(crate) use lexer::is_name;
pub use lexer::{ShellText, Template, Unclosed, UnclosedKind};
pub use word::{Part, Word};
