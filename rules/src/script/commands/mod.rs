//! The programs that a document runs, each with its script, where that is known.
//!
//! Start at [`runs`]. `entry_point` finds the places that run something, `walk` goes through the
//! simple commands of a `command`, `program` finds the program of each of them (`prefix_commands`
//! before it, `interpreters` and their options, `launchers` that start others), `side_effects`
//! checks if it may create files or change the folder. `script` resolves the word of the script,
//! `missing_script` has the reasons why a missing one may still appear (`unknown_script`).
//! `script_run` is the result. `requirements` finds lists of packages that a command installs.
//!
//! Invariant: a script is reported as missing only if no command before it, and nothing outside of
//! this machine, can have created it.

pub(crate) mod entry_point;
mod interpreters;
mod launchers;
pub(crate) mod missing_script;
mod prefix_commands;
mod program;
mod requirements;
mod script;
mod script_run;
mod side_effects;
mod unknown_script;
mod walk;

use foldhash::{HashMap, HashMapExt};

pub use entry_point::{EntryPoint, Site, sites};
pub use interpreters::Interpreter;
pub(crate) use requirements::missing_requirements;
pub use script::{NamedScript, ScriptPlace};
pub use script_run::{Arguments, ReadSite, ScriptRun};
pub use unknown_script::UnknownScript;

use crate::document::Document;
use crate::expression::Program;
use crate::shell::Word;
use crate::workspace::Workspace;

/// Returns the places in `document` that run something, parsed, in the order of the file.
pub fn read_sites<'a>(
    workspace: &Workspace,
    document: &'a Document,
    program: &'a Program<'a>,
) -> Vec<ReadSite<'a>> {
    let known = program.sites.iter();
    let known = known
        .map(|known| (known.text.node.id(), &known.text))
        .collect();
    let sites = sites(document, program).into_iter();
    let read = |site| ReadSite::of(workspace, site, &known);
    sites.map(read).collect()
}

/// Returns the programs with scripts that `document` runs, in the order of the file. Values in a
/// component file belong to that file.
pub fn runs<'a>(
    workspace: &Workspace,
    document: &'a Document,
    program: &'a Program<'a>,
) -> Vec<ScriptRun<'a>> {
    runs_of(
        workspace,
        document,
        &read_sites(workspace, document, program),
    )
}

/// Returns the programs with scripts that `sites` of `document` run.
pub fn runs_of<'a>(
    workspace: &Workspace,
    document: &Document,
    sites: &[ReadSite<'a>],
) -> Vec<ScriptRun<'a>> {
    let from = document.path();
    let runs = sites.iter();
    runs.flat_map(|site| walk::runs_of(workspace, from, site))
        .collect()
}

/// Returns the programs with scripts that `site` of `document` runs.
pub fn runs_at<'a>(
    workspace: &Workspace,
    document: &Document,
    site: Site<'a>,
) -> Vec<ScriptRun<'a>> {
    let read = ReadSite::of(workspace, site, &HashMap::new());
    runs_of(workspace, document, &[read])
}

/// Returns `true` if `words` begin with a program that runs a script.
pub fn starts_script(words: &[Word]) -> bool {
    program::start(words).is_some_and(|start| start.interpreter != Interpreter::Itself)
}
