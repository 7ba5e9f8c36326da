//! The text of a command as the shell reads it: words with their places in the YAML file.
//!
//! Start at [`Command::read`]. `word` is what a word is made of, `lexer` cuts the text into words
//! and operators, `command` puts words into simple commands.
//!
//! The service fills in `${{ }}` and drops or unwraps `$[[ ]]` before the shell sees the text, so
//! both are read first, also in quotes. The grammar is the one of POSIX,
//! <https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html>, with the operators
//! of bash. What must stay true: every range is one of the decoded text, words lie in order, what
//! the shell expands itself is unknown, and nothing here fails or takes longer than the text is.

mod command;
mod lexer;
#[cfg(test)]
mod tests;
mod word;

pub use command::{Command, CommandParts, Redirect, RedirectKind, Separator, SimpleCommand};
pub use lexer::{Unclosed, UnclosedKind};
pub use word::{Part, Word};
