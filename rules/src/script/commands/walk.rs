//! Walks through the simple commands of a `command`, as far as it is known that they run.

use std::sync::Arc;

use super::entry_point::{EntryPoint, Site};
use super::interpreters::Interpreter;
use super::program::{Start, start};
use super::script::{NamedScript, PriorCommands, ScriptPlace, script_of_key, script_of_word};
use super::script_run::{Arguments, ReadSite, ScriptRun};
use super::side_effects::{FolderChange, folder_change, may_make_files, shell_makes_files};
use crate::path::PathStyle;
use crate::query::Query;
use crate::script::Command;
use crate::script::upload::code::WrittenCode;
use crate::script::upload::{CodeEntry, CodeFolder};
use crate::shell::{Separator, SimpleCommand};
use crate::syntax::Node;
use crate::workspace::Workspace;

/// Returns the programs that `read` runs.
pub(crate) fn runs_of<'a>(
    workspace: &Workspace,
    from: &str,
    read: &ReadSite<'a>,
) -> Vec<ScriptRun<'a>> {
    let site = read.site;
    let of_key = |interpreter, script, arguments| {
        let run = of_key(workspace, from, site, interpreter, script, arguments);
        run.into_iter().collect()
    };
    match site.entry {
        EntryPoint::Command(_) => match &read.command {
            Some(command) if is_readable(command) => of_command(workspace, from, site, command),
            _ => Vec::new(),
        },
        EntryPoint::Spark(script, arguments) => of_key(Interpreter::Spark, script, arguments),
        EntryPoint::Parallel(script, arguments) => of_key(Interpreter::Parallel, script, arguments),
        EntryPoint::Scoring(script) => of_key(Interpreter::Scoring, script, None),
    }
}

/// Returns `true` if it is known which of its simple commands run.
fn is_readable(command: &Command<'_>) -> bool {
    !command.is_compound && command.unclosed.is_none() && !command.is_template
}

/// Reads a key that names a script, with its arguments in another key.
fn of_key<'a>(
    workspace: &Workspace,
    from: &str,
    site: Site<'a>,
    interpreter: Interpreter,
    script: Node<'a>,
    arguments: Option<Node<'a>>,
) -> Option<ScriptRun<'a>> {
    let code = Arc::new(CodeFolder::of(workspace, from, &site));
    let command = arguments.and_then(Command::read);
    let command = command.filter(|it| is_readable(it) && it.simple.len() == 1);
    Some(ScriptRun {
        site,
        interpreter,
        script: script_of_key(workspace, &code, script, interpreter)?,
        arguments: command.map(|command| Arguments {
            command: Arc::new(command),
            simple: 0,
            first: 0,
        }),
        code,
        folder: Some(String::new()),
    })
}

/// The programs that commands start, by the place of the command.
struct StartedPrograms;

impl Query for StartedPrograms {
    type Key = CommandPlace;
    type Value = Arc<StartedProgram>;
    /// In bytes.
    const CAPACITY: usize = 4 << 20;
}

/// Size of the programs of a command besides its text, in bytes.
const SIZE: usize = 2 << 10;

/// The place of a command: one that is being typed replaces the one before.
#[derive(PartialEq, Eq, Hash)]
struct CommandPlace {
    /// The path of the document.
    from: Box<str>,
    /// The keys down to its mapping.
    way: String,
}

impl CommandPlace {
    fn of(from: &str, site: &Site<'_>) -> Self {
        let mut way = String::new();
        let mut node = Some(site.node);
        while let Some(inner) = node {
            way.push('/');
            way.push_str(inner.key().and_then(Node::text).unwrap_or_default());
            node = inner.parent();
        }
        Self {
            from: from.into(),
            way,
        }
    }
}

/// A command and its code, as written in a document.
#[derive(PartialEq, Eq)]
struct WrittenCommand {
    code: WrittenCode,
    command: Box<str>,
}

/// The programs that a command starts.
struct StartedProgram {
    written: WrittenCommand,
    code: Arc<CodeFolder>,
    programs: Vec<Invocation>,
}

/// A program that a command starts with a script.
struct Invocation {
    /// The index of the simple command.
    simple: usize,
    interpreter: Interpreter,
    /// The script, without its range in the document.
    script: NamedScript,
    /// The index of the first argument; `None` if the launcher adds others.
    arguments: Option<usize>,
    /// The working folder, relative to the code.
    folder: Option<String>,
}

fn of_command<'a>(
    workspace: &Workspace,
    from: &str,
    site: Site<'a>,
    command: &Arc<Command<'a>>,
) -> Vec<ScriptRun<'a>> {
    let code = WrittenCode::of(&site);
    let text: &str = command.text.text;
    let is_current =
        |known: &Arc<StartedProgram>| &*known.written.command == text && known.written.code == code;
    let start = |workspace: &Workspace| {
        let written = WrittenCommand {
            code: WrittenCode::of(&site),
            command: text.into(),
        };
        Arc::new(started(workspace, from, written, command))
    };
    let started = if workspace.is_for_one_analysis() {
        start(workspace)
    } else {
        let (place, size) = (CommandPlace::of(from, &site), SIZE + text.len());
        workspace.query_where::<StartedPrograms>(place, is_current, |workspace, _| {
            (start(workspace), size)
        })
    };
    let programs = started.programs.iter();
    let run = |program: &Invocation| {
        let word = program.script.word;
        let word = word.map(|word| &command.simple[program.simple].words[word]);
        let mut script = program.script.clone();
        script.range = word.map_or(script.range, |word| command.range(&word.range));
        ScriptRun {
            site,
            interpreter: program.interpreter,
            script,
            arguments: program.arguments.map(|first| Arguments {
                command: command.clone(),
                simple: program.simple,
                first,
            }),
            code: started.code.clone(),
            folder: program.folder.clone(),
        }
    };
    programs.map(run).collect()
}

/// Finds the programs that `command` starts in the document at `from`; its text is in `written`.
fn started(
    workspace: &Workspace,
    from: &str,
    written: WrittenCommand,
    command: &Command<'_>,
) -> StartedProgram {
    let starts = command.simple.iter().map(|it| start(&it.words));
    let starts: Vec<Option<Start>> = starts.collect();
    if starts.iter().all(Option::is_none) {
        return StartedProgram {
            written,
            code: Arc::new(CodeFolder::Nothing),
            programs: Vec::new(),
        };
    }
    let code = written.code.find(workspace, from);
    let mut before = PriorCommands {
        folder: Some(String::new()),
        may_have_made_files: false,
        scripts: Vec::new(),
    };
    let mut programs = Vec::new();
    for (index, (simple, start)) in command.simple.iter().zip(starts).enumerate() {
        if let Some(start) = start {
            programs.push(Invocation {
                simple: index,
                interpreter: start.interpreter,
                script: script_of_word(workspace, &code, &before, command, index, start),
                arguments: (!start.adds_arguments).then_some(start.arguments),
                folder: before.folder.clone(),
            });
        }
        match script_that_ran(&programs, index) {
            Some(script) if !shell_makes_files(simple, command.text.text) => {
                before.scripts.push(script.to_owned());
            }
            _ => before.may_have_made_files |= may_make_files(simple, command.text.text),
        }
        before.folder = folder_after(workspace, &code, before.folder, simple);
    }
    StartedProgram {
        written,
        code: Arc::new(code),
        programs,
    }
}

/// Returns the full path of the Python script that the simple command at `index` runs.
fn script_that_ran(programs: &[Invocation], index: usize) -> Option<&str> {
    let last = programs.last().filter(|program| program.simple == index)?;
    match &last.script.place {
        ScriptPlace::File(full) if last.interpreter == Interpreter::Python => Some(full),
        _ => None,
    }
}

/// Returns the working folder after `simple`, which runs in `folder`.
fn folder_after(
    workspace: &Workspace,
    code: &CodeFolder,
    folder: Option<String>,
    simple: &SimpleCommand,
) -> Option<String> {
    let to = match folder_change(simple) {
        FolderChange::Stays => return folder,
        FolderChange::Unknown => return None,
        FolderChange::To(to) => to,
    };
    // In a pipe or in the background, the working folder of the shell itself doesn't change.
    let goes = !matches!(
        simple.after,
        Separator::Pipe | Separator::Background | Separator::Or
    );
    let to = PathStyle::Unix.join(&folder?, to).filter(|_| goes)?;
    match code.find(workspace, &to) {
        CodeEntry::Folder(_) => Some(to),
        _ => None,
    }
}
