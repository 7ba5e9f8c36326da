//! What command lines set in place of a document: `az ml job create -f job.yml --set compute=c`.
//!
//! What must stay true: a value counts as set only where every command that sends the document sets
//! it. One command without it sends what the document says.

use std::sync::Arc;

use crate::az_ml::{Action, CommandLine, Setting};
use crate::document::Document;
use crate::path::{parent, relative};
use crate::syntax::Segment;
use crate::text::TextRange;
use crate::workspace::{NamedBy, Workspace};

/// What the command lines of other files do with a document.
pub(crate) struct SetElsewhere {
    /// The commands that send it.
    commands: Vec<NamedBy>,
    /// The files that speak of it, and may fill in its placeholders.
    speakers: Vec<Arc<Document>>,
}

/// Where a value is set.
pub(crate) struct SetBy {
    /// The script.
    pub(crate) script: Arc<Document>,
    /// The words that set it.
    pub(crate) range: TextRange,
}

impl SetElsewhere {
    pub(crate) fn new(workspace: &Workspace, document: &Document) -> Self {
        let speakers = workspace.mentioning_files(document.path());
        let mut commands = Vec::new();
        if !speakers.is_empty() {
            commands = workspace.commands_on(document.path());
        }
        let sends = |line: &CommandLine| line.action == Action::Send;
        commands.retain(|named| named.line().is_some_and(sends));
        Self { commands, speakers }
    }

    /// Whether no command sends the document.
    pub(crate) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Where every command replaces the value at `path`: the first place.
    pub(crate) fn replaces(&self, path: &[Segment]) -> Option<SetBy> {
        self.all(|line| line.sets(path))
    }

    /// Where every command sees to it that there is something at `path`: the first place.
    pub(crate) fn adds(&self, path: &[Segment]) -> Option<SetBy> {
        self.all(|line| line.adds(path))
    }

    /// Where every command sets what `find` finds, or may do so.
    fn all<'s>(&'s self, find: impl Fn(&'s CommandLine) -> Option<&'s Setting>) -> Option<SetBy> {
        let mut first = None;
        for named in &self.commands {
            let line = named.line()?;
            let range = match find(line) {
                Some(setting) => setting.range,
                None if line.sets_unknown => line.range,
                None => return None,
            };
            first.get_or_insert_with(|| SetBy {
                script: named.script.clone(),
                range,
            });
        }
        first
    }

    /// Whether a script that speaks of the document replaces `placeholder`.
    pub(crate) fn fills(&self, placeholder: &str) -> bool {
        self.speakers.iter().any(|script| {
            let lines = script.commands();
            lines.is_some_and(|lines| lines.fills(script.text(), placeholder))
        })
    }
}

impl SetBy {
    /// `ci/deploy.sh:12`, as seen from the file at `from`.
    pub(crate) fn shown(&self, from: &str) -> String {
        let script = self.script.path();
        let path = relative(parent(from), script).unwrap_or_else(|| script.to_owned());
        let line = self.script.lines().line_of(self.range.start) + 1;
        format!("{path}:{line}")
    }
}
