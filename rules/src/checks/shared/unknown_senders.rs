//! Commands that may send a document: the name of their file, or its folder, is known only when they run.

use std::sync::Arc;

use crate::az_ml::{CommandLine, FileWord};
use crate::checks::context::Context;
use crate::checks::shared::paths::repository::repository;
use crate::document::{Document, Kind};
use crate::path::{below, file_name};
use crate::syntax::Segment;

/// Maximum number of files with commands on unknown files that are read: longer lists were made by a program.
const MOST_SENDERS: usize = 50;

/// Returns `true` if a command adds a value at `path` of a file that may be the document: no command is known to send the
/// document, and one sends a file of its kind whose name, or whose folder, is known only when it runs.
pub(crate) fn may_be_added(cx: &Context<'_>, path: &[Segment]) -> bool {
    let set = cx.cli_overrides();
    let noun = cx.kind().and_then(Kind::noun);
    let Some(noun) = noun.filter(|_| set.senders().is_empty()) else {
        return false;
    };
    let name = file_name(cx.document.path());
    let adds = |script: &Arc<Document>| {
        runs(script, |line| {
            may_mean(line, name) && noun.ends_with(&line.noun) && line.adds(path).is_some()
        })
    };
    let top = repository(cx).top;
    let is_here = |script: &&Arc<Document>| below(&top, script.path()).is_some();
    let senders = cx.workspace.senders_of_unknown();
    let senders = senders.iter().filter(is_here).take(MOST_SENDERS);
    let mut scripts = set.speakers().iter().filter(is_here).chain(senders);
    scripts.any(adds)
}

/// Returns `true` if a command of the repository sends a file of `kind` whose name is known only when it runs.
pub(crate) fn may_send(cx: &Context<'_>, kind: Kind) -> bool {
    let top = repository(cx).top;
    let sends = |line: &CommandLine| {
        line.sends_unknown_file() && kind.noun().is_some_and(|noun| noun.ends_with(&line.noun))
    };
    let senders = cx.workspace.senders_of_unknown();
    let mut here = senders
        .iter()
        .filter(|script| below(&top, script.path()).is_some());
    here.any(|script| runs(script, sends))
}

/// Returns `true` if `script` runs a command that is `meant`.
fn runs(script: &Document, meant: impl Fn(&CommandLine) -> bool) -> bool {
    let lines = script.commands().into_iter();
    lines.flat_map(|lines| &lines.commands).any(meant)
}

/// Returns `true` if the command sends a file that may be one called `name`.
fn may_mean(line: &CommandLine, name: &str) -> bool {
    let file = line.file.as_ref().filter(|file| file.place.is_none());
    let is_called = |file: &FileWord| file.name.as_deref().is_none_or(|known| known == name);
    line.action.sends() && file.is_some_and(is_called)
}
