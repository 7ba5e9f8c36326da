//! The words after a script against what the script takes, as `argparse` matches them.
//!
//! Start at [`Matching::new`]: it runs the algorithm of `argparse` (`matcher`) over [`ArgumentToken`]s, the
//! words as far as they are known. `flag` finds what a word that begins with `-` means, `counts`
//! how many values an argument takes, `value` whether a text is a value of the declared type,
//! `word` makes tokens of the words of a command, `known` tells what is known of the values of
//! expressions.
//!
//! What must stay true: where a word is not known, nothing is said that depends on it; where the
//! versions of Python from 3.8 on differ, nothing is said that only one of them holds. The tests
//! run the same tables through the real `argparse`.
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
pub use flag::{FlagUse, differs_in_spelling};
pub use known::KnownValue;
pub use matching::{ArgumentFault, MatchedArgument, Matching, ValuePlace};
pub use token::ArgumentToken;
pub use value::{Misfit, misfit};
pub use word::{ExpressionValues, left_out_without, whole_expression};
