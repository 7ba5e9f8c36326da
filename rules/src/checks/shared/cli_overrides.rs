//! Values that command lines set in place of those of a document:
//! `az ml job create -f job.yml --set compute=c`.
//!
//! Invariant: a value counts as set only if every command that sends the document sets it. A
//! command that doesn't set it sends the value of the document.

use std::sync::Arc;

use crate::az_ml::{CommandLine, Setting};
use crate::document::Document;
use crate::path::{file_name, parent, relative};
use crate::syntax::{Node, Segment};
use crate::text::TextRange;
use crate::workspace::{NamedBy, Workspace};

/// The command lines in other files that send a document or fill in its placeholders.
pub(crate) struct CliOverrides {
    /// The commands that send the document.
    commands: Vec<NamedBy>,
    /// The files that mention the document and may fill in its placeholders.
    speakers: Vec<Arc<Document>>,
}

/// The place where a command line sets a value.
pub(crate) struct SetBy {
    /// The script that contains the command line.
    pub(crate) script: Arc<Document>,
    /// The words that set the value.
    pub(crate) range: TextRange,
    /// `false` if the values that the command sets are only known when it runs.
    pub(crate) is_certain: bool,
}

impl CliOverrides {
    pub(crate) fn new(workspace: &Workspace, document: &Document) -> Self {
        let speakers = workspace.mentioning_files(document.path());
        let mut commands = Vec::new();
        if !speakers.is_empty() {
            commands = workspace.commands_on(document.path());
        }
        commands.retain(|named| named.line().is_some_and(|line| line.action.sends()));
        Self { commands, speakers }
    }

    /// Returns `true` if no file mentions the document.
    pub(crate) fn is_empty(&self) -> bool {
        self.speakers.is_empty()
    }

    /// Returns the command lines that send the document.
    pub(crate) fn senders(&self) -> &[NamedBy] {
        &self.commands
    }

    /// Returns the files that mention the document.
    pub(crate) fn speakers(&self) -> &[Arc<Document>] {
        &self.speakers
    }

    /// Returns the first place that replaces the value at `path`, if every command replaces it.
    pub(crate) fn replaces(&self, path: &[Segment]) -> Option<SetBy> {
        self.all(|line| line.sets(path))
    }

    /// Returns `true` if no command is known to send the document, and one sets the value at `path`
    /// of a file with its name in a folder that is not known.
    pub(crate) fn may_replace(&self, document: &Document, path: &[Segment]) -> bool {
        let name = file_name(document.path());
        let scripts = self.speakers.iter().filter_map(|script| script.commands());
        let mut lines = scripts.flat_map(|lines| &lines.commands);
        self.commands.is_empty()
            && lines.any(|line| {
                let file = line.file.as_ref().and_then(|file| file.name.as_deref());
                line.action.sends() && file == Some(name) && line.sets(path).is_some()
            })
    }

    /// Returns the first place that adds a value at `path`, if every command makes sure that there is one.
    pub(crate) fn adds(&self, path: &[Segment]) -> Option<SetBy> {
        self.all(|line| line.adds(path))
    }

    /// Returns the first setting that `find` matches, if every command has one, or sets unknown values.
    fn all<'s>(&'s self, find: impl Fn(&'s CommandLine) -> Option<&'s Setting>) -> Option<SetBy> {
        let mut first = None;
        for named in &self.commands {
            let line = named.line()?;
            let (range, is_certain) = match find(line) {
                Some(setting) => (setting.range, true),
                None if line.sets_unknown => (line.range, false),
                None => return None,
            };
            first.get_or_insert_with(|| SetBy {
                script: named.script.clone(),
                range,
                is_certain,
            });
        }
        first
    }

    /// Returns `true` if a script that mentions the document replaces `placeholder`.
    pub(crate) fn fills(&self, placeholder: &str) -> bool {
        self.speakers.iter().any(|script| {
            let lines = script.commands();
            lines.is_some_and(|lines| lines.fills(script.text(), placeholder))
        })
    }

    /// Returns `true` if a script replaces the text of `node` in the file of `document`, found by its key.
    pub(crate) fn rewrites(&self, document: &Document, node: Node<'_>) -> bool {
        let file = file_name(document.path());
        let (Some(key), Some(value)) = (node.key().and_then(Node::text), node.text()) else {
            return false;
        };
        self.speakers.iter().any(|script| {
            let lines = script.commands();
            lines.is_some_and(|lines| lines.rewrites(script.text(), file, key, value))
        })
    }
}

impl SetBy {
    /// Formats the place as `ci/deploy.sh:12`, relative to the file at `from`.
    pub(crate) fn shown(&self, from: &str) -> String {
        let script = self.script.path();
        let path = relative(parent(from), script).unwrap_or_else(|| script.to_owned());
        let line = self.script.lines().line_of(self.range.start) + 1;
        format!("{path}:{line}")
    }
}
