//! Assigns words to the positional arguments, and finds the words that no argument takes.

use std::ops::Range;

use super::positional::Positional;
use super::{DEPTH, Matcher, PrecedingWord};
use crate::script::argparse::counts::ValueCounts;
use crate::script::argparse::flag::FlagShape;
use crate::script::argparse::matching::{ArgumentFault, MatchedArgument, ValuePlace};
use crate::script::argparse::token::ArgumentToken;
use crate::script::python::{Argument, Nargs, Subcommands};

impl<'i> Matcher<'i, '_> {
    /// Assigns the words from `at` on to the positional arguments; returns the index of the next word.
    pub(crate) fn take_positionals(&mut self, at: usize) -> usize {
        if self.positionals.is_empty() || at > self.tokens.len() {
            return at;
        }
        let flag = self.next_flag(at);
        let end = flag.unwrap_or(self.tokens.len());
        let places: Vec<usize> = (at..end)
            .filter(|at| self.shapes[*at] != FlagShape::Dashes)
            .collect();
        let counts: Vec<ValueCounts> = self.positionals.iter().map(Positional::counts).collect();
        let shares = (0..=counts.len())
            .rev()
            .find_map(|count| ValueCounts::share(&counts[..count], places.len()));
        let mut shares = shares.unwrap_or_default();
        if flag.is_some() && shares.iter().sum::<usize>() == places.len() {
            while shares.last() == Some(&0) {
                self.result.gives_up_early = true;
                if self.is_eager {
                    break;
                }
                shares.pop();
            }
        }
        let mut taken = 0;
        for share in shares.iter().copied() {
            let positional = self.positionals.remove(0);
            let places = &places[taken..taken + share];
            taken += share;
            match positional {
                Positional::Argument(argument) if argument.nargs == Nargs::Remainder => {
                    return self.take_rest(argument, places.first().map_or(at, |at| *at));
                }
                Positional::Argument(argument) => self.take_positional(argument, places),
                Positional::Subcommands(commands) => {
                    return self.take_subcommand(commands, places[0]);
                }
            }
        }
        let mut next = places.get(taken).copied().unwrap_or(end);
        // `--` belongs to the values around it, so without values it isn't consumed.
        if shares.is_empty() {
            next = at;
        }
        if taken > 0 {
            self.before = PrecedingWord::Other;
        }
        next
    }

    fn take_positional(&mut self, argument: &'i Argument, places: &[usize]) {
        if places.iter().any(|at| self.is_unclear(*at)) {
            self.note_unclear();
        }
        let values: Vec<ValuePlace> = places
            .iter()
            .map(|token| ValuePlace {
                token: *token,
                start: 0,
            })
            .collect();
        if !values.is_empty() {
            let is_certain = !self.is_muddled;
            self.give(argument, None, values, is_certain);
        }
    }

    /// Matches `nargs=argparse.REMAINDER`.
    fn take_rest(&mut self, argument: &'i Argument, from: usize) -> usize {
        let end = self.tokens.len();
        let values = (from..end).map(|token| ValuePlace { token, start: 0 });
        let values = values.collect();
        self.give(argument, None, values, false);
        self.positionals.clear();
        end
    }

    fn take_subcommand(&mut self, commands: &'i Subcommands, at: usize) -> usize {
        let end = self.tokens.len();
        self.positionals.clear();
        let interface = match &self.tokens[at] {
            ArgumentToken::Text(name) => commands.commands.get(name),
            _ => None,
        };
        let Some(interface) = interface.filter(|it| it.is_closed() && self.depth < DEPTH) else {
            self.result.matching.is_complete = false;
            self.is_muddled = true;
            return end;
        };
        let rest = &self.tokens[at + 1..];
        let inner = Matcher::at_depth(rest, interface, self.is_eager, self.depth + 1).run();
        self.result.gives_up_early |= inner.gives_up_early;
        let matching = &mut self.result.matching;
        matching.is_complete &= inner.matching.is_complete;
        for mut given in inner.matching.given {
            given.shift(at + 1);
            matching.given.push(given);
        }
        for mut fault in inner.matching.faults {
            fault.shift(at + 1);
            matching.faults.push(fault);
        }
        end
    }

    /// Reports words that belong to no argument.
    pub(crate) fn leave(&mut self, words: Range<usize>) {
        let dashes = words
            .clone()
            .find(|at| self.shapes[*at] == FlagShape::Dashes);
        if words.clone().any(|at| self.is_unclear(at)) {
            self.note_unclear();
            return;
        }
        let Some(token) = words.clone().next() else {
            return;
        };
        let fault = match self.before {
            _ if dashes == Some(token) => ArgumentFault::LoneDashes { token },
            PrecedingWord::Unclear => return,
            PrecedingWord::Switch {
                token: switch,
                flag,
                argument,
            } => ArgumentFault::ValueForSwitch {
                token: switch,
                flag,
                argument,
                value: ValuePlace { token, start: 0 },
            },
            PrecedingWord::Other => ArgumentFault::Unexpected { token },
        };
        self.fault(fault);
    }
}

impl MatchedArgument<'_> {
    fn shift(&mut self, by: usize) {
        if let Some((token, _)) = &mut self.flag {
            *token += by;
        }
        for value in &mut self.values {
            value.token += by;
        }
    }
}

impl ArgumentFault<'_> {
    /// Returns `true` if the fault doesn't depend on how the words that aren't flags are assigned.
    pub(crate) fn is_of_flags(&self) -> bool {
        !matches!(
            self,
            Self::Unexpected { .. }
                | Self::ValueForSwitch {
                    value: ValuePlace { start: 0, .. },
                    ..
                }
        )
    }

    fn shift(&mut self, by: usize) {
        match self {
            Self::UnknownFlag { token, .. }
            | Self::AmbiguousFlag { token, .. }
            | Self::NoValue { token, .. }
            | Self::Unexpected { token }
            | Self::LoneDashes { token } => *token += by,
            Self::ValueForSwitch { token, value, .. } => {
                *token += by;
                value.token += by;
            }
            Self::Missing { .. } => {}
        }
    }
}
