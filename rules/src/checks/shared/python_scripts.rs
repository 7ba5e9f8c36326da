//! The Python files that a document runs.

use std::sync::Arc;

use crate::checks::context::Context;
use crate::path::{file_name, parent, relative};
use crate::script::python::Module;
use crate::script::run::{Interpreter, Run};
use crate::workspace::Workspace;

/// A Python file that a document runs, or whose functions something calls for it.
pub(crate) struct PythonScript<'a> {
    /// How it is run.
    pub(crate) run: &'a Run<'a>,
    /// Its full path.
    pub(crate) path: Arc<str>,
    /// What is in it.
    pub(crate) module: Arc<Module>,
}

impl PythonScript<'_> {
    /// Its name without folders.
    pub(crate) fn name(&self) -> &str {
        file_name(&self.path)
    }
}

/// The Python files that the document runs and that can be read, in the order of the document.
pub(crate) fn python_scripts<'a>(cx: &Context<'a>) -> Vec<PythonScript<'a>> {
    let runs = cx.runs().iter();
    runs.filter_map(|run| python_script(cx, run)).collect()
}

/// The script of `run`, if it is a Python file that can be read.
pub(crate) fn python_script<'r>(cx: &Context<'_>, run: &'r Run<'r>) -> Option<PythonScript<'r>> {
    let path = run.file()?;
    let is_python = match run.interpreter {
        Interpreter::Python => true,
        Interpreter::MlDesigner
        | Interpreter::Spark
        | Interpreter::Parallel
        | Interpreter::Scoring => path.ends_with(".py"),
        _ => false,
    };
    if !is_python {
        return None;
    }
    Some(PythonScript {
        run,
        path: path.into(),
        module: Module::parse(&read(cx.workspace, cx.document.path(), path)?)?,
    })
}

/// The text of the file at a full path, which the document at `from` leads to.
pub(crate) fn read(workspace: &Workspace, from: &str, path: &str) -> Option<Arc<str>> {
    workspace.text(from, &relative(parent(from), path)?)
}
