//! Calls of methods of tracked objects, texts, lists, and dictionaries.

use ruff_text_size::TextRange as Range;

use super::CallArguments;
use crate::script::python::argparse_interface::Value;
use crate::script::python::interpreter::object::Object;
use crate::script::python::interpreter::{PythonInterpreter, operators};

impl<'a> PythonInterpreter<'a> {
    /// Calls a method of a parser, text, list, or dictionary.
    pub(super) fn call_method(
        &mut self,
        object: &Object<'a>,
        name: &'a str,
        given: &CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        match object {
            Object::Parser(_) | Object::Group(..) | Object::Subparsers(_) => {
                self.call_parser(object, name, given, at)
            }
            Object::CommandLine(from) => match name {
                "copy" => Object::CommandLine(*from),
                "index" | "count" => Object::Unknown,
                _ => {
                    self.change_command_line();
                    Object::Unknown
                }
            },
            Object::Constant(Value::Str(text)) => text_method(text, name, given),
            Object::List(_) => self.list_method(object, name, given, at),
            Object::Dict(items) => {
                let items = items.borrow().clone();
                self.dictionary_method(object, items.as_deref(), name, given, at)
            }
            _ => {
                self.escape_all(given, at);
                Object::Unknown
            }
        }
    }

    fn list_method(
        &mut self,
        list: &Object<'a>,
        name: &str,
        given: &CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        let Object::List(items) = list else {
            return Object::Unknown;
        };
        if matches!(name, "index" | "count") {
            return Object::Unknown;
        }
        if name == "copy" {
            return list.items().map_or(Object::Unknown, Object::list);
        }
        if !self.is_conditional
            && name == "append"
            && let ([item], Some(items)) = (&given.positional[..], items.borrow_mut().as_mut())
        {
            items.push(item.clone());
            return Object::NONE;
        }
        self.escape(list, at);
        self.escape_all(given, at);
        *items.borrow_mut() = None;
        Object::Unknown
    }

    fn dictionary_method(
        &mut self,
        dictionary: &Object<'a>,
        items: Option<&[(Value, Object<'a>)]>,
        name: &str,
        given: &CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        let key = |(key, _): &(Value, Object<'a>)| Object::Constant(key.clone());
        let value = |(_, value): &(Value, Object<'a>)| value.clone();
        match (name, items) {
            ("items", Some(items)) => Object::list(
                items
                    .iter()
                    .map(|item| Object::list(vec![key(item), value(item)]))
                    .collect(),
            ),
            ("keys", Some(items)) => Object::list(items.iter().map(key).collect()),
            ("values", Some(items)) => Object::list(items.iter().map(value).collect()),
            ("get", Some(items)) => {
                let requested = given.positional.first().map(Object::value);
                let mut items = items.iter();
                let found = items.find(|(key, _)| Some(key) == requested.as_ref());
                found.map_or(Object::Unknown, value)
            }
            ("get" | "items" | "keys" | "values" | "copy", _) => Object::Unknown,
            _ => {
                self.escape(dictionary, at);
                self.escape_all(given, at);
                if let Object::Dict(items) = dictionary {
                    *items.borrow_mut() = None;
                }
                Object::Unknown
            }
        }
    }
}

fn text_method<'a>(text: &str, name: &str, given: &CallArguments<'a>) -> Object<'a> {
    let first = given.positional.first();
    match (name, first.and_then(Object::as_text)) {
        ("lower", None) => Object::text(text.to_lowercase()),
        ("upper", None) => Object::text(text.to_uppercase()),
        ("strip", None) if first.is_none() => Object::text(text.trim()),
        ("lstrip", Some(chars)) => Object::text(text.trim_start_matches(|c| chars.contains(c))),
        ("replace", Some(old)) => match given.positional.get(1).and_then(Object::as_text) {
            Some(new) if given.positional.len() == 2 && new.len() < 100 && text.len() < 1000 => {
                Object::text(text.replace(old, new))
            }
            _ => Object::Unknown,
        },
        ("split", None) if first.is_none() => {
            Object::list(text.split_whitespace().map(Object::text).collect())
        }
        ("format", _) => match (text.split_once("{}"), first.and_then(operators::written)) {
            (Some((before, after)), Some(value))
                if !before.contains('{') && !after.contains('{') =>
            {
                Object::text(format!("{before}{value}{after}"))
            }
            _ => Object::Unknown,
        },
        _ => Object::Unknown,
    }
}
