//! The Python files that a document runs.

use std::sync::Arc;

use crate::checks::context::Context;
use crate::path::{file_name, parent};
use crate::query::Query;
use crate::script::commands::{Interpreter, ScriptRun};
use crate::script::python::Module;
use crate::workspace::Workspace;

/// A Python file that a document runs, or whose functions a server or a job calls.
pub(crate) struct PythonScript<'a> {
    /// The run that starts it.
    pub(crate) run: &'a ScriptRun<'a>,
    /// Its full path.
    pub(crate) path: Arc<str>,
    /// Its parsed content.
    pub(crate) module: Arc<Module>,
}

impl PythonScript<'_> {
    /// Its name without folders.
    pub(crate) fn name(&self) -> &str {
        file_name(&self.path)
    }
}

/// Returns the Python files that the document runs and that can be read, in the order of the document.
pub(crate) fn python_scripts<'a>(cx: &Context<'a>) -> Vec<PythonScript<'a>> {
    let runs = cx.runs().iter();
    runs.filter_map(|run| python_script(cx, run)).collect()
}

/// Returns the script of `run`, if it is a Python file that can be read.
pub(crate) fn python_script<'r>(
    cx: &Context<'_>,
    run: &'r ScriptRun<'r>,
) -> Option<PythonScript<'r>> {
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
        module: module(cx.workspace, cx.document.path(), path)?,
    })
}

/// The modules in files, by the folder of the document that leads to a file and the path of the file.
struct ModulesByPath;

impl Query for ModulesByPath {
    type Key = (Box<str>, Box<str>);
    type Value = Option<Arc<Module>>;
    /// In bytes.
    const CAPACITY: usize = 2 << 20;
}

/// Size of the dependencies of a module, which is itself in another table, in bytes.
const SIZE: usize = 1 << 10;

/// The module in the file at a full path, which the document at `from` leads to, if it can be read.
pub(crate) fn module(workspace: &Workspace, from: &str, path: &str) -> Option<Arc<Module>> {
    workspace.query::<ModulesByPath>((parent(from).into(), path.into()), |workspace, _| {
        let text = workspace.text_at(from, path);
        let module = text.and_then(|text| Module::cached(workspace.cache(), &text));
        (module, SIZE)
    })
}
