//! Matches the words after a script with its interface, as `argparse` does.
//!
//! Start at [`Matching::new`] (`matching`), which runs the algorithm of `argparse` (`matcher`) over
//! [`ArgumentToken`]s (`token`), the known parts of the words. `flag` classifies words that begin
//! with `-`, `counts` holds the numbers of values of arguments, `value` checks texts against the
//! declared type, `word` converts words of a command to tokens, `known` holds the possible values
//! of expressions, `appended` adds arguments to a command.
//!
//! Invariants: nothing is reported that depends on an unknown word, or that isn't true for every
//! version of Python since 3.8. The tests run the same tables through the real `argparse`.
//!
//! <https://docs.python.org/3/library/argparse.html>

mod appended;
mod counts;
mod flag;
mod known;
mod matcher;
mod matching;
mod token;
mod value;
mod word;

#[cfg(test)]
mod tests;

pub use appended::append;
pub(crate) use flag::FlagTable;
pub use flag::{FlagUse, differs_in_spelling, letters};
pub use known::KnownValue;
pub use matching::{ArgumentFault, MatchedArgument, Matching, ValuePlace};
pub use token::ArgumentToken;
pub use value::{Misfit, misfit};
pub use word::{ExpressionValues, left_out_without, whole_expression};
