//! Attributes of objects: reading and assigning them.

use std::rc::Rc;

use ruff_python_ast::ExprAttribute;
use ruff_text_size::TextRange as Range;

use super::PythonInterpreter;
use super::object::{Binding, Object};
use crate::script::python::argparse_interface::UnknownInterface;

/// Attributes of a parser that change only its help.
const OF_HELP: &[&str] = &[
    "description",
    "epilog",
    "formatter_class",
    "prog",
    "title",
    "usage",
];

/// Methods of parsers and groups.
const METHODS: &[&str] = &[
    "add_argument",
    "add_argument_group",
    "add_mutually_exclusive_group",
    "add_parser",
    "add_subparsers",
    "error",
    "exit",
    "format_help",
    "format_usage",
    "get_default",
    "parse_args",
    "parse_intermixed_args",
    "parse_known_args",
    "parse_known_intermixed_args",
    "print_help",
    "print_usage",
    "set_defaults",
];

impl<'a> PythonInterpreter<'a> {
    pub(super) fn attribute(&mut self, node: &'a ExprAttribute, at: Range) -> Object<'a> {
        let object = self.evaluate(&node.value);
        self.member(&object, node.attr.as_str(), at)
    }

    /// Returns the attribute `name` of `object`.
    pub(super) fn member(&mut self, object: &Object<'a>, name: &'a str, at: Range) -> Object<'a> {
        match object {
            Object::Module(_) | Object::Folder(_) | Object::External(_) => {
                self.member_of_module(object, name)
            }
            Object::Parser(_) | Object::Group(..) | Object::Subparsers(_) => {
                self.member_of_parser(object, name, at)
            }
            Object::Instance(instance) => {
                let own = instance.attributes.borrow().get(name).cloned();
                if let Some(own) = own {
                    return own;
                }
                let member = instance.class.member(name);
                self.bound(member, instance, name, at)
            }
            Object::Super(instance, above) => {
                let member = above.member(name);
                self.bound(member, instance, name, at)
            }
            Object::Class(class) => match class.member(name) {
                // An enumeration converts its constants to objects.
                Some(Object::Constant(_)) if !class.bases.is_empty() => Object::Unknown,
                Some(Object::Function(function)) if function.binding == Binding::Class => {
                    Object::Method(function, super::statements::instance(class))
                }
                Some(member) => member,
                None => self.unknown_member(name, at),
            },
            Object::Namespace => {
                self.namespace_escapes |= name == "__dict__";
                Object::Unknown
            }
            Object::Constant(_) | Object::List(_) | Object::Dict(_) | Object::CommandLine(_) => {
                Object::Bound(Rc::new(object.clone()), name)
            }
            Object::Unknown => self.unknown_member(name, at),
            _ => Object::Unknown,
        }
    }

    fn bound(
        &mut self,
        member: Option<Object<'a>>,
        instance: &Rc<super::object::Instance<'a>>,
        name: &'a str,
        at: Range,
    ) -> Object<'a> {
        match member {
            Some(Object::Function(function)) => match function.binding {
                Binding::Nothing => Object::Function(function),
                Binding::Property => {
                    let method = Object::Method(function, instance.clone());
                    self.called(&method, super::calls::CallArguments::default(), at)
                }
                Binding::Object | Binding::Class => Object::Method(function, instance.clone()),
            },
            Some(member) => member,
            None => self.unknown_member(name, at),
        }
    }

    fn member_of_parser(&mut self, object: &Object<'a>, name: &'a str, at: Range) -> Object<'a> {
        let parser = object.parser().unwrap_or_default();
        if METHODS.contains(&name) {
            return Object::Bound(Rc::new(object.clone()), name);
        }
        match name {
            "_action_groups" => Self::external("argparse._action_groups"),
            "_optionals" | "_positionals" => Object::Group(parser, None),
            _ if OF_HELP.contains(&name) => Object::Unknown,
            _ => {
                self.escape(object, at);
                Object::Unknown
            }
        }
    }

    /// Reads an attribute of an unknown object, which may be one of the tracked parsers.
    fn unknown_member(&mut self, name: &str, at: Range) -> Object<'a> {
        if name.starts_with("add_argument") || name.starts_with("parse_") && METHODS.contains(&name)
        {
            let place = self.place(&at);
            self.stop(UnknownInterface::Escapes(place));
        }
        Object::Unknown
    }

    /// Assigns `value` to the attribute `name` of `object`.
    pub(super) fn set_attribute(
        &mut self,
        object: &Object<'a>,
        name: &'a str,
        value: Object<'a>,
        at: Range,
    ) {
        match object {
            Object::Instance(instance) => {
                let old = instance.attributes.borrow().get(name).cloned();
                let value = match old {
                    Some(old) if self.is_conditional => self.either(&old, &value),
                    _ => value,
                };
                instance.attributes.borrow_mut().insert(name, value);
            }
            Object::Class(class) => class.names.set(name, value),
            Object::Module(module) => self.modules[*module].globals.set(name, value),
            Object::Parser(_) | Object::Group(..) | Object::Subparsers(_) => {
                if !OF_HELP.contains(&name) {
                    self.escape(object, at);
                }
            }
            Object::Argument(parser, index) => self.change_argument(*parser, *index, name),
            Object::External(package) if &**package == "sys" && name == "argv" => {
                self.change_command_line();
            }
            Object::Namespace => {}
            _ => self.escape(&value, at),
        }
    }
}
