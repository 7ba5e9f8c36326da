//! What the script of a run takes.

use std::sync::Arc;

use super::python::{Beside, How, Interface, Script, interface};
use super::run::{Code, Interpreter, Run};
use crate::path;
use crate::workspace::Workspace;

/// What the Python script of `run` takes, which the document at `from` runs; `None` where it is not
/// known which file that is, and where its arguments are not those of a command line.
#[must_use]
pub fn interface_of(workspace: &Workspace, from: &str, run: &Run<'_>) -> Option<Arc<Interface>> {
    let script = script_of(workspace, run)?;
    let sources = Beside {
        workspace,
        document: from,
    };
    Some(interface(&sources, &script))
}

/// The script of `run` as Python gets it.
fn script_of(workspace: &Workspace, run: &Run<'_>) -> Option<Script> {
    if !matches!(
        run.interpreter,
        Interpreter::Python | Interpreter::Spark | Interpreter::Parallel
    ) {
        return None;
    }
    let Code::Uploaded(upload) = &*run.code else {
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
    Some(Script {
        path: file.into(),
        folder: full(&folder)?.into(),
        how: if run.script.is_module {
            How::Module
        } else {
            How::File
        },
        includes: includes.collect::<Option<_>>()?,
    })
}
