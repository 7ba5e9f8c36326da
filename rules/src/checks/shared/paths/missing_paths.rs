//! The judgement on a path that does not exist, for every rule that reports one.
//!
//! | the repository shows | judgement | level |
//! |---|---|---|
//! | a script, notebook, or workflow that names the path, or copies the document to another place; a submodule; a template | [`MissingPath::Made`] | none |
//! | a `.gitignore` that names it, or files below it, or a Markdown page that names it, where it is data or a model, and no path is close to it | [`MissingPath::Made`] | none |
//! | a `.gitignore` that names it | [`MissingPath::Ignored`] | hint |
//! | a path that exists, with a similar name or in a folder nearby | [`MissingPath::Misspelled`] | error |
//! | a Markdown page that names a missing folder in a folder of the reader | [`MissingPath::Described`] | hint |
//! | nothing, where it is data or a model | [`MissingPath::LeftOut`] | none |
//! | nothing, or an archived document | [`MissingPath::Unexplained`] | warning, in an example or archived info |
//!
//! Where the client accepts the document, a misspelled path is a warning, and the rest a hint.

use super::meant_paths::meant;
use super::mentions::{is_rendered, may_mean, page_with};
use super::repository::repository;
use super::written_path::WrittenPath;
use crate::az_ml::Mention;
use crate::checks::context::Context;
use crate::diagnostic::Diagnostic;
use crate::fix::{Edit, replace};
use crate::path::{below, file_name, inside, is_absolute_somewhere, parent, relative};
use crate::rule::Level;
use crate::script::commands::UnknownScript;
use crate::script::commands::missing_script::{has_ignored_files, submodule_or_generated};
use crate::syntax::Node;
use crate::workspace::OnDisk;

/// The judgement on a path that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MissingPath {
    /// It may exist when the document is sent: something makes it, or it is data or a model that Git leaves out.
    Made,
    /// `.gitignore` names it, so it may exist on the machine that sends the document.
    Ignored,
    /// This path exists and is probably meant, written as in the document.
    Misspelled(String),
    /// This page of the repository names the folder, which its reader may have.
    Described(String),
    /// It is data or a model, which repositories seldom contain.
    LeftOut,
    /// Nothing explains it; `true` if the document is an example, or archived.
    Unexplained(bool),
}

/// Names of folders with unused files, also as `archived_solution`.
const ARCHIVED: [&str; 6] = [
    "archive",
    "archived",
    "backup",
    "deprecated",
    "obsolete",
    "old",
];

/// Names of folders of examples, in the singular.
const EXAMPLES: [&str; 7] = [
    "demo", "doc", "example", "sample", "template", "test", "tutorial",
];

impl MissingPath {
    /// Judges `path`, which the document names.
    pub(crate) fn judge(cx: &Context<'_>, path: WrittenPath<'_>) -> Self {
        let style = cx.workspace.path_style();
        let place = repository(cx);
        let root = &*place.top;
        let full = style.join(path.folder, path.written);
        let is_archived = is_in(cx, root, &ARCHIVED);
        let unexplained = Self::Unexplained(is_archived || is_in(cx, root, &EXAMPLES));
        let full = full.filter(|full| below(root, full).is_some_and(|inside| !inside.is_empty()));
        let (false, Some(full)) = (is_absolute_somewhere(path.written), full) else {
            return unexplained;
        };
        let from = cx.document.path();
        let ignored = submodule_or_generated(cx.workspace, from, &full)
            .or_else(|| submodule_or_generated(cx.workspace, from, &inside(&full, "_")));
        if ignored == Some(UnknownScript::Submodule) || is_rendered(cx, &place) {
            return Self::Made;
        }
        let meant = meant(cx, root, &full, path);
        let is_made = is_made(cx, root, &full, meant.is_some());
        if is_made == Some(true) {
            return Self::Made;
        }
        // An archived file was moved, and its paths were left as they were.
        if meant.is_some() && (is_made.is_none() || is_archived) {
            return unexplained;
        }
        let is_data = path.leads_to.is_none();
        if ignored.is_some() || is_data && has_ignored_files(cx.workspace, from, &full) {
            // Git is no place for data and models: the one who sends the document has them. A pattern such as
            // `*.csv` doesn't explain a name that is close to that of a file.
            let is_left_out = is_data && meant.is_none();
            return if is_left_out {
                Self::Made
            } else {
                Self::Ignored
            };
        }
        if let Some(meant) = meant.and_then(|meant| written_as(path, &meant)) {
            return Self::Misspelled(meant);
        }
        if is_data && is_on_page(cx, root, &full) {
            return Self::Made;
        }
        let unexplained = if is_data { Self::LeftOut } else { unexplained };
        page_for_own_folder(cx, root, &full).map_or(unexplained, Self::Described)
    }

    /// Returns the level of the finding; `None` for silence. `refused` is `true` if the command or
    /// the run fails without the path.
    pub(crate) fn level(&self, refused: bool) -> Option<Level> {
        Some(match (self, refused) {
            (Self::Made | Self::LeftOut, _) => return None,
            (Self::Misspelled(_), true) => Level::Error,
            (Self::Misspelled(_), false) | (Self::Unexplained(false), true) => Level::Warning,
            (Self::Unexplained(true), true) => Level::Info,
            (Self::Unexplained(_) | Self::Ignored | Self::Described(_), _) => Level::Hint,
        })
    }

    /// Adds the note, the help, and the fix that belong to the judgement.
    pub(crate) fn explain(&self, diagnostic: &mut Diagnostic, node: Node<'_>) {
        if let Self::Misspelled(meant) = self {
            self.explain_with(diagnostic, Some(replace(node, meant)));
        } else {
            self.explain_with(diagnostic, None);
        }
    }

    /// As [`Self::explain`], with the edit that writes the path that is meant.
    pub(crate) fn explain_with(&self, diagnostic: &mut Diagnostic, edit: Option<Edit>) {
        match self {
            Self::Ignored => {
                diagnostic.note("`.gitignore` names it, so it may exist where the file is used");
            }
            Self::Described(page) => {
                diagnostic.note(format!(
                    "`{page}` names it, so it may exist where the file is used"
                ));
            }
            Self::Misspelled(meant) => {
                diagnostic.help(format!("did you mean `{meant}`?"));
                if let Some(edit) = edit {
                    diagnostic.unsafe_fix(format!("write `{meant}`"), edit);
                }
            }
            Self::Made | Self::LeftOut | Self::Unexplained(_) => {}
        }
    }
}

/// Returns `true` if the name of a folder with the document has one of `names`, also in the plural.
fn is_in(cx: &Context<'_>, root: &str, names: &[&str]) -> bool {
    let path = below(root, parent(cx.document.path())).unwrap_or_default();
    let mut words = path.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| {
        let word = word.to_ascii_lowercase();
        names.contains(&word.strip_suffix('s').unwrap_or(&word))
    })
}

/// Returns `true` if a script names the missing path or a missing folder with it, `None` if the
/// scripts are unknown. If another path is probably meant, a script that writes only the name may
/// mean that one, too.
fn is_made(cx: &Context<'_>, root: &str, full: &str, has_other: bool) -> Option<bool> {
    let from = cx.document.path();
    let mut at = full;
    while at.len() > root.len() && cx.workspace.on_disk("", at) == Some(OnDisk::Nothing) {
        let path = below(root, at)?;
        let found = cx.workspace.mentions(from, root, file_name(at))?;
        let is_same_name = has_other && !file_name(at).contains('.');
        let means = |mention: &Mention| {
            !mention.is_in_page()
                && match is_same_name {
                    true => mention.may_mean(path, |_| false),
                    false => may_mean(mention, path),
                }
        };
        let tracked = format!("{at}.dvc");
        if found.iter().any(means) || cx.workspace.on_disk("", &tracked) == Some(OnDisk::File) {
            return Some(true);
        }
        at = parent(at);
    }
    Some(false)
}

/// Ends of archives, which are unpacked to a folder of the same name.
const ARCHIVES: [&str; 2] = [".zip", ".tar.gz"];

/// Returns `true` if a Markdown page names the missing file, or the archive of the missing folder. A folder
/// itself is no proof: pages list those of the repository, and their names are words.
fn is_on_page(cx: &Context<'_>, root: &str, full: &str) -> bool {
    let name = file_name(full);
    if name.contains('.') {
        let path = below(root, full).unwrap_or_default();
        return page_with(cx, root, name, |mention| may_mean(mention, path)).is_some();
    }
    let mut archives = ARCHIVES.iter().map(|end| format!("{name}{end}"));
    archives.any(|archive| page_with(cx, root, &archive, |_| true).is_some())
}

/// Returns a Markdown page that asks the reader to fill the missing folder of a file, below a folder
/// of their own: `{your-folder}/env`.
fn page_for_own_folder(cx: &Context<'_>, root: &str, full: &str) -> Option<String> {
    let missing = parent(full);
    let path = below(root, missing).filter(|path| !path.is_empty())?;
    if cx.workspace.on_disk("", missing) != Some(OnDisk::Nothing) {
        return None;
    }
    page_with(cx, root, file_name(path), |mention| {
        let folder = mention.path.strip_suffix(path);
        let own = folder.and_then(|it| it.strip_suffix('/'));
        own.is_some_and(|own| own.contains(['{', '$']) && !own.contains('/'))
    })
}

/// Returns the full path as the document would write it.
fn written_as(path: WrittenPath<'_>, full: &str) -> Option<String> {
    let relative = relative(path.folder, full)?;
    let has_dot =
        path.written.starts_with("./") && ![".", ".."].contains(&relative.split('/').next()?);
    let end = if path.written.ends_with('/') { "/" } else { "" };
    Some(format!(
        "{}{relative}{end}",
        if has_dot { "./" } else { "" }
    ))
}
