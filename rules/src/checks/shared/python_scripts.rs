//! The Python files that a document runs.

use std::sync::{Arc, LazyLock};

use crate::checks::context::Context;
use crate::path::file_name;
use crate::script::commands::{Interpreter, ScriptRun};
use crate::script::python::Module;
use crate::workspace::{Remembered, Workspace};

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

/// Approximate capacity of the cache, in bytes.
const KEPT: usize = 2 << 20;

/// Approximate size of one entry, in bytes; the module itself is counted in another cache.
const EACH: usize = 1 << 10;

/// The parsed content of a file; `None` if it can't be read.
type ParsedPython = Option<Arc<Module>>;

/// By the paths of the document and of the file.
type Known = Remembered<(Box<str>, Box<str>), ParsedPython>;

static KNOWN: LazyLock<Known> = LazyLock::new(|| Remembered::new(KEPT));

/// Parses the file at a full path to which the document at `from` leads.
pub(crate) fn module(workspace: &Workspace, from: &str, path: &str) -> ParsedPython {
    KNOWN.get(workspace, (from.into(), path.into()), |workspace, _| {
        let text = workspace.text_at(from, path);
        (text.and_then(|text| Module::parse(&text)), EACH)
    })
}
