//! Objects that are passed to unknown code.

use ruff_text_size::TextRange as Range;

use super::CallArguments;
use crate::script::python::argparse_interface::UnknownInterface;
use crate::script::python::interpreter::PythonInterpreter;
use crate::script::python::interpreter::object::Object;

impl<'a> PythonInterpreter<'a> {
    pub(super) fn escape_all(&mut self, given: &CallArguments<'a>, at: Range) {
        for object in &given.positional {
            self.escape(object, at);
        }
        for (_, object) in &given.named {
            self.escape(object, at);
        }
    }

    /// Marks `object` as reachable by unknown code: a parser becomes open, a function may be called.
    pub(in crate::script::python::interpreter) fn escape(
        &mut self,
        object: &Object<'a>,
        at: Range,
    ) {
        if matches!(
            object,
            Object::Constant(_) | Object::Unknown | Object::External(_)
        ) {
            return;
        }
        self.deeper(|it| it.escaped(object, at));
    }

    fn escaped(&mut self, object: &Object<'a>, at: Range) {
        if let Some(parser) = object.parser() {
            let place = self.place(&at);
            self.parsers[parser].open(UnknownInterface::Escapes(place));
            return;
        }
        match object {
            Object::List(items) => {
                let items = items.borrow().clone();
                for item in items.iter().flatten() {
                    self.escape(item, at);
                }
            }
            Object::Dict(items) => {
                let items = items.borrow().clone();
                for (_, value) in items.iter().flatten() {
                    self.escape(value, at);
                }
            }
            Object::Function(function) | Object::Method(function, _) => {
                if !function.has_escaped.replace(true) {
                    let given = CallArguments {
                        has_more: true,
                        has_more_named: true,
                        ..CallArguments::default()
                    };
                    self.perhaps(|it| it.invoke(function, given, at));
                }
                if let Object::Method(_, instance) = object {
                    self.escape(&Object::Instance(instance.clone()), at);
                }
            }
            Object::Instance(instance) if !instance.has_escaped.replace(true) => {
                let attributes = instance.attributes.borrow().clone();
                for value in attributes.values() {
                    self.escape(value, at);
                }
            }
            Object::Argument(parser, index) => self.change_argument(*parser, *index, ""),
            Object::Namespace => self.namespace_escapes = true,
            _ => {}
        }
    }

    /// Records that `sys.argv` differs from the command line.
    pub(in crate::script::python::interpreter) fn change_command_line(&mut self) {
        if self.parsed.is_empty() {
            self.stop(UnknownInterface::CommandLine);
        }
    }
}
