//! A positional argument, or the subcommands in its place.

use crate::script::argparse::counts::ValueCounts;
use crate::script::python::{Argument, ArgumentAction, Nargs, ScriptInterface, Subcommands};

#[derive(Clone, Copy)]
pub(crate) enum Positional<'i> {
    Argument(&'i Argument),
    Subcommands(&'i Subcommands),
}

impl<'i> Positional<'i> {
    pub(super) fn counts(&self) -> ValueCounts {
        match self {
            Self::Argument(argument) => ValueCounts::of(argument.nargs),
            Self::Subcommands(_) => ValueCounts { least: 1, most: 1 },
        }
    }

    pub(crate) fn takes_the_rest(&self) -> bool {
        match self {
            Self::Argument(argument) => argument.nargs == Nargs::Remainder,
            Self::Subcommands(_) => true,
        }
    }

    /// Returns `true` if the number of words it takes is unknown.
    pub(crate) fn is_unclear(&self) -> bool {
        match self {
            Self::Argument(argument) => argument.is_conditional || !has_known_count(argument),
            Self::Subcommands(_) => false,
        }
    }
}

/// Returns the positional arguments of `interface` in order, including its subcommands.
pub(crate) fn positionals(interface: &ScriptInterface) -> Vec<Positional<'_>> {
    let mut positionals = Vec::new();
    for (index, argument) in interface.arguments.iter().enumerate() {
        if let Some(commands) = &interface.subcommands
            && commands.position == index
        {
            positionals.push(Positional::Subcommands(commands));
        }
        if argument.is_positional() {
            positionals.push(Positional::Argument(argument));
        }
    }
    if let Some(commands) = &interface.subcommands
        && commands.position >= interface.arguments.len()
    {
        positionals.push(Positional::Subcommands(commands));
    }
    positionals
}

pub(super) fn has_known_count(argument: &Argument) -> bool {
    argument.action != ArgumentAction::Unknown && argument.nargs != Nargs::Unknown
}
