//! The result of a run: the parser that gets the command line, and its interface.

use ruff_text_size::TextRange as Range;

use super::PythonInterpreter;
use super::calls::CallArguments;
use super::object::{Object, ParseCall};
use crate::script::python::argparse_interface::{
    ScriptInterface, State, Subcommands, UnknownInterface, Value,
};

impl<'a> PythonInterpreter<'a> {
    /// Evaluates `parse_args` and similar methods.
    pub(super) fn parse(
        &mut self,
        parser: usize,
        name: &str,
        given: &CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        let ignores_unknown = name.contains("known");
        let words = given.positional.first().or(given.named("args"));
        let reads = match words {
            _ if given.has_more || given.has_more_named => None,
            None | Some(Object::Constant(Value::None) | Object::CommandLine(1)) => Some(true),
            Some(words) => words.items().map(|_| false),
        };
        match reads {
            Some(true) => {
                let mut interface = self.interface_of(parser, 8);
                interface.takes_unknown = ignores_unknown;
                let place = self.place(&at);
                let is_certain =
                    !self.is_conditional && !self.survives_exit && !self.may_have_ended;
                let open = (!is_certain || name.contains("inter"))
                    .then_some(UnknownInterface::Perhaps(place));
                self.parsed.push(ParseCall { interface, open });
            }
            Some(false) => {}
            None => self.stop(UnknownInterface::CommandLine),
        }
        if ignores_unknown {
            Object::list(vec![Object::Namespace, Object::Unknown])
        } else {
            Object::Namespace
        }
    }

    fn interface_of(&self, index: usize, levels: usize) -> ScriptInterface {
        let parser = &self.parsers[index];
        let mut arguments = parser.arguments.clone();
        for (dest, default) in &parser.defaults {
            for argument in arguments
                .iter_mut()
                .filter(|argument| argument.dest == *dest)
            {
                argument.default = Some(default.clone());
            }
        }
        let mut open = parser.open.clone();
        let subcommands = parser.subparsers.as_ref().map(|subparsers| {
            if levels == 0 {
                open.get_or_insert(UnknownInterface::TooLong);
            }
            let commands = subparsers.commands.iter().filter(|_| levels > 0);
            Subcommands {
                commands: commands
                    .map(|(name, parser)| (name.clone(), self.interface_of(*parser, levels - 1)))
                    .collect(),
                is_required: subparsers.is_required,
                position: subparsers.position,
            }
        });
        ScriptInterface {
            state: open.map_or(State::Closed, State::Open),
            arguments,
            exclusive_groups: parser.exclusive_groups.clone(),
            subcommands,
            takes_unknown: false,
            allows_abbreviations: parser.allows_abbreviations,
            has_help: parser.has_help,
            description: parser.description.clone(),
            place: Some(parser.place.clone()),
        }
    }

    /// Returns the interface of the script.
    pub(super) fn outcome(mut self) -> ScriptInterface {
        let docstring = self
            .modules
            .first_mut()
            .and_then(|main| main.docstring.take());
        let stopped = self.stopped.take();
        let mut interface = match self.parsed.is_empty() {
            false => decided(std::mem::take(&mut self.parsed)),
            true if self.parsers.is_empty() => {
                opened(ScriptInterface::default(), UnknownInterface::NoParser)
            }
            // The first parser is the most likely one.
            true => opened(self.interface_of(0, 8), UnknownInterface::NoParser),
        };
        if let Some(reason) = stopped {
            interface.state = State::Open(reason);
        }
        if interface.description.is_none() {
            interface.description = docstring;
        }
        interface
    }
}

/// Merges the interfaces of several calls that read the command line one after the other.
fn decided(parsed: Vec<ParseCall>) -> ScriptInterface {
    let open = parsed.iter().find_map(|it| it.open.clone());
    let mut all = parsed.into_iter().map(|it| it.interface);
    let mut interface = all.next().unwrap_or_default();
    let mut is_one = true;
    for other in all {
        is_one &= other.place == interface.place;
        // One parser that reads known arguments first, and gets more later: the last call decides.
        if !other.takes_unknown || interface.takes_unknown {
            interface = other;
        }
    }
    match open {
        Some(reason) => opened(interface, reason),
        None if !is_one => opened(interface, UnknownInterface::SeveralParsers),
        None => interface,
    }
}

fn opened(mut interface: ScriptInterface, reason: UnknownInterface) -> ScriptInterface {
    interface.state = State::Open(reason);
    interface
}
