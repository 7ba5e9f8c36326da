//! The algorithm of `argparse`: `_parse_known_args` of `ArgumentParser`.
//!
//! Start at [`Matcher::run`], which goes over the words from left to right. `flags` takes flags with
//! their values, `positionals` gives the words between them to the positional arguments.

mod flags;
mod positionals;

use crate::script::python::{Action, Argument, Interface, Nargs};

use self::positionals::{Positional, positionals};
use super::flag::shape;
use super::matching::{Fault, Given, Matching, Shape, ValuePlace};
use super::token::Token;

/// Subcommands can have subcommands.
const DEPTH: usize = 8;

/// Runs over the words from left to right.
pub(crate) struct Matcher<'i, 't> {
    tokens: &'t [Token],
    interface: &'i Interface,
    shapes: Vec<Shape<'i>>,
    /// The positional arguments that are still to come.
    positionals: Vec<Positional<'i>>,
    /// Whether a positional argument that may be empty is done with when a flag follows, as before
    /// Python 3.13.
    is_eager: bool,
    depth: usize,
    /// What the words that follow may belong to.
    before: Before<'i>,
    /// A word that was not understood may have taken the place of another.
    is_muddled: bool,
    /// Nothing can be said: the help is shown, or an argument that takes all the rest is not the
    /// last one.
    ends_early: bool,
    result: Run<'i>,
}

/// What [`Matcher::run`] finds.
pub(crate) struct Run<'i> {
    pub(crate) matching: Matching<'i>,
    /// A positional argument was empty because a flag followed.
    pub(crate) gives_up_early: bool,
}

/// What stands before a word that belongs to nothing.
#[derive(Clone, Copy)]
enum Before<'i> {
    /// Nothing that could explain it.
    Other,
    /// Something that may take it for its value.
    Unclear,
    /// A flag without values.
    Switch {
        token: usize,
        flag: &'i str,
        argument: &'i Argument,
    },
}

impl<'i, 't> Matcher<'i, 't> {
    pub(crate) fn new(tokens: &'t [Token], interface: &'i Interface, is_eager: bool) -> Self {
        Self::at_depth(tokens, interface, is_eager, 0)
    }

    fn at_depth(
        tokens: &'t [Token],
        interface: &'i Interface,
        is_eager: bool,
        depth: usize,
    ) -> Self {
        Self {
            tokens,
            interface,
            shapes: shapes(tokens, interface),
            positionals: positionals(interface),
            is_eager,
            depth,
            before: Before::Other,
            is_muddled: false,
            ends_early: false,
            result: Run {
                matching: Matching {
                    given: Vec::new(),
                    faults: Vec::new(),
                    is_complete: true,
                },
                gives_up_early: false,
            },
        }
    }

    pub(crate) fn run(mut self) -> Run<'i> {
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
        Some(from + rest.iter().position(Shape::is_flag)?)
    }

    /// A word that may be anything stands where no flag takes it.
    fn stands_alone(&mut self) {
        self.result.matching.is_complete = false;
        self.is_muddled = true;
        self.before = Before::Unclear;
    }

    fn is_unclear(&self, at: usize) -> bool {
        matches!(
            self.shapes.get(at),
            Some(Shape::Unclear | Shape::UnclearFlag)
        )
    }

    fn give(
        &mut self,
        argument: &'i Argument,
        flag: Option<(usize, &'i str)>,
        values: Vec<ValuePlace>,
        is_certain: bool,
    ) {
        self.result.matching.given.push(Given {
            argument,
            flag,
            values,
            is_certain,
        });
    }

    fn fault(&mut self, fault: Fault<'i>) {
        self.result.matching.faults.push(fault);
    }

    fn finish(mut self) -> Run<'i> {
        let matching = &mut self.result.matching;
        let has_dashes = matching
            .faults
            .iter()
            .any(|fault| matches!(fault, Fault::LoneDashes { .. }));
        if self.is_muddled {
            matching.faults.retain(Fault::is_of_flags);
        }
        if matching.is_complete && !has_dashes {
            for argument in &self.interface.arguments {
                let is_given = matching.given(argument).next().is_some();
                let is_unsure = argument.is_positional() && self.is_muddled
                    || argument.is_conditional
                    || argument.exclusive_group.is_some();
                if argument.is_required && !is_given && !is_unsure {
                    matching.faults.push(Fault::Missing { argument });
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

fn has_known_count(argument: &Argument) -> bool {
    argument.action != Action::Unknown && argument.nargs != Nargs::Unknown
}

/// What each word is. Behind `--` everything is a value.
fn shapes<'i>(tokens: &[Token], interface: &'i Interface) -> Vec<Shape<'i>> {
    let mut shapes: Vec<Shape<'i>> = Vec::with_capacity(tokens.len());
    let mut is_behind = false;
    for token in tokens {
        let shape = if is_behind {
            match token {
                Token::Unclear => Shape::Unclear,
                _ => Shape::Value,
            }
        } else {
            shape(token, interface)
        };
        is_behind |= shape == Shape::Dashes;
        shapes.push(shape);
    }
    shapes
}
