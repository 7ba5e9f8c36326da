//! Abstract interpreter of Python scripts, as far as it concerns their arguments: follows calls and
//! imports inside the folder, and finds the parser of `argparse` that gets the command line.
//!
//! Start at [`interface`]. `object` is what a name can stand for. A script is run from its first line
//! (`statements`, `branches`, `expressions`, `members`, `operators`), calls are followed (`calls`),
//! so are imports (`imports`, `files`), and calls of `argparse` are noted (`parser`). `outcome` says what came of it.
//!
//! Invariants: a parser that is passed to unknown code is open from then on; if both branches are
//! possible, both are evaluated, and the arguments they add are conditional; the numbers of steps
//! and levels are bounded.

mod branches;
mod calls;
mod expressions;
mod files;
mod imports;
mod members;
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
use self::object::{NameTable, Namespace, Object, ParseCall, Parser};
use super::argparse_interface::{ScriptInterface, SourceLocation, UnknownInterface};
use super::module::place;
use super::sources::{ScriptSource, Sources};

/// Maximum number of statements and expressions that are evaluated.
const MAX_STEPS: usize = 200_000;

/// Maximum nesting of statements, expressions, and calls. Each level takes a few stack frames.
const MAX_LEVELS: usize = 160;

/// The arguments that `script` takes.
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
    /// The reason why the interpreter stopped.
    stopped: Option<UnknownInterface>,
    frame: Frame<'a>,
    /// `true` if the current code may not run.
    is_conditional: bool,
    /// `true` if the script continues after an error of the parser.
    survives_exit: bool,
    /// `true` if the script may have ended without an error.
    may_have_ended: bool,
    steps: usize,
    levels: usize,
    /// The stack of running functions.
    calling: Vec<&'a StmtFunctionDef>,
    /// `true` if unknown code may read parsed arguments through attributes and texts.
    namespace_escapes: bool,
}

/// A module of the script.
struct Running<'a> {
    path: Arc<str>,
    globals: Namespace<'a>,
    docstring: Option<String>,
}

/// The running module, function, or class body.
struct Frame<'a> {
    module: usize,
    scope: Namespace<'a>,
    /// Names that belong to the module: `global`.
    global: HashSet<&'a str>,
    /// The values that may have been returned.
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
            may_have_ended: false,
            steps: 0,
            levels: 0,
            calling: Vec::new(),
            namespace_escapes: false,
        }
    }

    /// Stops the interpreter for `reason`.
    fn stop(&mut self, reason: UnknownInterface) {
        self.stopped.get_or_insert(reason);
    }

    /// Runs `step` one level deeper; `None` if that is too deep, or the interpreter has stopped.
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

    /// Runs `step` as code that may or may not run.
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
