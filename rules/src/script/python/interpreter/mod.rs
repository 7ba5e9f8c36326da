//! Runs a script without running it, as far as it concerns its arguments: follows calls and
//! imports inside the folder, and sees which parser of `argparse` gets the command line.
//!
//! Start at [`interface`]. `object` is what a name can stand for. A script is run from its first line
//! (`statements`, `branches`, `expressions`, `members`, `operators`), calls are followed (`calls`,
//! `functions`, `methods`, `escape`), so are imports (`imports`, `files`), and calls of `argparse` are noted
//! (`parser`, `argument`). `outcome` says what came of it.
//!
//! What must stay true: a parser that goes where it is not followed is open from then on; where
//! both ways of a branch are possible, both are taken, and what they add is conditional; the
//! numbers of steps and levels are bounded.

mod argument;
mod branches;
mod calls;
mod escape;
mod expressions;
mod files;
mod functions;
mod imports;
mod members;
mod methods;
mod object;
mod operators;
mod outcome;
mod parser;
mod statements;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use ruff_python_ast::StmtFunctionDef;
use ruff_text_size::Ranged;

use self::files::{Finder, ParsedFiles};
use self::object::{NameTable, Namespace, Object};
use self::outcome::ParseCall;
use self::parser::Parser;
use super::argparse_interface::{ScriptInterface, SourceLocation, UnknownInterface};
use super::module::place;
use super::sources::{ScriptSource, Sources};

/// Most statements and expressions that are looked at.
const MAX_STEPS: usize = 200_000;

/// Most levels of statements, expressions, and calls. Each takes a few frames of the stack.
const MAX_LEVELS: usize = 160;

/// The arguments that `script` takes.
#[must_use]
pub fn interface(sources: &dyn Sources, script: &ScriptSource) -> Arc<ScriptInterface> {
    let files = ParsedFiles::default();
    let mut interpreter = PythonInterpreter::new(Finder::new(sources, script), &files);
    interpreter.import_file(&script.path, "__main__");
    Arc::new(interpreter.outcome())
}

struct PythonInterpreter<'a> {
    finder: Finder<'a>,
    files: &'a ParsedFiles,
    modules: Vec<Running<'a>>,
    by_path: HashMap<Arc<str>, usize>,
    parsers: Vec<Parser>,
    /// The calls that read the command line.
    parsed: Vec<ParseCall>,
    /// Why nothing can be said.
    stopped: Option<UnknownInterface>,
    frame: Frame<'a>,
    /// Whether what runs now may not run.
    is_conditional: bool,
    /// Whether a failure of the parser ends the script.
    survives_exit: bool,
    steps: usize,
    levels: usize,
    /// The functions that are being called.
    calling: Vec<&'a StmtFunctionDef>,
    /// Attributes and texts that could read a parsed argument are not followed there.
    namespace_escapes: bool,
}

/// A module of the script.
struct Running<'a> {
    path: Arc<str>,
    globals: Namespace<'a>,
    docstring: Option<String>,
}

/// What is being run: a module, a function, or the body of a class.
struct Frame<'a> {
    module: usize,
    scope: Namespace<'a>,
    /// Names that belong to the module: `global`.
    global: HashSet<&'a str>,
    /// What may have been returned.
    returned: Vec<Object<'a>>,
}

impl<'a> Frame<'a> {
    fn new(module: usize, scope: Namespace<'a>) -> Self {
        Self {
            module,
            scope,
            global: HashSet::new(),
            returned: Vec::new(),
        }
    }
}

impl<'a> PythonInterpreter<'a> {
    fn new(finder: Finder<'a>, files: &'a ParsedFiles) -> Self {
        Self {
            finder,
            files,
            modules: Vec::new(),
            by_path: HashMap::new(),
            parsers: Vec::new(),
            parsed: Vec::new(),
            stopped: None,
            frame: Frame::new(0, NameTable::within(None)),
            is_conditional: false,
            survives_exit: false,
            steps: 0,
            levels: 0,
            calling: Vec::new(),
            namespace_escapes: false,
        }
    }

    /// Nothing can be said any more.
    fn stop(&mut self, reason: UnknownInterface) {
        self.stopped.get_or_insert(reason);
    }

    /// Goes one level down; `None` where that is too deep, or where nothing can be said any more.
    fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.levels >= MAX_LEVELS {
            self.stop(UnknownInterface::TooLong);
        }
        if self.stopped.is_some() {
            return None;
        }
        self.levels += 1;
        let result = step(self);
        self.levels -= 1;
        Some(result)
    }

    /// Runs `step` where it is not known whether it runs.
    fn perhaps<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_conditional, true);
        let result = step(self);
        self.is_conditional = before;
        result
    }

    fn place(&self, node: &impl Ranged) -> SourceLocation {
        SourceLocation {
            path: self.modules[self.frame.module].path.clone(),
            range: place(node),
        }
    }

    fn globals(&self) -> &Namespace<'a> {
        &self.modules[self.frame.module].globals
    }

    fn external(name: &str) -> Object<'a> {
        Object::External(Rc::from(name))
    }
}
