//! Calls of functions of the script.

use std::rc::Rc;

use ruff_text_size::TextRange as Range;

use super::CallArguments;
use crate::script::python::argparse_interface::UnknownInterface;
use crate::script::python::interpreter::object::{Class, Function, NameTable, Namespace, Object};
use crate::script::python::interpreter::statements::Flow;
use crate::script::python::interpreter::{Frame, PythonInterpreter};

/// Maximum depth of nested calls.
const MAX_CALLS: usize = 25;

impl<'a> PythonInterpreter<'a> {
    /// Returns the result of `function`.
    pub(super) fn invoke(
        &mut self,
        function: &Rc<Function<'a>>,
        given: CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        let is_running = self
            .calling
            .iter()
            .any(|node| std::ptr::eq(*node, function.node));
        if is_running || self.calling.len() >= MAX_CALLS {
            self.escape_all(&given, at);
            // It may add arguments to a parser that it finds by its name.
            let place = self.place(&at);
            for parser in &mut self.parsers {
                parser.open(UnknownInterface::Escapes(place.clone()));
            }
            return Object::Unknown;
        }
        let scope = self.bind(function, given, at);
        let frame = Frame::new(function.module, scope);
        let caller = std::mem::replace(&mut self.frame, frame);
        let is_conditional = self.is_conditional;
        self.calling.push(function.node);
        let flow = self.block(&function.node.body);
        self.calling.pop();
        self.is_conditional = is_conditional;
        let callee = std::mem::replace(&mut self.frame, caller);
        self.result(flow, callee.returned)
    }

    fn result(&mut self, flow: Flow<'a>, returned: Vec<Object<'a>>) -> Object<'a> {
        let last = match flow {
            Flow::Return(value) => Some(value),
            Flow::Raise => None,
            _ => Some(Object::NONE),
        };
        let mut results = returned.into_iter().chain(last);
        let Some(mut result) = results.next() else {
            return Object::Unknown;
        };
        for other in results {
            result = self.either(&result, &other);
        }
        result
    }

    /// Returns the local names of `function` when it starts.
    fn bind(
        &mut self,
        function: &Function<'a>,
        given: CallArguments<'a>,
        at: Range,
    ) -> Namespace<'a> {
        let scope = NameTable::within(Some(&function.around));
        let parameters = &function.node.parameters;
        for parameter in parameters.iter_non_variadic_params() {
            let name = parameter.name().as_str();
            let default = function.defaults.get(name).cloned();
            let is_open = given.has_more || given.has_more_named;
            let value = if is_open { None } else { default };
            scope.set(name, value.unwrap_or(Object::Unknown));
        }
        let by_place = parameters.posonlyargs.iter().chain(&parameters.args);
        let mut positional = given.positional.into_iter();
        for (parameter, value) in by_place.zip(positional.by_ref()) {
            scope.set(parameter.name().as_str(), value);
        }
        let rest: Vec<Object<'a>> = positional.collect();
        match &parameters.vararg {
            Some(vararg) => {
                let items = if given.has_more {
                    Object::Unknown
                } else {
                    Object::list(rest)
                };
                scope.set(vararg.name.as_str(), items);
            }
            None => rest.iter().for_each(|value| self.escape(value, at)),
        }
        if let Some(kwarg) = &parameters.kwarg {
            scope.set(kwarg.name.as_str(), Object::Unknown);
        }
        for (name, value) in given.named {
            match parameters.find(name) {
                Some(parameter) => scope.set(parameter.name().as_str(), value),
                None => self.escape(&value, at),
            }
        }
        scope
    }

    /// Evaluates `super()` in a method: its object, with the members of the base classes.
    pub(super) fn parent_object(&mut self) -> Object<'a> {
        let Some(node) = self.calling.last() else {
            return Object::Unknown;
        };
        let first = node.parameters.args.first();
        let first = first.and_then(|parameter| self.frame.scope.own(parameter.name().as_str()));
        let Some(Object::Instance(instance)) = first else {
            return Object::Unknown;
        };
        let Some(bases) = bases_above(&instance.class, node) else {
            return Object::Unknown;
        };
        let class = Class {
            names: NameTable::within(None),
            bases,
        };
        Object::Super(instance, Rc::new(class))
    }
}

/// Returns the bases of the class that defines the method `node`.
fn bases_above<'a>(
    class: &Rc<Class<'a>>,
    node: &ruff_python_ast::StmtFunctionDef,
) -> Option<Vec<Object<'a>>> {
    if let Some(Object::Function(function)) = class.names.own(node.name.as_str())
        && std::ptr::eq(function.node, node)
    {
        return Some(class.bases.clone());
    }
    let mut bases = class.bases.iter();
    bases.find_map(|base| match base {
        Object::Class(base) if !Rc::ptr_eq(base, class) => bases_above(base, node),
        _ => None,
    })
}
