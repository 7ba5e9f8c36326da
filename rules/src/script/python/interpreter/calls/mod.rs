//! Calls of functions and classes of the script and of packages.
//!
//! `functions` and `methods` evaluate them; `escape` is the effect of values that reach unknown code.

mod escape;
mod functions;
mod methods;

use std::rc::Rc;

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange as Range};

use super::object::{Class, Object};
use super::{PythonInterpreter, statements};
use crate::script::python::argparse_interface::{UnknownInterface, Value};

/// The arguments of a call.
#[derive(Default)]
pub(super) struct CallArguments<'a> {
    pub(super) positional: Vec<Object<'a>>,
    pub(super) named: Vec<(&'a str, Object<'a>)>,
    /// `true` if there may be more positional ones: `*arguments`.
    pub(super) has_more: bool,
    /// `true` if there may be more named ones: `**arguments`.
    pub(super) has_more_named: bool,
}

impl<'a> CallArguments<'a> {
    pub(super) fn named(&self, name: &str) -> Option<&Object<'a>> {
        let mut named = self.named.iter();
        named.find_map(|(other, value)| (*other == name).then_some(value))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Object<'a>> {
        let named = self.named.iter().map(|(_, value)| value);
        self.positional.iter().chain(named)
    }
}

/// The keywords of `add_argument`.
const KEYWORDS: &[&str] = &[
    "action",
    "choices",
    "const",
    "default",
    "deprecated",
    "dest",
    "help",
    "metavar",
    "nargs",
    "required",
    "type",
    "version",
];

/// Packages that read the command line in another way, by their first name.
const LIBRARIES: &[&str] = &[
    "absl",
    "argh",
    "clize",
    "click",
    "configargparse",
    "cyclopts",
    "docopt",
    "fire",
    "gflags",
    "hydra",
    "jsonargparse",
    "omegaconf",
    "plac",
    "simple_parsing",
    "tap",
    "typer",
    "tyro",
];

/// Classes and functions that read the command line, by their last name.
const READERS: &[&str] = &[
    "ArgumentParser",
    "HfArgumentParser",
    "LightningCLI",
    "TrlParser",
];

/// Functions that don't change their arguments.
const HARMLESS: &[&str] = &[
    "argcomplete.autocomplete",
    "builtins.callable",
    "builtins.getattr",
    "builtins.hasattr",
    "builtins.id",
    "builtins.isinstance",
    "builtins.print",
    "builtins.repr",
    "builtins.str",
    "builtins.type",
];

impl<'a> PythonInterpreter<'a> {
    pub(super) fn call(&mut self, node: &'a ExprCall) -> Object<'a> {
        let function = self.evaluate(&node.func);
        let given = self.given(node);
        self.called(&function, given, node.range())
    }

    /// Returns the result of calling `function` with the arguments `given`.
    pub(super) fn called(
        &mut self,
        function: &Object<'a>,
        mut given: CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        match function {
            Object::Function(function) => self.invoke(function, given, at),
            Object::Method(function, instance) => {
                let first = match function.binding {
                    super::object::Binding::Class => Object::Class(instance.class.clone()),
                    _ => Object::Instance(instance.clone()),
                };
                given.positional.insert(0, first);
                self.invoke(function, given, at)
            }
            Object::Class(class) => self.instantiate(class, given, at),
            Object::Bound(object, name) => self.call_method(object, name, &given, at),
            Object::External(name) => self.call_package(name, &given, at),
            _ => {
                self.escape_all(&given, at);
                Object::Unknown
            }
        }
    }

    fn given(&mut self, node: &'a ExprCall) -> CallArguments<'a> {
        let mut given = CallArguments::default();
        for argument in &node.arguments.args {
            let Expr::Starred(starred) = argument else {
                let value = self.evaluate(argument);
                given.positional.push(value);
                continue;
            };
            let more = self.evaluate(&starred.value);
            match more.items() {
                Some(items) if !given.has_more => given.positional.extend(items),
                _ => {
                    given.has_more = true;
                    self.escape(&more, argument.range());
                }
            }
        }
        for keyword in &node.arguments.keywords {
            let value = self.evaluate(&keyword.value);
            match &keyword.arg {
                Some(name) => given.named.push((name.as_str(), value)),
                None => self.give_more_named(&mut given, &value, keyword.value.range()),
            }
        }
        given
    }

    /// Adds `**arguments`. The callee looks up the names of a known dictionary, so only names that
    /// the interpreter knows are passed.
    fn give_more_named(&mut self, given: &mut CallArguments<'a>, value: &Object<'a>, at: Range) {
        let items = match value {
            Object::Dict(items) => items.borrow().clone(),
            _ => None,
        };
        let Some(items) = items else {
            given.has_more_named = true;
            return self.escape(value, at);
        };
        for (key, value) in items {
            let known = match &key {
                Value::Str(key) => KEYWORDS.iter().find(|it| ***it == **key),
                _ => None,
            };
            match known {
                Some(name) => given.named.push((name, value)),
                None => {
                    given.has_more_named = true;
                    self.escape(&value, at);
                }
            }
        }
    }

    fn instantiate(
        &mut self,
        class: &Rc<Class<'a>>,
        mut given: CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        for base in class.external_bases() {
            let last = base.rsplit('.').next().unwrap_or_default();
            if READERS.contains(&last) {
                let place = self.place(&at);
                self.stop(UnknownInterface::Escapes(place));
            }
        }
        let instance = statements::instance(class);
        match class.member("__init__") {
            Some(Object::Function(function)) => {
                let first = Object::Instance(instance.clone());
                given.positional.insert(0, first);
                self.invoke(&function, given, at);
            }
            _ => self.escape_all(&given, at),
        }
        Object::Instance(instance)
    }

    /// Calls a function of a package that isn't in the folder.
    fn call_package(&mut self, name: &Rc<str>, given: &CallArguments<'a>, at: Range) -> Object<'a> {
        if &**name == "argparse.ArgumentParser" {
            return self.make_parser(given, at);
        }
        let function = Object::External(name.clone());
        self.note_library(&function);
        let last = name.rsplit('.').next().unwrap_or_default();
        let reads = matches!(
            last,
            "parse_args" | "parse_known_args" | "parse_args_into_dataclasses"
        );
        if reads || READERS.contains(&last) {
            let package = name.split('.').next().unwrap_or_default();
            self.stop(UnknownInterface::Library(
                package.trim_end_matches("()").to_owned(),
            ));
        }
        match &**name {
            "builtins.super" => return self.parent_object(),
            "builtins.range" => return range(given),
            "builtins.exec" | "runpy.run_path" | "runpy.run_module" | "builtins.eval" => {
                let place = self.place(&at);
                self.stop(UnknownInterface::Escapes(place));
            }
            "builtins.list" | "builtins.tuple" | "builtins.sorted" | "builtins.set" => {
                if let [list] = &given.positional[..]
                    && let Some(items) = list.items()
                {
                    return Object::list(items);
                }
            }
            "sys.exit" | "os._exit" | "builtins.exit" | "builtins.quit" => {
                let code = given.positional.first();
                let fails = matches!(
                    code,
                    Some(Object::Constant(Value::Int(1..) | Value::Str(_)))
                );
                self.may_have_ended |= !fails;
            }
            "builtins.vars" => {
                let mut all = given.all();
                self.namespace_escapes |= all.any(|it| matches!(it, Object::Namespace));
            }
            _ => {}
        }
        let first = given.positional.first();
        if &**name == "builtins.getattr" && first.is_some_and(|it| it.parser().is_some()) {
            self.escape_all(given, at);
        }
        if !HARMLESS.contains(&&**name) && !name.starts_with("argparse._action_groups") {
            self.escape_all(given, at);
        }
        Self::external(&format!("{name}()"))
    }

    /// Records packages that read the command line in another way.
    pub(super) fn note_library(&mut self, object: &Object<'a>) {
        let Object::External(name) = object else {
            return;
        };
        let first = name.split(['.', '(']).next().unwrap_or_default();
        let is_app = matches!(
            &**name,
            "tensorflow.app.run" | "tensorflow.compat.v1.app.run"
        );
        if LIBRARIES.contains(&first) || is_app {
            self.stop(UnknownInterface::Library(first.to_owned()));
        }
    }
}

/// Evaluates `range`, if it is short.
fn range<'a>(given: &CallArguments<'a>) -> Object<'a> {
    let mut bounds = given.positional.iter().map(Object::value);
    let (start, end) = match (bounds.next(), bounds.next()) {
        (Some(Value::Int(end)), None) => (0, end),
        (Some(Value::Int(start)), Some(Value::Int(end))) => (start, end),
        _ => return Object::Unknown,
    };
    if bounds.next().is_some() || given.has_more || end.saturating_sub(start) > 100 {
        return Object::Unknown;
    }
    let numbers = start..end;
    Object::list(numbers.map(|n| Object::Constant(Value::Int(n))).collect())
}
