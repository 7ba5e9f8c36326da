//! A program that a document runs with a script, and the place that runs it.

use std::sync::Arc;

use foldhash::HashMap;

use super::entry_point::{EntryPoint, Site};
use super::interpreters::Interpreter;
use super::script::{NamedScript, ScriptPlace};
use crate::expression::ScannedText;
use crate::path;
use crate::script::Command;
use crate::script::upload::CodeFolder;
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
    pub fn simple(&self) -> &SimpleCommand {
        &self.command.simple[self.simple]
    }

    /// Returns the words.
    pub fn words(&self) -> &[Word] {
        &self.simple().words[self.first..]
    }
}

impl ScriptRun<'_> {
    /// Returns the words after the script.
    pub fn words(&self) -> &[Word] {
        self.arguments.as_ref().map_or(&[], Arguments::words)
    }

    /// Returns the full path of the script, if it is known.
    pub fn file(&self) -> Option<&str> {
        match &self.script.place {
            ScriptPlace::File(full) => Some(full),
            _ => None,
        }
    }

    /// Returns the first folder in which Python looks for modules, relative to the code: that of
    /// the script, or with `-m` the working folder.
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
    pub(super) fn of(
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
