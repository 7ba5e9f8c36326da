//! The script that a word names.

use std::sync::Arc;

use super::interpreters::Interpreter;
use super::missing_script::{child, doubt};
use super::program::Start;
use super::unknown_script::UnknownScript;
use crate::expression::text_range;
use crate::path::{self, PathStyle};
use crate::script::Command;
use crate::script::python::{Import, Module, imports};
use crate::script::upload::ignored_uploads::left_out_by;
use crate::script::upload::{CodeEntry, CodeFolder};
use crate::shell::{Separator, Word};
use crate::syntax::{Node, is_template, known_text};
use crate::text::TextRange;
use crate::workspace::{OnDisk, Workspace};

/// A script as a document names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedScript {
    /// The text that the interpreter gets; empty if it is unknown.
    pub text: String,
    /// Its range in the document.
    pub range: TextRange,
    /// The index of its word in the simple command.
    pub word: Option<usize>,
    /// `true` if `text` is the name of a module: `python -m package.module`.
    pub is_module: bool,
    /// Its path relative to the code, if it is known.
    pub inside: Option<String>,
    /// The target of the name.
    pub place: ScriptPlace,
}

/// The target of the name of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptPlace {
    /// The file at a full path.
    File(String),
    /// A file at a full path, which isn't uploaded because of an ignore file of this name.
    LeftOut(String, &'static str),
    /// A module that is not in the code: a package of the environment.
    Installed,
    /// No uploaded file.
    Missing,
    /// No file, since there is no code.
    WithoutCode,
    /// Unknown, for this reason.
    Unknown(UnknownScript),
}

/// The effects of the commands before a program.
pub(crate) struct PriorCommands {
    /// The working folder, relative to the code; `None` if it is unknown.
    pub(crate) folder: Option<String>,
    /// `true` if a command before may have created the script.
    pub(crate) may_have_made_files: bool,
    /// The full paths of the Python scripts that ran before.
    pub(crate) scripts: Vec<String>,
}

/// Words of Python scripts that may create others.
const CREATES: [&str; 12] = [
    ".py",
    "clone",
    "copy",
    "download",
    "exec(",
    "extract",
    "popen",
    "shutil",
    "subprocess",
    "system(",
    "unpack",
    "write_text",
];

impl PriorCommands {
    /// Returns `true` if a command before may have created the script, as far as its text shows.
    fn may_have_made(&self, workspace: &Workspace, code: &CodeFolder, name: &str) -> bool {
        let CodeFolder::Uploaded(upload) = code else {
            return self.may_have_made_files;
        };
        let creates = |path: &String| {
            let Some(text) = workspace.text_at(&upload.from, path) else {
                return true;
            };
            let module = Module::cached(workspace.cache(), &text);
            let imports_own = |module: Arc<Module>| {
                let mut found = imports(&module).into_iter();
                found.any(|import| is_own(workspace, path, &import))
            };
            text.contains(name)
                || CREATES.iter().any(|word| text.contains(word))
                || module.is_none_or(imports_own)
        };
        self.may_have_made_files || self.scripts.iter().any(creates)
    }
}

/// Returns `true` if `import` leads to a file or folder beside the script.
fn is_own(workspace: &Workspace, script: &str, import: &Import) -> bool {
    let folder = path::parent(script);
    let module = import.module.split('.').next().unwrap_or_default();
    let is_there =
        |name: &str| workspace.on_disk("", &child(folder, name)) != Some(OnDisk::Nothing);
    import.level > 0 || is_there(module) || is_there(&format!("{module}.py"))
}

/// Resolves the script that a key names.
pub(crate) fn script_of_key(
    workspace: &Workspace,
    code: &CodeFolder,
    node: Node<'_>,
    interpreter: Interpreter,
) -> Option<NamedScript> {
    let written = node.text()?;
    let path = known_text(node).map_or(Err(UnknownScript::Expression), path_of);
    let path = path.and_then(|path| {
        PathStyle::Unix
            .clean(path)
            .ok_or(UnknownScript::OutsideOfCode)
    });
    // The runner of parallel jobs imports the script: it also takes the name of a module.
    let is_module = interpreter == Interpreter::Parallel
        && written.contains('.')
        && !written.ends_with(".py")
        && written.split('.').all(is_identifier);
    let (inside, place) = match path {
        Ok(path) if is_module => module(workspace, code, "", &path),
        Ok(path) => {
            let place = place(workspace, code, &path, Interpreter::Python);
            (Some(path), place)
        }
        Err(reason) => (None, ScriptPlace::Unknown(reason)),
    };
    Some(NamedScript {
        text: written.to_owned(),
        range: text_range(node),
        word: None,
        is_module,
        inside,
        place,
    })
}

/// Resolves the script of the simple command at `simple`.
pub(crate) fn script_of_word(
    workspace: &Workspace,
    code: &CodeFolder,
    before: &PriorCommands,
    command: &Command<'_>,
    simple: usize,
    start: Start,
) -> NamedScript {
    let after = command.simple[simple].after;
    let word = &command.simple[simple].words[start.script];
    let mut script = NamedScript {
        text: word.literal().unwrap_or_default().to_owned(),
        range: command.range(&word.range),
        word: Some(start.script),
        is_module: start.is_module,
        inside: None,
        place: ScriptPlace::Unknown(UnknownScript::WorkingFolder),
    };
    let folder = before.folder.as_deref().ok_or(UnknownScript::WorkingFolder);
    let named = named(command, word).and_then(|text| Ok((folder?, text)));
    let found = match named {
        Ok((folder, text)) if start.is_module => module(workspace, code, folder, text),
        Ok((folder, text)) => file(workspace, code, folder, text, start.interpreter),
        Err(reason) => (None, ScriptPlace::Unknown(reason)),
    };
    (script.inside, script.place) = found;
    let is_absent = matches!(
        script.place,
        ScriptPlace::Missing | ScriptPlace::WithoutCode
    );
    let name = path::file_name(&script.text).trim_end_matches(".py");
    let is_named_before = || {
        let earlier = &command.text.text[..word.range.start];
        !before.scripts.is_empty() && earlier.contains(name)
    };
    if is_absent && (before.may_have_made(workspace, code, name) || is_named_before()) {
        script.place = ScriptPlace::Unknown(UnknownScript::MadeBefore);
    } else if is_absent && after == Separator::Or {
        script.place = ScriptPlace::Unknown(UnknownScript::Alternative);
    }
    script
}

/// Returns the text of a word, if it is known to be a path or the name of a module.
fn named<'w>(command: &Command<'_>, word: &'w Word) -> Result<&'w str, UnknownScript> {
    if word.expressions().next().is_some()
        || word.group.is_some()
        || !command.text.scan.mistakes_in(&word.range).is_empty()
    {
        return Err(UnknownScript::Expression);
    }
    path_of(word.literal().ok_or(UnknownScript::Expansion)?)
}

fn path_of(text: &str) -> Result<&str, UnknownScript> {
    let is_odd = |c: char| c.is_control() || "\\*?[]{}<>|\"'`$%:,;()".contains(c);
    if text.is_empty() || text.contains(is_odd) || is_template(text) {
        return Err(UnknownScript::NotAPath);
    }
    if text.starts_with(['/', '~']) {
        return Err(UnknownScript::OutsideOfCode);
    }
    Ok(text)
}

fn file(
    workspace: &Workspace,
    code: &CodeFolder,
    folder: &str,
    text: &str,
    interpreter: Interpreter,
) -> (Option<String>, ScriptPlace) {
    let Some(path) = PathStyle::Unix.join(folder, text) else {
        return (None, ScriptPlace::Unknown(UnknownScript::OutsideOfCode));
    };
    let mut place = place(workspace, code, &path, interpreter);
    let is_bare = !text.contains(['/', '.']) && interpreter == Interpreter::Shell;
    if is_bare && matches!(place, ScriptPlace::Missing | ScriptPlace::WithoutCode) {
        place = ScriptPlace::Unknown(UnknownScript::SearchPath);
    }
    (Some(path), place)
}

/// Returns the file at `path`, relative to the code.
fn place(
    workspace: &Workspace,
    code: &CodeFolder,
    path: &str,
    interpreter: Interpreter,
) -> ScriptPlace {
    let upload = match code {
        CodeFolder::Uploaded(upload) => upload,
        CodeFolder::Nothing => return ScriptPlace::WithoutCode,
        CodeFolder::Unknown(reason) => return ScriptPlace::Unknown(*reason),
    };
    match upload.find(workspace, path) {
        CodeEntry::File(full) => match left_out_by(workspace, upload, &full) {
            Some(name) => ScriptPlace::LeftOut(full, name),
            None => ScriptPlace::File(full),
        },
        CodeEntry::Folder(_) if interpreter == Interpreter::Python => {
            match upload.find(workspace, &path::inside(path, "__main__.py")) {
                CodeEntry::File(full) => ScriptPlace::File(full),
                _ => ScriptPlace::Unknown(UnknownScript::Folder),
            }
        }
        CodeEntry::Folder(_) => ScriptPlace::Unknown(UnknownScript::Folder),
        CodeEntry::Nothing => {
            doubt(workspace, upload, path).map_or(ScriptPlace::Missing, ScriptPlace::Unknown)
        }
        CodeEntry::Unknown => ScriptPlace::Unknown(UnknownScript::NotSeen),
    }
}

/// Resolves `python -m text` in `folder`: a file of the code, if its top package is there.
fn module(
    workspace: &Workspace,
    code: &CodeFolder,
    folder: &str,
    text: &str,
) -> (Option<String>, ScriptPlace) {
    if !text.split('.').all(is_identifier) {
        return (None, ScriptPlace::Unknown(UnknownScript::NotAPath));
    }
    let upload = match code {
        CodeFolder::Uploaded(upload) => upload,
        CodeFolder::Nothing => return (None, ScriptPlace::Installed),
        CodeFolder::Unknown(reason) => return (None, ScriptPlace::Unknown(*reason)),
    };
    let path = child(folder, &text.replace('.', "/"));
    for candidate in [format!("{path}.py"), format!("{path}/__main__.py")] {
        match upload.find(workspace, &candidate) {
            CodeEntry::File(full) => return (Some(candidate), ScriptPlace::File(full)),
            CodeEntry::Unknown => return (None, ScriptPlace::Unknown(UnknownScript::NotSeen)),
            _ => {}
        }
    }
    // A folder without it may have the name of an installed package by chance.
    let top = child(folder, text.split('.').next().unwrap_or(text));
    match upload.find(workspace, &path::inside(&top, "__init__.py")) {
        CodeEntry::File(_) => {
            let missing =
                doubt(workspace, upload, &path).map_or(ScriptPlace::Missing, ScriptPlace::Unknown);
            (Some(path), missing)
        }
        _ => (None, ScriptPlace::Installed),
    }
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}
