//! The interface of the script of a run.

use std::sync::{Arc, LazyLock};

use super::commands::{Interpreter, ScriptRun};
use super::python::{Beside, ScriptInterface, ScriptSource, ScriptStart, interface};
use super::upload::CodeFolder;
use crate::path;
use crate::workspace::{Remembered, Workspace};

/// Approximate capacity of the cache, in bytes.
const KEPT: usize = 4 << 20;

/// Approximate size of one entry, in bytes: mostly its file dependencies. The interface itself is
/// counted in another cache.
const EACH: usize = 2 << 10;

/// The interfaces by the path of the document and the script.
type Known = Remembered<(Box<str>, ScriptSource), Arc<ScriptInterface>>;

static KNOWN: LazyLock<Known> = LazyLock::new(|| Remembered::new(KEPT));

/// Returns the interface of the Python script of `run`, which the document at `from` runs; `None`
/// if the file is unknown, or its arguments aren't those of a command line.
#[must_use]
pub fn interface_of(
    workspace: &Workspace,
    from: &str,
    run: &ScriptRun<'_>,
) -> Option<Arc<ScriptInterface>> {
    let script = script_of(workspace, run)?;
    let key = (from.into(), script);
    let find = |workspace: &Workspace, (_, script): &(_, ScriptSource)| {
        let sources = Beside {
            workspace,
            document: from,
        };
        (interface(&sources, script), EACH)
    };
    Some(KNOWN.get(workspace, key, find))
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
