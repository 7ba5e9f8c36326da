//! What became of the words of a command line.

use crate::script::python::{Argument, ScriptInterface};

use super::flag::FlagUse;
use super::matcher::Matcher;
use super::token::ArgumentToken;

/// A command line against what the script takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Matching<'i> {
    /// The arguments that are given, in order.
    pub given: Vec<MatchedArgument<'i>>,
    /// What `argparse` would end the script for, or ignore.
    pub faults: Vec<ArgumentFault<'i>>,
    /// Whether every argument that is given is known to be: no word may be a flag that nobody sees.
    pub is_complete: bool,
}

/// An argument with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchedArgument<'i> {
    /// What is given.
    pub argument: &'i Argument,
    /// The word with its flag, and the flag that it means; `None` for a positional argument.
    pub flag: Option<(usize, &'i str)>,
    /// Its values.
    pub values: Vec<ValuePlace>,
    /// Whether the values surely belong to it.
    pub is_certain: bool,
}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValuePlace {
    /// The word.
    pub token: usize,
    /// Where in its text it starts: behind `--flag=`.
    pub start: usize,
}

/// What is wrong with a command line.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgumentFault<'i> {
    /// The script has no such flag.
    UnknownFlag {
        /// The word.
        token: usize,
        /// The flag, without a value.
        name: String,
    },
    /// The word is the beginning of several flags.
    AmbiguousFlag {
        /// The word.
        token: usize,
        /// The flag, without a value.
        name: String,
        /// The flags that begin so.
        flags: Vec<&'i str>,
    },
    /// The flag needs values that are not there.
    NoValue {
        /// The word with the flag.
        token: usize,
        /// The flag.
        flag: &'i str,
        /// Its argument.
        argument: &'i Argument,
    },
    /// The flag takes no value.
    ValueForSwitch {
        /// The word with the flag.
        token: usize,
        /// The flag.
        flag: &'i str,
        /// Its argument.
        argument: &'i Argument,
        /// The value.
        value: ValuePlace,
    },
    /// The word belongs to nothing.
    Unexpected {
        /// The word.
        token: usize,
    },
    /// `--` stands alone, and what follows belongs to nothing.
    LoneDashes {
        /// The word.
        token: usize,
    },
    /// A required argument is not given.
    Missing {
        /// What is not given.
        argument: &'i Argument,
    },
}

impl<'i> Matching<'i> {
    /// Matches `tokens` with a closed `interface`. The versions of Python differ in when they give
    /// up on a positional argument that may be empty: only what holds in all of them is a fault.
    #[must_use]
    pub fn new(tokens: &[ArgumentToken], interface: &'i ScriptInterface) -> Self {
        let mut matching = Matcher::new(tokens, interface, true).run();
        if matching.gives_up_early {
            let other = Matcher::new(tokens, interface, false).run().matching;
            let matching = &mut matching.matching;
            matching.faults.retain(|fault| other.faults.contains(fault));
            for given in &mut matching.given {
                given.is_certain &= other.given.contains(given);
            }
        }
        matching.matching
    }

    /// What is given for the argument with `flag`.
    pub fn given(&self, argument: &Argument) -> impl Iterator<Item = &MatchedArgument<'i>> {
        let place = std::ptr::from_ref(argument);
        self.given
            .iter()
            .filter(move |given| std::ptr::eq(given.argument, place))
    }
}

/// A word that begins with `-`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum FlagShape<'i> {
    /// A value.
    Value,
    /// Perhaps a value, perhaps not.
    Unclear,
    /// A flag of the script.
    Flag(FlagUse<'i>),
    /// No flag of the script.
    Unknown(String),
    /// The beginning of several flags.
    Ambiguous(String, Vec<&'i str>),
    /// It begins with `-`, but nobody knows what it means.
    UnclearFlag,
    /// `--`
    Dashes,
}

impl FlagShape<'_> {
    pub(crate) fn is_flag(&self) -> bool {
        !matches!(self, Self::Value | Self::Unclear | Self::Dashes)
    }
}
