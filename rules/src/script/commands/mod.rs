//! The programs that a document runs, each with its script, where that is known.
//!
//! Start at [`runs`]. `site` finds the places that run something, `code` what the client uploads for
//! them (`includes` what `additional_includes` adds), `commands` walks through the simple commands
//! of a `command`: `program` tells what one of them starts (`wrappers` before it, `interpreters` and
//! their options, `launchers` that start others), `effects` whether it may make files or changes the
//! folder. `script` says what the word of the script names.
//!
//! What must stay true: a script is called missing only where nothing that ran before, and nothing
//! that is not on this machine, can have brought it.

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
    /// Where it is written.
    pub site: Site<'a>,
    /// What runs the script.
    pub interpreter: Interpreter,
    /// The script.
    pub script: NamedScript,
    /// The words behind the script; `None` where there are none, or nobody can split them.
    pub arguments: Option<Arguments<'a>>,
    /// What is uploaded.
    pub code: Arc<CodeFolder>,
    /// Where it runs, relative to the code; `None` where that is not known.
    pub folder: Option<String>,
}

/// The words behind a script.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    /// The text that they are in.
    pub command: Arc<Command<'a>>,
    /// The index of the simple command.
    pub simple: usize,
    /// The index of the first word that is an argument.
    pub first: usize,
}

impl<'a> Arguments<'a> {
    /// The simple command.
    #[must_use]
    pub fn simple(&self) -> &SimpleCommand {
        &self.command.simple[self.simple]
    }

    /// The words.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.simple().words[self.first..]
    }
}

impl ScriptRun<'_> {
    /// The words behind the script.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        self.arguments.as_ref().map_or(&[], Arguments::words)
    }

    /// The full path of the script, where it is known.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match &self.script.place {
            ScriptPlace::File(full) => Some(full),
            _ => None,
        }
    }

    /// The folder that Python looks for modules in first, relative to the code: that of the script,
    /// or with `-m` the one it runs in.
    #[must_use]
    pub fn module_folder(&self) -> Option<&str> {
        let inside = self.script.inside.as_deref();
        if self.script.is_module {
            return self.folder.as_deref();
        }
        inside.map(path::parent)
    }
}

/// A place in a document that runs something, read.
#[derive(Clone, Debug)]
pub struct ReadSite<'a> {
    /// The place.
    pub site: Site<'a>,
    /// Its command, as the shell reads it.
    pub command: Option<Arc<Command<'a>>>,
}

impl<'a> ReadSite<'a> {
    /// `known` are texts whose expressions were looked for already.
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

/// The places in `document` that run something, read, in the order of the file.
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

/// The programs with scripts that `document` runs, in the order of the file. What a step takes from
/// a component file belongs to that file.
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

/// The programs with scripts that `sites` of `document` run.
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

/// The programs with scripts that `site` of `document` runs.
#[must_use]
pub fn runs_at<'a>(
    workspace: &Workspace,
    document: &Document,
    site: Site<'a>,
) -> Vec<ScriptRun<'a>> {
    let read = ReadSite::of(workspace, site, &HashMap::new());
    runs_of(workspace, document, &[read])
}

/// Whether a program begins with `words` that runs a script, by the name of the program.
#[must_use]
pub fn starts_script(words: &[Word]) -> bool {
    program::start(words).is_some_and(|start| start.interpreter != Interpreter::Itself)
}

/// The path of `name` in `folder`, where the top is empty.
fn child(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        path::inside(folder, name)
    }
}
