//! The interface of the script of a run.

use std::sync::Arc;

use super::commands::{Interpreter, ScriptRun};
use super::python::{Beside, ScriptInterface, ScriptSource, ScriptStart, interface};
use super::upload::CodeFolder;
use crate::path;
use crate::query::Query;
use crate::workspace::Workspace;

/// Interfaces by the folder of the document, which decides what may be read, and its script.
struct Interfaces;

impl Query for Interfaces {
    type Key = (Box<str>, ScriptSource);
    type Value = Arc<ScriptInterface>;
    /// In bytes.
    const CAPACITY: usize = 16 << 20;
}

/// Size of an interface with its dependencies, in bytes.
const SIZE: usize = 6 << 10;

/// The interface of the Python script of `run`, which the document at `from` runs; `None` where the
/// file is unknown, and where its arguments are not those of a command line.
pub fn interface_of(
    workspace: &Workspace,
    from: &str,
    run: &ScriptRun<'_>,
) -> Option<Arc<ScriptInterface>> {
    let script = script_of(workspace, run)?;
    let key = (path::parent(from).into(), script);
    let find = |workspace: &Workspace, (_, script): &(_, ScriptSource)| {
        let sources = Beside {
            workspace,
            document: from,
        };
        (interface(&sources, script), SIZE)
    };
    Some(workspace.query::<Interfaces>(key, find))
}

/// Returns the script of `run` as Python gets it.
fn script_of(workspace: &Workspace, run: &ScriptRun<'_>) -> Option<ScriptSource> {
    if !matches!(
        run.interpreter,
        Interpreter::Python | Interpreter::Spark | Interpreter::Parallel
    ) {
        return None;
    }
    let CodeFolder::Uploaded(upload) = &*run.code else {
        return None;
    };
    let file = run.file().filter(|file| file.ends_with(".py"))?;
    let root = upload.folder.as_deref().unwrap_or(".");
    let folder = match run.folder.as_deref()? {
        "" => root.to_owned(),
        inside => path::inside(root, inside),
    };
    let full = |written: &str| workspace.full_path(&upload.from, written);
    let includes = upload.includes.iter();
    let includes = includes.map(|include| full(&include.path).map(Arc::from));
    Some(ScriptSource {
        path: file.into(),
        folder: full(&folder)?.into(),
        how: if run.script.is_module {
            ScriptStart::Module
        } else {
            ScriptStart::File
        },
        includes: includes.collect::<Option<_>>()?,
    })
}
