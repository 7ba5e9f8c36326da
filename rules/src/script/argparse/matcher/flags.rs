//! Matches flags with their values.

use super::positional::has_known_count;
use super::{Matcher, PrecedingWord};
use crate::script::argparse::counts::ValueCounts;
use crate::script::argparse::flag::{FlagShape, FlagUse};
use crate::script::argparse::matching::{ArgumentFault, ValuePlace};
use crate::script::python::{Argument, ArgumentAction, Nargs};

impl<'i> Matcher<'i, '_> {
    /// Matches the flag at `at` with its values; returns the index of the next word.
    pub(crate) fn take_flag(&mut self, at: usize) -> usize {
        match self.shapes[at].clone() {
            FlagShape::Flag(found) => self.take_known_flag(at, &found),
            FlagShape::Unknown(name) => {
                self.fault(ArgumentFault::UnknownFlag { token: at, name });
                self.before = PrecedingWord::Unclear;
                // Its value is taken for a positional argument. If the unknown flag ends the
                // script, later matches don't matter.
                self.is_muddled |= !self.interface.takes_unknown;
                at + 1
            }
            FlagShape::Ambiguous(name, flags) => {
                let token = at;
                self.fault(ArgumentFault::AmbiguousFlag { token, name, flags });
                self.result.matching.is_complete = false;
                self.before = PrecedingWord::Unclear;
                self.is_muddled = true;
                at + 1
            }
            _ => {
                self.result.matching.is_complete = false;
                self.before = PrecedingWord::Unclear;
                self.is_muddled = true;
                at + 1
            }
        }
    }

    fn take_known_flag(&mut self, at: usize, found: &FlagUse<'i>) -> usize {
        let Some(argument) = found.argument else {
            self.ends_early = true;
            return at + 1;
        };
        if matches!(
            argument.action,
            ArgumentAction::Help | ArgumentAction::Version
        ) {
            self.ends_early = true;
        }
        let is_known = found.is_certain && has_known_count(argument);
        if !is_known {
            self.is_muddled = true;
        }
        if let Some(start) = found.value {
            self.take_joined(at, found.flag, argument, start, is_known);
            return at + 1;
        }
        let counts = ValueCounts::of(argument.nargs);
        let end = self.values_end(at + 1, argument.nargs);
        let count = counts.most.min(end - at - 1);
        let values = at + 1..at + 1 + count;
        let is_clear = !values.clone().any(|at| self.is_unclear(at));
        if count < counts.least && is_known && is_clear && !self.is_unclear(values.end) {
            self.fault(ArgumentFault::NoValue {
                token: at,
                flag: found.flag,
                argument,
            });
        }
        self.before = match argument.nargs {
            _ if !is_known || !is_clear => PrecedingWord::Unclear,
            Nargs::Zero => PrecedingWord::Switch {
                token: at,
                flag: found.flag,
                argument,
            },
            _ => PrecedingWord::Other,
        };
        let places = values.clone().map(|token| ValuePlace { token, start: 0 });
        let places = places.collect();
        self.give(argument, Some((at, found.flag)), places, is_known);
        values.end
    }

    /// Matches `--flag=value` and `-fvalue`.
    fn take_joined(
        &mut self,
        at: usize,
        flag: &'i str,
        argument: &'i Argument,
        start: usize,
        is_known: bool,
    ) {
        self.before = if is_known {
            PrecedingWord::Other
        } else {
            PrecedingWord::Unclear
        };
        let value = ValuePlace { token: at, start };
        let counts = ValueCounts::of(argument.nargs);
        if counts.most == 0 {
            self.give(argument, Some((at, flag)), Vec::new(), is_known);
            let rest = &self.tokens[at].known()[start..];
            if !flag.starts_with("--") && !rest.is_empty() {
                self.take_cluster(at, start);
            } else if is_known {
                self.fault(ArgumentFault::ValueForSwitch {
                    token: at,
                    flag,
                    argument,
                    value,
                });
            }
            return;
        }
        if counts.least > 1 && is_known {
            self.fault(ArgumentFault::NoValue {
                token: at,
                flag,
                argument,
            });
        }
        self.give(argument, Some((at, flag)), vec![value], is_known);
    }

    /// Matches the letters after a short switch: `-vq`, `-vn5`.
    fn take_cluster(&mut self, at: usize, start: usize) {
        let token = &self.tokens[at];
        let rest = &token.known()[start..];
        let letter = rest.chars().next().unwrap_or_default();
        let value = start + letter.len_utf8();
        let Some(found) = self.flags.exact(&format!("-{letter}"), None) else {
            if token.is_whole() {
                let name = token.known().to_owned();
                self.fault(ArgumentFault::UnknownFlag { token: at, name });
            } else {
                self.result.matching.is_complete = false;
            }
            self.before = PrecedingWord::Unclear;
            self.is_muddled = true;
            return;
        };
        let is_last = value == token.known().len() && token.is_whole();
        match found.argument {
            None => self.ends_early = true,
            // Its values may be in the following words, which are not matched.
            Some(argument) if is_last => {
                let takes_none = ValueCounts::of(argument.nargs).most == 0;
                if !takes_none {
                    self.before = PrecedingWord::Unclear;
                    self.is_muddled = true;
                }
                self.give(argument, Some((at, found.flag)), Vec::new(), false);
            }
            Some(argument) => {
                let is_known = found.is_certain && has_known_count(argument);
                self.take_joined(at, found.flag, argument, value, is_known);
            }
        }
    }

    /// Returns the index after the last word, from `from` on, that a flag can take as a value.
    fn values_end(&self, from: usize, nargs: Nargs) -> usize {
        let is_value = |shape: &FlagShape<'_>| match shape {
            FlagShape::Dashes => false,
            shape => nargs == Nargs::Remainder || !shape.is_flag(),
        };
        let rest = &self.shapes[from..];
        from + rest
            .iter()
            .position(|shape| !is_value(shape))
            .unwrap_or(rest.len())
    }
}
