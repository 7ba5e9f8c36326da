//! Walks through the simple commands of a `command`, as far as it is known which of them run.

use std::sync::Arc;

use super::effects::{FolderChange, folder_change, may_make_files};
use super::interpreters::Interpreter;
use super::program::{Start, start};
use super::script::{Before, script_of_key, script_of_word};
use super::site::{Entry, Site};
use super::{Arguments, Code, Found, Run};
use crate::path::PathStyle;
use crate::script::shell::{Command, Separator, SimpleCommand};
use crate::syntax::Node;
use crate::workspace::Workspace;

/// The programs that `site` runs.
pub(super) fn runs_of<'a>(workspace: &Workspace, from: &str, site: Site<'a>) -> Vec<Run<'a>> {
    let of_key = |interpreter, script, arguments| {
        let run = of_key(workspace, from, site, interpreter, script, arguments);
        run.into_iter().collect()
    };
    match site.entry {
        Entry::Command(node) => match Command::read(node) {
            Some(command) if is_readable(&command) => of_command(workspace, from, site, command),
            _ => Vec::new(),
        },
        Entry::Spark(script, arguments) => of_key(Interpreter::Spark, script, arguments),
        Entry::Parallel(script, arguments) => of_key(Interpreter::Parallel, script, arguments),
        Entry::Scoring(script) => of_key(Interpreter::Scoring, script, None),
    }
}

/// Whether it is known which of its simple commands run.
fn is_readable(command: &Command<'_>) -> bool {
    !command.is_compound && command.unclosed.is_none() && !command.is_template()
}

/// A key that names a script, perhaps with arguments in another.
fn of_key<'a>(
    workspace: &Workspace,
    from: &str,
    site: Site<'a>,
    interpreter: Interpreter,
    script: Node<'a>,
    arguments: Option<Node<'a>>,
) -> Option<Run<'a>> {
    let code = Arc::new(Code::of(workspace, from, &site));
    let command = arguments.and_then(Command::read);
    let command = command.filter(|it| is_readable(it) && it.simple.len() == 1);
    Some(Run {
        site,
        interpreter,
        script: script_of_key(workspace, &code, script)?,
        arguments: command.map(|command| Arguments {
            command: Arc::new(command),
            simple: 0,
            first: 0,
        }),
        code,
        folder: Some(String::new()),
    })
}

fn of_command<'a>(
    workspace: &Workspace,
    from: &str,
    site: Site<'a>,
    command: Command<'a>,
) -> Vec<Run<'a>> {
    let started: Vec<Option<Start>> = command.simple.iter().map(|it| start(&it.words)).collect();
    if started.iter().all(Option::is_none) {
        return Vec::new();
    }
    let command = Arc::new(command);
    let code = Arc::new(Code::of(workspace, from, &site));
    let mut before = Before {
        folder: Some(String::new()),
        may_have_made_files: false,
    };
    let mut runs = Vec::new();
    for (index, (simple, start)) in command.simple.iter().zip(started).enumerate() {
        if let Some(start) = start {
            runs.push(Run {
                site,
                interpreter: start.interpreter,
                script: script_of_word(workspace, &code, &before, &command, index, start),
                arguments: (!start.adds_arguments).then(|| Arguments {
                    command: command.clone(),
                    simple: index,
                    first: start.arguments,
                }),
                code: code.clone(),
                folder: before.folder.clone(),
            });
        }
        before.may_have_made_files |= may_make_files(simple, command.text.text);
        before.folder = folder_after(workspace, &code, before.folder, simple);
    }
    runs
}

/// The folder after `simple`, which runs in `folder`.
fn folder_after(
    workspace: &Workspace,
    code: &Code,
    folder: Option<String>,
    simple: &SimpleCommand,
) -> Option<String> {
    let to = match folder_change(simple) {
        FolderChange::Stays => return folder,
        FolderChange::Unknown => return None,
        FolderChange::To(to) => to,
    };
    // In a pipe or in the background, the shell itself stays where it is.
    let goes = !matches!(
        simple.after,
        Separator::Pipe | Separator::Background | Separator::Or
    );
    let to = PathStyle::Unix.join(&folder?, to).filter(|_| goes)?;
    match code.find(workspace, &to) {
        Found::Folder(_) => Some(to),
        _ => None,
    }
}
