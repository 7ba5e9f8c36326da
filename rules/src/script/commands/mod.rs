//! The programs that a document runs, each with its script, where that is known.
//!
//! Start at [`runs`]. `entry_point` finds the places that run something, `walk` goes through the
//! simple commands of a `command`, `program` finds the program of each of them (`prefix_commands`
//! before it, `interpreters` and their options, `launchers` that start others), `side_effects`
//! checks if it may create files or change the folder. `script` resolves the word of the script,
//! `missing_script` has the reasons why a missing one may still appear.
//!
//! Invariant: a script is reported as missing only if no command before it, and nothing outside of
//! this machine, can have created it.

pub(crate) mod entry_point;
mod interpreters;
mod launchers;
pub(crate) mod missing_script;
mod prefix_commands;
mod program;
mod script;
mod side_effects;
mod walk;

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};

pub use entry_point::{EntryPoint, Site, sites};
pub use interpreters::Interpreter;
pub use script::{NamedScript, ScriptPlace, UnknownScript};

use super::upload::CodeFolder;
use crate::document::Document;
use crate::expression::{Program, ScannedText};
use crate::path;
use crate::script::Command;
use crate::shell::{SimpleCommand, Word};
use crate::syntax::{Node, NodeId};
use crate::workspace::Workspace;

/// A program that a document runs with a script.
#[derive(Clone, Debug)]
pub struct ScriptRun<'a> {
    /// The place in the document.
    pub site: Site<'a>,
    /// The program that runs the script.
    pub interpreter: Interpreter,
    /// The script.
    pub script: NamedScript,
    /// The words after the script; `None` if there are none, or they can't be split.
    pub arguments: Option<Arguments<'a>>,
    /// The uploaded code.
    pub code: Arc<CodeFolder>,
    /// The working folder, relative to the code; `None` if it is unknown.
    pub folder: Option<String>,
}

/// The words after a script.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    /// The command that contains them.
    pub command: Arc<Command<'a>>,
    /// The index of the simple command.
    pub simple: usize,
    /// The index of the first word that is an argument.
    pub first: usize,
}

impl<'a> Arguments<'a> {
    /// Returns the simple command.
    #[must_use]
    pub fn simple(&self) -> &SimpleCommand {
        &self.command.simple[self.simple]
    }

    /// Returns the words.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.simple().words[self.first..]
    }
}

impl ScriptRun<'_> {
    /// Returns the words after the script.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        self.arguments.as_ref().map_or(&[], Arguments::words)
    }

    /// Returns the full path of the script, if it is known.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match &self.script.place {
            ScriptPlace::File(full) => Some(full),
            _ => None,
        }
    }

    /// Returns the first folder in which Python looks for modules, relative to the code: that of
    /// the script, or with `-m` the working folder.
    #[must_use]
    pub fn module_folder(&self) -> Option<&str> {
        let inside = self.script.inside.as_deref();
        if self.script.is_module {
            return self.folder.as_deref();
        }
        inside.map(path::parent)
    }
}

/// A place in a document that runs something, with its parsed command.
#[derive(Clone, Debug)]
pub struct ReadSite<'a> {
    /// The place.
    pub site: Site<'a>,
    /// Its command, parsed as the shell does.
    pub command: Option<Arc<Command<'a>>>,
}

impl<'a> ReadSite<'a> {
    /// `known` are texts whose expressions are already scanned.
    fn of(
        workspace: &Workspace,
        site: Site<'a>,
        known: &HashMap<NodeId, &ScannedText<'a>>,
    ) -> Self {
        let text = |node: Node<'a>| match known.get(&node.id()) {
            Some(text) => Some((*text).clone()),
            None => ScannedText::new(node),
        };
        let read = |text| match workspace.is_for_one_analysis() {
            true => Command::of(text),
            false => Command::cached(workspace.cache(), text),
        };
        let command = match site.entry {
            EntryPoint::Command(node) => text(node).map(read),
            _ => None,
        };
        Self {
            site,
            command: command.map(Arc::new),
        }
    }
}

/// Returns the places in `document` that run something, parsed, in the order of the file.
#[must_use]
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
#[must_use]
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
#[must_use]
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
#[must_use]
pub fn runs_at<'a>(
    workspace: &Workspace,
    document: &Document,
    site: Site<'a>,
) -> Vec<ScriptRun<'a>> {
    let read = ReadSite::of(workspace, site, &HashMap::new());
    runs_of(workspace, document, &[read])
}

/// Returns `true` if `words` begin with a program that runs a script.
#[must_use]
pub fn starts_script(words: &[Word]) -> bool {
    program::start(words).is_some_and(|start| start.interpreter != Interpreter::Itself)
}

/// Returns the path of `name` in `folder`, where the root is the empty path.
fn child(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        path::inside(folder, name)
    }
}
