//! The lists of packages that a command installs before it runs a script: `pip install -r FILE`.

use super::script_run::ScriptRun;
use super::side_effects::{FolderChange, folder_change, may_make_files};
use crate::script::commands::missing_script::doubt;
use crate::script::upload::{CodeEntry, CodeFolder};
use crate::shell::{Separator, SimpleCommand, Word};
use crate::text::TextRange;
use crate::workspace::Workspace;

/// A list of packages that is not in the uploaded code.
pub(crate) struct MissingRequirements {
    /// The path as written.
    pub(crate) path: String,
    /// Its range in the document.
    pub(crate) range: TextRange,
    /// `true` if the script doesn't run without it: `&&` follows.
    pub(crate) stops: bool,
}

/// Returns the lists that the command of `run` installs before the script and that are missing.
pub(crate) fn missing_requirements(
    workspace: &Workspace,
    run: &ScriptRun<'_>,
) -> Vec<MissingRequirements> {
    let (Some(arguments), CodeFolder::Uploaded(upload)) = (&run.arguments, &*run.code) else {
        return Vec::new();
    };
    let command = &arguments.command;
    let mut found = Vec::new();
    for simple in &command.simple[..arguments.simple] {
        if folder_change(simple) != FolderChange::Stays {
            break;
        }
        for word in lists(simple) {
            let Some(path) = word.literal().filter(|path| is_plain(path)) else {
                continue;
            };
            if upload.find(workspace, path) == CodeEntry::Nothing
                && doubt(workspace, upload, path).is_none()
                && simple.after != Separator::Or
            {
                found.push(MissingRequirements {
                    path: path.to_owned(),
                    range: command.range(&word.range),
                    stops: simple.after == Separator::And,
                });
            }
        }
        if may_make_files(simple, command.text.text) {
            break;
        }
    }
    found
}

/// Returns the words of `pip install` after `-r`.
fn lists(simple: &SimpleCommand) -> Vec<&Word> {
    let words = simple.words.as_slice();
    let text = |at: usize| words.get(at).and_then(Word::literal).unwrap_or_default();
    let is_python = matches!(text(0), "python" | "python3") && text(1) == "-m";
    let first = if is_python { 2 } else { 0 };
    if !matches!(text(first), "pip" | "pip3") || text(first + 1) != "install" {
        return Vec::new();
    }
    let options = words.windows(2);
    let lists = options.filter(|pair| matches!(pair[0].literal(), Some("-r" | "--requirement")));
    lists.map(|pair| &pair[1]).collect()
}

/// Returns `true` for a path in the code.
fn is_plain(path: &str) -> bool {
    !path.starts_with(['/', '~', '-']) && !path.contains([':', '$', '{', '*'])
}
