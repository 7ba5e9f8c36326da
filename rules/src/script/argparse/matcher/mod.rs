//! The algorithm of `argparse`: `_parse_known_args` of `ArgumentParser`.
//!
//! Start at [`Matcher::run`], which goes over the words from left to right. `flags` matches flags
//! with their values, `positionals` assigns the words between them to the positional arguments
//! (`positional`).

mod flags;
mod positional;
mod positionals;

use std::collections::HashSet;
use std::ptr;

use crate::script::python::{Argument, ScriptInterface};

use self::positional::{Positional, positionals};
use super::flag::{FlagShape, FlagTable, shape};
use super::matching::{ArgumentFault, MatchedArgument, Matching, ValuePlace};
use super::token::ArgumentToken;

/// Maximum depth of nested subcommands.
const DEPTH: usize = 8;

impl<'i> Matching<'i> {
    /// Matches `tokens` with a closed `interface`. The versions of Python differ in when they
    /// consume a positional argument that may be empty: only mistakes in all of them are faults.
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
}

/// Matches the words from left to right.
pub(crate) struct Matcher<'i, 't> {
    tokens: &'t [ArgumentToken],
    interface: &'i ScriptInterface,
    flags: FlagTable<'i>,
    shapes: Vec<FlagShape<'i>>,
    /// The positional arguments without words yet.
    positionals: Vec<Positional<'i>>,
    /// `true` if a positional argument that may be empty is consumed as soon as a flag follows, as
    /// before Python 3.13.
    is_eager: bool,
    depth: usize,
    /// The word before the current one, to which the current one may belong.
    before: PrecedingWord<'i>,
    /// `true` if an unknown word may have taken the place of another.
    is_muddled: bool,
    /// `true` if nothing can be concluded: the help is shown, or an argument that takes all
    /// remaining words isn't the last one.
    ends_early: bool,
    result: MatchResult<'i>,
}

/// The result of [`Matcher::run`].
pub(crate) struct MatchResult<'i> {
    pub(crate) matching: Matching<'i>,
    /// `true` if a positional argument was empty because a flag followed.
    pub(crate) gives_up_early: bool,
}

/// The word before one that belongs to no argument.
#[derive(Clone, Copy)]
enum PrecedingWord<'i> {
    /// No explanation for the next word.
    Other,
    /// An argument that may take the next word as its value.
    Unclear,
    /// A flag without values.
    Switch {
        token: usize,
        flag: &'i str,
        argument: &'i Argument,
    },
}

impl<'i, 't> Matcher<'i, 't> {
    pub(crate) fn new(
        tokens: &'t [ArgumentToken],
        interface: &'i ScriptInterface,
        is_eager: bool,
    ) -> Self {
        Self::at_depth(tokens, interface, is_eager, 0)
    }

    fn at_depth(
        tokens: &'t [ArgumentToken],
        interface: &'i ScriptInterface,
        is_eager: bool,
        depth: usize,
    ) -> Self {
        let flags = FlagTable::of(interface);
        Self {
            tokens,
            interface,
            shapes: shapes(tokens, &flags),
            flags,
            positionals: positionals(interface),
            is_eager,
            depth,
            before: PrecedingWord::Other,
            is_muddled: false,
            ends_early: false,
            result: MatchResult {
                matching: Matching {
                    given: Vec::new(),
                    faults: Vec::new(),
                    is_complete: true,
                },
                gives_up_early: false,
            },
        }
    }

    pub(crate) fn run(mut self) -> MatchResult<'i> {
        self.is_muddled = self.positionals.iter().any(Positional::is_unclear);
        let before_last = self.positionals.iter().rev().skip(1);
        self.ends_early = before_last.into_iter().any(Positional::takes_the_rest);
        let mut at = 0;
        while let Some(next) = self.next_flag(at) {
            if at < next {
                let end = self.take_positionals(at);
                if end > at {
                    at = end;
                    continue;
                }
                self.leave(at..next);
            }
            at = self.take_flag(next);
        }
        let end = self.take_positionals(at);
        self.leave(end.min(self.tokens.len())..self.tokens.len());
        self.finish()
    }

    fn next_flag(&self, from: usize) -> Option<usize> {
        let rest = self.shapes.get(from..)?;
        Some(from + rest.iter().position(FlagShape::is_flag)?)
    }

    /// Handles an unclear word that no flag takes.
    fn note_unclear(&mut self) {
        self.result.matching.is_complete = false;
        self.is_muddled = true;
        self.before = PrecedingWord::Unclear;
    }

    fn is_unclear(&self, at: usize) -> bool {
        matches!(
            self.shapes.get(at),
            Some(FlagShape::Unclear | FlagShape::UnclearFlag)
        )
    }

    fn give(
        &mut self,
        argument: &'i Argument,
        flag: Option<(usize, &'i str)>,
        values: Vec<ValuePlace>,
        is_certain: bool,
    ) {
        self.result.matching.given.push(MatchedArgument {
            argument,
            flag,
            values,
            is_certain,
        });
    }

    fn fault(&mut self, fault: ArgumentFault<'i>) {
        self.result.matching.faults.push(fault);
    }

    fn finish(mut self) -> MatchResult<'i> {
        let matching = &mut self.result.matching;
        let has_dashes = matching
            .faults
            .iter()
            .any(|fault| matches!(fault, ArgumentFault::LoneDashes { .. }));
        if self.is_muddled {
            matching.faults.retain(ArgumentFault::is_of_flags);
        }
        if matching.is_complete && !has_dashes {
            let given = matching.given.iter();
            let given: HashSet<_> = given.map(|it| ptr::from_ref(it.argument)).collect();
            for argument in &self.interface.arguments {
                let is_given = given.contains(&ptr::from_ref(argument));
                let is_unsure = argument.is_positional() && self.is_muddled
                    || argument.is_conditional
                    || argument.exclusive_group.is_some();
                if argument.is_required && !is_given && !is_unsure {
                    matching.faults.push(ArgumentFault::Missing { argument });
                }
            }
        }
        if self.ends_early {
            matching.faults.clear();
            matching.is_complete = false;
            for given in &mut matching.given {
                given.is_certain = false;
            }
        }
        self.result
    }
}

/// Classifies each word. After `--` everything is a value.
fn shapes<'i>(tokens: &[ArgumentToken], flags: &FlagTable<'i>) -> Vec<FlagShape<'i>> {
    let mut shapes: Vec<FlagShape<'i>> = Vec::with_capacity(tokens.len());
    let mut is_behind = false;
    for token in tokens {
        let shape = if is_behind {
            match token {
                ArgumentToken::Unclear => FlagShape::Unclear,
                _ => FlagShape::Value,
            }
        } else {
            shape(token, flags)
        };
        is_behind |= shape == FlagShape::Dashes;
        shapes.push(shape);
    }
    shapes
}
