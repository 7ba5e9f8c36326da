//! What the script of a run takes.

use std::sync::{Arc, LazyLock};

use super::commands::{Interpreter, ScriptRun};
use super::python::{Beside, ScriptInterface, ScriptSource, ScriptStart, interface};
use super::upload::CodeFolder;
use crate::path;
use crate::workspace::{Remembered, Workspace};

/// About how much is kept, in bytes.
const KEPT: usize = 4 << 20;

/// About what one takes: mostly what was looked up for it. The interface itself is kept elsewhere.
const EACH: usize = 2 << 10;

/// By the path of the document and the script.
type Known = Remembered<(Box<str>, ScriptSource), Arc<ScriptInterface>>;

static KNOWN: LazyLock<Known> = LazyLock::new(|| Remembered::new(KEPT));

/// What the Python script of `run` takes, which the document at `from` runs; `None` where it is not
/// known which file that is, and where its arguments are not those of a command line.
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

/// The script of `run` as Python gets it.
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
