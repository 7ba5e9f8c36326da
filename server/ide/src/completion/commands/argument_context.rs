//! The script run around the argument at the cursor.

use azml_rules::script::argparse::{MatchedArgument, Matching};
use azml_rules::script::commands::ScriptRun;
use azml_rules::script::python::Argument;

use super::marked::MarkedWord;
use crate::Site;

/// The script run, its matched arguments, and the word at the cursor.
pub(crate) struct ArgumentContext<'a, 's> {
    pub(crate) site: &'a Site<'s>,
    pub(crate) run: &'a ScriptRun<'a>,
    pub(crate) word: &'a MarkedWord,
    pub(crate) matching: &'a Matching<'a>,
    /// The index of the word among the arguments.
    pub(crate) index: usize,
}

impl ArgumentContext<'_, '_> {
    /// Returns the start of a value of `given` in the word; `None` if the word is not its value.
    pub(crate) fn start_in(&self, given: &MatchedArgument<'_>) -> Option<usize> {
        let mut values = given.values.iter();
        let value = values.find(|value| value.token == self.index)?;
        Some(value.start)
    }

    pub(crate) fn is_given(&self, argument: &Argument) -> bool {
        let mut given = self.matching.given(argument);
        given.any(|given| given.flag.is_some())
    }

    /// Returns `true` if `argument` is excluded because another one of its group is present.
    pub(crate) fn is_excluded(&self, argument: &Argument) -> bool {
        let mut given = self.matching.given.iter().map(|given| given.argument);
        argument.exclusive_group.is_some()
            && given.any(|it| it.exclusive_group == argument.exclusive_group && it != argument)
    }
}
