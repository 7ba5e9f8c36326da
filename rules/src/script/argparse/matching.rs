//! The assignment of the words of a command line to arguments.

use crate::script::python::Argument;

/// A command line matched with the interface of its script.
#[derive(Clone, PartialEq, Debug)]
pub struct Matching<'i> {
    /// The passed arguments, in order.
    pub given: Vec<MatchedArgument<'i>>,
    /// The mistakes for which `argparse` ends the script, or that it ignores.
    pub faults: Vec<ArgumentFault<'i>>,
    /// `true` if every passed argument is known: no unclear word may be a flag.
    pub is_complete: bool,
}

/// An argument with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchedArgument<'i> {
    /// The argument.
    pub argument: &'i Argument,
    /// The index of the word with its flag, and the full flag; `None` for a positional argument.
    pub flag: Option<(usize, &'i str)>,
    /// Its values.
    pub values: Vec<ValuePlace>,
    /// `true` if the values certainly belong to it.
    pub is_certain: bool,
}

/// Position of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValuePlace {
    /// The index of the word.
    pub token: usize,
    /// Byte offset in its text: after `--flag=`.
    pub start: usize,
}

/// A mistake in a command line.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgumentFault<'i> {
    /// The script has no such flag.
    UnknownFlag {
        /// The index of the word.
        token: usize,
        /// The flag, without a value.
        name: String,
    },
    /// The word is the beginning of several flags.
    AmbiguousFlag {
        /// The index of the word.
        token: usize,
        /// The flag, without a value.
        name: String,
        /// The flags that it abbreviates.
        flags: Vec<&'i str>,
    },
    /// The flag has too few values.
    NoValue {
        /// The index of the word with the flag.
        token: usize,
        /// The flag.
        flag: &'i str,
        /// Its argument.
        argument: &'i Argument,
    },
    /// The flag takes no value.
    ValueForSwitch {
        /// The index of the word with the flag.
        token: usize,
        /// The flag.
        flag: &'i str,
        /// Its argument.
        argument: &'i Argument,
        /// The value.
        value: ValuePlace,
    },
    /// The word belongs to no argument.
    Unexpected {
        /// The index of the word.
        token: usize,
    },
    /// `--` that belongs to no argument; neither do the words after it.
    LoneDashes {
        /// The index of the word.
        token: usize,
    },
    /// A required argument isn't passed.
    Missing {
        /// The missing argument.
        argument: &'i Argument,
    },
}

impl<'i> Matching<'i> {
    /// Returns the matches of `argument`.
    pub fn given(&self, argument: &Argument) -> impl Iterator<Item = &MatchedArgument<'i>> {
        let place = std::ptr::from_ref(argument);
        self.given
            .iter()
            .filter(move |given| std::ptr::eq(given.argument, place))
    }
}
