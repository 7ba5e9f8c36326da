//! Evaluation of statements.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use ruff_python_ast::{Decorator, Expr, Stmt, StmtClassDef, StmtFor, StmtFunctionDef};

use ruff_text_size::{Ranged, TextRange as Range};

use super::object::{Binding, Class, Function, NameTable, Object};
use super::{Frame, PythonInterpreter};
use crate::cancellation;

/// Maximum number of iterations of a loop that are evaluated one by one.
const MAX_ROUNDS: usize = 64;

/// The control flow after a statement.
#[derive(Clone)]
pub(super) enum Flow<'a> {
    /// The next statement runs.
    Next,
    /// The function returns this value.
    Return(Object<'a>),
    /// An exception is raised.
    Raise,
    /// The loop ends.
    Break,
    /// The next iteration of the loop runs.
    Continue,
}

impl<'a> PythonInterpreter<'a> {
    pub(super) fn block(&mut self, body: &'a [Stmt]) -> Flow<'a> {
        for statement in body {
            cancellation::poll();
            let flow = self.deeper(|it| it.statement(statement));
            match flow {
                Some(Flow::Next) => {}
                Some(flow) => return flow,
                None => break,
            }
        }
        Flow::Next
    }

    fn statement(&mut self, statement: &'a Stmt) -> Flow<'a> {
        match statement {
            Stmt::FunctionDef(node) => self.define_function(node),
            Stmt::ClassDef(node) => self.define_class(node),
            Stmt::Import(node) => self.import(node),
            Stmt::ImportFrom(node) => self.import_from(node),
            Stmt::Assign(node) => {
                let value = self.evaluate(&node.value);
                for target in &node.targets {
                    self.assign(target, value.clone());
                }
            }
            Stmt::AnnAssign(node) => {
                if let Some(value) = &node.value {
                    let value = self.evaluate(value);
                    self.assign(&node.target, value);
                }
            }
            Stmt::AugAssign(node) => {
                let left = self.evaluate(&node.target);
                let right = self.evaluate(&node.value);
                let result = self.add_in_place(&left, node.op, &right);
                self.assign(&node.target, result);
            }
            Stmt::Expr(node) => {
                self.evaluate(&node.value);
            }
            Stmt::Return(node) => {
                let value = node.value.as_deref();
                return Flow::Return(value.map_or(Object::NONE, |value| self.evaluate(value)));
            }
            Stmt::If(node) => return self.branch_on(node),
            Stmt::For(node) => return self.repeat(node),
            Stmt::While(node) => {
                self.evaluate(&node.test);
                return self.perhaps_loop(&node.body, &node.orelse);
            }
            Stmt::With(node) => {
                for item in &node.items {
                    let value = self.evaluate(&item.context_expr);
                    if let Some(target) = &item.optional_vars {
                        self.assign(target, value);
                    }
                }
                return self.block(&node.body);
            }
            Stmt::Try(node) => return self.attempt(node),
            Stmt::Match(node) => return self.choose(node),
            Stmt::Assert(node) => {
                self.evaluate(&node.test);
            }
            Stmt::Raise(node) => {
                if let Some(exception) = &node.exc {
                    self.evaluate(exception);
                }
                return Flow::Raise;
            }
            Stmt::Delete(node) => {
                for target in &node.targets {
                    self.delete(target);
                }
            }
            Stmt::Global(node) => {
                let names = node.names.iter().map(ruff_python_ast::Identifier::as_str);
                self.frame.global.extend(names);
            }
            Stmt::Break(_) => return Flow::Break,
            Stmt::Continue(_) => return Flow::Continue,
            Stmt::Nonlocal(_) | Stmt::Pass(_) | Stmt::TypeAlias(_) | Stmt::IpyEscapeCommand(_) => {}
        }
        Flow::Next
    }

    /// Evaluates `for`: known items one by one.
    fn repeat(&mut self, node: &'a StmtFor) -> Flow<'a> {
        let items = self.evaluate(&node.iter);
        let Some(items) = items.items().filter(|items| items.len() <= MAX_ROUNDS) else {
            self.assign(&node.target, Object::Unknown);
            return self.perhaps_loop(&node.body, &node.orelse);
        };
        let before = self.is_conditional;
        for item in items {
            self.assign(&node.target, item);
            match self.block(&node.body) {
                Flow::Break => {
                    self.is_conditional = before;
                    return Flow::Next;
                }
                flow @ (Flow::Return(_) | Flow::Raise) => return flow,
                Flow::Next | Flow::Continue => {}
            }
        }
        let flow = self.block(&node.orelse);
        self.is_conditional = before;
        flow
    }

    /// Evaluates a loop that may not run.
    fn perhaps_loop(&mut self, body: &'a [Stmt], orelse: &'a [Stmt]) -> Flow<'a> {
        let flow = self.branches(&[body], false);
        match flow {
            Flow::Next | Flow::Break | Flow::Continue | Flow::Raise => self.block(orelse),
            Flow::Return(_) => flow,
        }
    }

    fn define_function(&mut self, node: &'a StmtFunctionDef) {
        self.decorate(&node.decorator_list);
        let mut defaults = HashMap::new();
        for parameter in node.parameters.iter_non_variadic_params() {
            if let Some(default) = parameter.default() {
                defaults.insert(parameter.name().as_str(), self.evaluate(default));
            }
        }
        let function = Function {
            node,
            around: self.frame.scope.clone(),
            module: self.frame.module,
            defaults,
            binding: binding(&node.decorator_list),
            has_escaped: Cell::new(false),
        };
        self.assign_name(node.name.as_str(), Object::Function(Rc::new(function)));
    }

    /// Evaluates decorators: those of packages may turn a function into a command line.
    fn decorate(&mut self, decorators: &'a [Decorator]) {
        for decorator in decorators {
            let object = self.evaluate(&decorator.expression);
            self.note_library(&object);
        }
    }

    fn define_class(&mut self, node: &'a StmtClassDef) {
        self.decorate(&node.decorator_list);
        let mut bases = Vec::new();
        for base in node.bases() {
            bases.push(self.evaluate(base));
        }
        for base in &bases {
            self.note_library(base);
        }
        let names = NameTable::within(Some(&self.frame.scope));
        let frame = Frame::new(self.frame.module, names.clone());
        let around = std::mem::replace(&mut self.frame, frame);
        self.block(&node.body);
        self.frame = around;
        let own = names.names.take();
        let class = Class {
            names: self.without_class_scope(own),
            bases,
        };
        self.assign_name(node.name.as_str(), Object::Class(Rc::new(class)));
    }

    /// Returns the scope of a class; its functions see the enclosing scope of the class instead.
    fn without_class_scope(&self, own: HashMap<&'a str, Object<'a>>) -> super::Namespace<'a> {
        let names = NameTable::within(None);
        for (name, object) in own {
            let object = match object {
                Object::Function(function) => Object::Function(Rc::new(Function {
                    node: function.node,
                    around: self.frame.scope.clone(),
                    module: function.module,
                    defaults: function.defaults.clone(),
                    binding: function.binding,
                    has_escaped: Cell::new(false),
                })),
                object => object,
            };
            names.set(name, object);
        }
        names
    }

    /// Assigns `value` to the target before `=`.
    pub(super) fn assign(&mut self, target: &'a Expr, value: Object<'a>) {
        match target {
            Expr::Name(name) => self.assign_name(name.id.as_str(), value),
            Expr::Tuple(tuple) => self.unpack(&tuple.elts, &value),
            Expr::List(list) => self.unpack(&list.elts, &value),
            Expr::Starred(starred) => {
                self.escape(&value, target.range());
                self.assign(&starred.value, Object::Unknown);
            }
            Expr::Attribute(attribute) => {
                let object = self.evaluate(&attribute.value);
                self.set_attribute(&object, attribute.attr.as_str(), value, target.range());
            }
            Expr::Subscript(subscript) => {
                let object = self.evaluate(&subscript.value);
                let key = self.evaluate(&subscript.slice);
                self.set_item(&object, &key, value, target.range());
            }
            _ => {}
        }
    }

    fn unpack(&mut self, targets: &'a [Expr], value: &Object<'a>) {
        let items = value.items().filter(|items| {
            items.len() == targets.len() && !targets.iter().any(Expr::is_starred_expr)
        });
        if items.is_none() {
            for target in targets {
                self.escape(value, target.range());
                self.assign(target, Object::Unknown);
            }
            return;
        }
        for (target, item) in targets.iter().zip(items.unwrap_or_default()) {
            self.assign(target, item);
        }
    }

    /// Assigns `value` to a name.
    pub(super) fn assign_name(&mut self, name: &'a str, value: Object<'a>) {
        if !self.frame.global.contains(name) {
            self.frame.scope.set(name, value);
            return;
        }
        let globals = self.globals().clone();
        let value = match globals.own(name) {
            Some(old) if self.is_conditional => self.either(&old, &value),
            _ => value,
        };
        globals.set(name, value);
    }

    fn set_item(&mut self, object: &Object<'a>, key: &Object<'a>, value: Object<'a>, at: Range) {
        match object {
            Object::Dict(items) if !self.is_conditional => {
                let key = key.value();
                let mut items = items.borrow_mut();
                match items.as_mut() {
                    Some(known) if !super::operators::has_unknown(&key) => {
                        known.retain(|(other, _)| *other != key);
                        known.push((key, value));
                        return;
                    }
                    _ => *items = None,
                }
            }
            Object::Dict(items) => *items.borrow_mut() = None,
            Object::List(items) => *items.borrow_mut() = None,
            Object::CommandLine(_) => self.change_command_line(),
            _ => {}
        }
        self.escape(&value, at);
    }

    fn delete(&mut self, target: &'a Expr) {
        if let Expr::Subscript(subscript) = target {
            let object = self.evaluate(&subscript.value);
            self.set_item(&object, &Object::Unknown, Object::Unknown, target.range());
        }
    }
}

fn binding(decorators: &[Decorator]) -> Binding {
    for decorator in decorators {
        let Expr::Name(name) = &decorator.expression else {
            continue;
        };
        match name.id.as_str() {
            "staticmethod" => return Binding::Nothing,
            "classmethod" => return Binding::Class,
            "property" | "cached_property" => return Binding::Property,
            _ => {}
        }
    }
    Binding::Object
}

/// Creates an object without attributes.
pub(super) fn instance<'a>(class: &Rc<Class<'a>>) -> Rc<super::object::Instance<'a>> {
    Rc::new(super::object::Instance {
        class: class.clone(),
        attributes: RefCell::default(),
        has_escaped: Cell::new(false),
    })
}
