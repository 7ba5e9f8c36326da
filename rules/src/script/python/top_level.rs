//! The names that a module defines when it is imported: functions with their parameters, and others.

use std::collections::BTreeMap;

use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{ExceptHandler, Expr, Pattern, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::module::{Module, place};
use crate::text::TextRange;

/// Names that may define others which aren't written at the top of the module.
const OPENERS: [&str; 9] = [
    "__builtins__",
    "__dict__",
    "__getattr__",
    "exec",
    "eval",
    "globals",
    "locals",
    "setattr",
    "vars",
];

/// The names at the top of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TopLevel {
    names: BTreeMap<String, Bound>,
    /// `true` if it may have other names.
    pub is_open: bool,
}

/// The definition of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// One function that is defined without a condition and without decorators.
    Function(Signature),
    /// Another definition: a class, an import, one of several definitions.
    Other,
}

/// The parameters of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its parameters, without `*args` and `**kwargs`.
    pub parameters: Vec<Parameter>,
    /// `true` if it has `*args`.
    pub has_args: bool,
    /// `true` if it has `**kwargs`.
    pub has_kwargs: bool,
    /// The range of its name and parameters.
    pub range: TextRange,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The way in which it is passed.
    pub passing: Passing,
    /// `true` if it has a default.
    pub has_default: bool,
}

/// The way in which a parameter is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Only by its position.
    Position,
    /// By its position or its name.
    Either,
    /// Only by its name.
    Name,
}

impl TopLevel {
    /// Returns the names at the top of `module`.
    pub fn of(module: &Module) -> Self {
        let mut reader = ModuleReader::default();
        reader.visit_body(module.body());
        reader.top_level
    }

    /// Returns the definition of `name`.
    pub fn get(&self, name: &str) -> Option<&Bound> {
        self.names.get(name)
    }

    /// Returns the names of functions.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        let functions = self.names.iter();
        functions
            .filter(|(_, bound)| matches!(bound, Bound::Function(_)))
            .map(|(name, _)| name.as_str())
    }
}

#[derive(Default)]
struct ModuleReader {
    top_level: TopLevel,
    /// Number of enclosing functions and classes.
    scopes: usize,
    /// Number of enclosing statements whose body may not run.
    conditions: usize,
}

impl ModuleReader {
    fn bind(&mut self, name: &str, bound: Bound) {
        if self.scopes > 0 {
            return;
        }
        let names = &mut self.top_level.names;
        let is_again = names.contains_key(name);
        let bound = if is_again { Bound::Other } else { bound };
        names.insert(name.to_owned(), bound);
    }

    fn bind_other(&mut self, name: &str) {
        self.bind(name, Bound::Other);
    }

    fn function(&mut self, function: &StmtFunctionDef) {
        let is_plain = self.conditions == 0 && function.decorator_list.is_empty();
        let bound = if is_plain && !function.is_async {
            Bound::Function(signature(function))
        } else {
            Bound::Other
        };
        self.bind(&function.name, bound);
        self.open_if_opener(&function.name);
    }

    fn open_if_opener(&mut self, name: &str) {
        self.top_level.is_open |= OPENERS.contains(&name);
    }
}

impl<'a> Visitor<'a> for ModuleReader {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let mut scopes = 0;
        let mut conditions = 0;
        match statement {
            Stmt::FunctionDef(function) => {
                self.function(function);
                scopes = 1;
            }
            Stmt::ClassDef(class) => {
                // Its decorators and its base classes may define further names.
                let is_plain = class.decorator_list.is_empty() && class.keywords().is_empty();
                self.top_level.is_open |= !is_plain;
                self.bind_other(&class.name);
                scopes = 1;
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind_other(name.split('.').next().unwrap_or_default());
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    self.top_level.is_open |= &*alias.name == "*";
                    self.bind_other(alias.asname.as_ref().unwrap_or(&alias.name));
                }
            }
            Stmt::Global(global) => {
                let within = std::mem::take(&mut self.scopes);
                for name in &global.names {
                    self.bind_other(name);
                }
                self.scopes = within;
            }
            Stmt::Assign(_) | Stmt::AnnAssign(_) | Stmt::AugAssign(_) | Stmt::Expr(_) => {}
            _ => conditions = 1,
        }
        self.scopes += scopes;
        self.conditions += conditions;
        walk_stmt(self, statement);
        self.scopes -= scopes;
        self.conditions -= conditions;
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) if name.ctx.is_load() => self.open_if_opener(&name.id),
            // `del` or another binding: the name is no longer a known function.
            Expr::Name(name) => self.bind_other(&name.id),
            Expr::Attribute(attribute) => {
                self.open_if_opener(&attribute.attr);
                self.top_level.is_open |= &*attribute.attr == "modules";
            }
            _ => {}
        }
        walk_expr(self, expression);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(caught) = handler;
        if let Some(name) = &caught.name {
            self.bind_other(name);
        }
        walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let name = match pattern {
            Pattern::MatchAs(bound) => bound.name.as_ref(),
            Pattern::MatchStar(bound) => bound.name.as_ref(),
            Pattern::MatchMapping(bound) => bound.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.bind_other(name);
        }
        walk_pattern(self, pattern);
    }
}

fn signature(function: &StmtFunctionDef) -> Signature {
    let written = &function.parameters;
    let passings = [
        (&written.posonlyargs, Passing::Position),
        (&written.args, Passing::Either),
        (&written.kwonlyargs, Passing::Name),
    ];
    let mut parameters = Vec::new();
    for (list, passing) in passings {
        parameters.extend(list.iter().map(|one| Parameter {
            name: one.parameter.name.to_string(),
            passing,
            has_default: one.default.is_some(),
        }));
    }
    Signature {
        parameters,
        has_args: written.vararg.is_some(),
        has_kwargs: written.kwarg.is_some(),
        range: place(&function.name.range().cover(written.range())),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // Helpers of tests.
    use super::*;

    fn top_level(text: &str) -> TopLevel {
        TopLevel::of(&Module::parse(&text.into()).unwrap())
    }

    #[test]
    fn a_plain_function_has_a_signature() {
        let names = top_level("def run(a, /, b, *, c=1): pass");
        let Some(Bound::Function(run)) = names.get("run") else {
            panic!("it is a function");
        };
        let shown = run.parameters.iter();
        let shown = shown.map(|it| format!("{} {:?} {}", it.name, it.passing, it.has_default));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            ["a Position false", "b Either false", "c Name true"]
        );
        assert!(!run.has_args && !run.has_kwargs);
        assert_eq!((run.range.start, run.range.end), (4, 24));
    }

    #[test]
    fn whatever_binds_a_name_counts() {
        for text in [
            "async def run(): pass",
            "@wrapped\ndef run(): pass",
            "if x:\n  def run(): pass",
            "def run(): pass\ndef run(): pass",
            "class run: pass",
            "import run",
            "import run.inner",
            "import other as run",
            "from m import run",
            "from m import other as run",
            "run = 1",
            "run: int = 1",
            "a, (b, *run) = x",
            "for run in x: pass",
            "with a as run: pass",
            "try: pass\nexcept E as run: pass",
            "if (run := 1): pass",
            "match x:\n  case {'a': run}: pass",
            "match x:\n  case [*run]: pass",
            "def f():\n  global run\n  run = 1",
            "def run(): pass\ndel run",
        ] {
            let names = top_level(text);
            assert_eq!(names.get("run"), Some(&Bound::Other), "{text}");
            assert!(!names.is_open, "{text}");
        }
        for text in [
            "def f():\n  def run(): pass",
            "class C:\n  def run(self): pass",
            "def f():\n  run = 1",
            "x.run = 1",
            "x = lambda run: 1",
        ] {
            assert_eq!(top_level(text).get("run"), None, "{text}");
        }
    }

    #[test]
    fn what_adds_names_unseen_opens() {
        for text in [
            "from m import *",
            "globals()['run'] = f",
            "import sys\nsetattr(sys.modules[__name__], 'run', f)",
            "exec('def run(): pass')",
            "def __getattr__(name): pass",
            "@register\nclass C: pass",
            "class C(metaclass=M): pass",
            "vars()['run'] = f",
        ] {
            assert!(top_level(text).is_open, "{text}");
        }
    }
}
