//! Parsers of `argparse`, and calls of their methods.
//!
//! <https://docs.python.org/3/library/argparse.html>
//!
//! `argument` evaluates `add_argument`.

mod argument;

use ruff_text_size::TextRange as Range;

use super::PythonInterpreter;
use super::calls::CallArguments;
use super::object::{Object, Parser, Subparsers};
use crate::script::python::argparse_interface::{ExclusiveGroup, UnknownInterface, Value};

impl<'a> PythonInterpreter<'a> {
    /// Evaluates `ArgumentParser(...)`.
    pub(super) fn make_parser(&mut self, given: &CallArguments<'a>, at: Range) -> Object<'a> {
        let place = self.place(&at);
        let mut parser = Parser::new(place.clone());
        let description = given.named("description").or(given.positional.get(2));
        parser.description = description.and_then(Object::as_text).map(str::to_owned);
        if given.has_more || given.has_more_named {
            parser.open(UnknownInterface::Setting(place.clone()));
        }
        for (name, value) in &given.named {
            self.set_up(&mut parser, name, value, at);
        }
        self.parsers.push(parser);
        Object::Parser(self.parsers.len() - 1)
    }

    /// Evaluates one keyword of `ArgumentParser`.
    fn set_up(&mut self, parser: &mut Parser, name: &str, value: &Object<'a>, at: Range) {
        let constant = value.value();
        let is_default = match (name, &constant) {
            ("allow_abbrev", Value::Bool(value)) => {
                parser.allows_abbreviations = *value;
                true
            }
            ("add_help", Value::Bool(value)) => {
                parser.has_help = *value;
                true
            }
            ("prefix_chars", Value::Str(chars)) => &**chars == "-",
            ("conflict_handler", Value::Str(name)) => &**name == "error",
            ("fromfile_prefix_chars", value) => *value == Value::None,
            ("exit_on_error", value) => *value == Value::Bool(true),
            ("parents", _) => match value.items() {
                Some(parents) => parents.iter().all(|parent| match parent {
                    Object::Parser(parent) => {
                        parser.inherit(&self.parsers[*parent]);
                        true
                    }
                    _ => false,
                }),
                None => false,
            },
            ("allow_abbrev" | "add_help" | "prefix_chars" | "conflict_handler", _) => false,
            _ => {
                self.escape(value, at);
                true
            }
        };
        if !is_default {
            parser.open(UnknownInterface::Setting(self.place(&at)));
        }
    }

    /// Calls a method of a parser, a group, or the result of `add_subparsers`.
    pub(super) fn call_parser(
        &mut self,
        object: &Object<'a>,
        name: &str,
        given: &CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        let (parser, group) = match object {
            Object::Group(parser, group) => (*parser, *group),
            _ => (object.parser().unwrap_or_default(), None),
        };
        match name {
            "add_argument" => self.add_argument(parser, group, given, at),
            "add_argument_group" => Object::Group(parser, None),
            "add_mutually_exclusive_group" => {
                let required = given
                    .named("required")
                    .map_or(Value::Bool(false), Object::value);
                let groups = &mut self.parsers[parser].exclusive_groups;
                groups.push(ExclusiveGroup {
                    is_required: required == Value::Bool(true),
                    is_conditional: self.is_conditional || given.has_more_named,
                });
                Object::Group(parser, Some(groups.len() - 1))
            }
            "add_subparsers" => self.add_subparsers(parser, given, at),
            "add_parser" => self.add_parser(parser, given, at),
            "set_defaults" => {
                let defaults = given.named.iter();
                let defaults = defaults.map(|(name, value)| ((*name).to_owned(), value.value()));
                self.parsers[parser].defaults.extend(defaults);
                Object::NONE
            }
            _ if name.starts_with("parse_") => self.parse(parser, name, given, at),
            _ => Object::Unknown,
        }
    }

    fn add_subparsers(
        &mut self,
        parser: usize,
        given: &CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        let place = self.place(&at);
        let required = given
            .named("required")
            .map_or(Value::Bool(false), Object::value);
        let is_odd = self.is_conditional
            || given.has_more_named
            || given.named("parser_class").is_some()
            || !matches!(required, Value::Bool(_));
        let parser_ = &mut self.parsers[parser];
        if is_odd || parser_.subparsers.is_some() {
            parser_.open(UnknownInterface::Setting(place));
        }
        parser_.subparsers = Some(Subparsers {
            commands: Vec::new(),
            is_required: required == Value::Bool(true),
            position: parser_.arguments.len(),
        });
        Object::Subparsers(parser)
    }

    fn add_parser(&mut self, parser: usize, given: &CallArguments<'a>, at: Range) -> Object<'a> {
        let name = given.positional.first().or(given.named("name"));
        let name = name.and_then(Object::as_text).map(str::to_owned);
        let aliases = given
            .named("aliases")
            .map_or(Value::List(Vec::new()), Object::value);
        let settings = CallArguments {
            positional: Vec::new(),
            named: given.named.clone(),
            has_more: given.has_more,
            has_more_named: given.has_more_named,
        };
        let made = self.make_parser(&settings, at);
        let index = made.parser().unwrap_or_default();
        let place = self.place(&at);
        let is_conditional = self.is_conditional;
        let parser = &mut self.parsers[parser];
        let (Some(name), Value::List(aliases)) = (name, aliases) else {
            parser.open(UnknownInterface::ComputedName(place));
            return made;
        };
        if is_conditional {
            parser.open(UnknownInterface::ComputedName(place));
        }
        if let Some(subparsers) = &mut parser.subparsers {
            subparsers.commands.push((name, index));
            for alias in aliases {
                if let Value::Str(alias) = alias {
                    subparsers.commands.push((alias.to_string(), index));
                }
            }
        }
        made
    }
}
