//! Renaming of files and folders: updates every path in a document so that it still leads
//! to its target.
//!
//! [`named`] finds the paths in a document, [`edits`] changes those that a move affects,
//! [`spelling`] keeps their style, and [`includes`] edits `.additional_includes`. The disk is not
//! consulted about the moved files, so it does not matter if the move has happened already. A path
//! is changed only if it would lead to another file afterwards; one that can't be written relative
//! to its folder any more (a script outside the code) stays, and gets a finding.

mod includes;
mod named;
mod spelling;

use std::borrow::Cow;

use azml_rules::fix::Edit;
use azml_rules::path::{PathStyle, below, inside, is_absolute_somewhere, parent, relative};
use azml_rules::workspace::OnDisk;

use crate::Site;
pub use includes::{edits_of_includes, includes_beside};
pub use named::{Base, NamedPath, named_paths};
use spelling::{like, written};

/// A file or folder that moves, as document keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The old path.
    pub from: String,
    /// The new path.
    pub to: String,
}

/// Returns `path` after `moves`.
pub fn moved<'p>(moves: &[Move], path: &'p str) -> Cow<'p, str> {
    for one in moves {
        match below(&one.from, path) {
            Some("") => return Cow::Owned(one.to.clone()),
            Some(rest) => return Cow::Owned(inside(&one.to, rest)),
            None => {}
        }
    }
    Cow::Borrowed(path)
}

/// Returns the edits of the document, as it was before `moves`, that keep its paths valid.
pub fn edits(site: &Site<'_>, moves: &[Move]) -> Vec<Edit> {
    if !may_be_affected(site, moves) {
        return Vec::new();
    }
    let paths = named_paths(site);
    let mut edits: Vec<Edit> = paths
        .iter()
        .filter_map(|path| edit(site, moves, path))
        .collect();
    edits.sort_by_key(|edit| edit.range);
    // A value that an alias shares is found once for each place.
    edits.dedup_by_key(|edit| edit.range);
    edits
}

/// Returns `true` if the document itself moves, or contains the name of a moved file.
fn may_be_affected(site: &Site<'_>, moves: &[Move]) -> bool {
    let document = site.document;
    moves.iter().any(|one| {
        let name = azml_rules::path::file_name(&one.from);
        below(&one.from, document.path()).is_some() || document.text().contains(name)
    })
}

fn edit(site: &Site<'_>, moves: &[Move], path: &NamedPath) -> Option<Edit> {
    let (style, document) = (site.workspace.path_style(), site.document.path());
    let target = path.target(site)?;
    let exists = |full: &str| exists(site, full);
    let text = new_text(style, document, &target, path, moves, &exists)?;
    written(site.document, path, &text)
}

/// Returns the new text of `path` in the file `document`, which leads to `target`
/// before `moves`; `None` if it still leads there afterwards.
fn new_text(
    style: PathStyle,
    document: &str,
    target: &str,
    path: &NamedPath,
    moves: &[Move],
    exists: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let (new_document, new_target) = (moved(moves, document), moved(moves, target));
    let base = match &path.base {
        Base::Document => Cow::Borrowed(parent(&new_document)),
        Base::Folder(folder) => moved(moves, folder),
    };
    if style
        .join(&base, &path.text)
        .is_some_and(|now| style.is_same(&now, &new_target))
    {
        return None;
    }
    if new_target == target && !exists(target) {
        // The path led to no file before, so its intended target is unknown.
        return None;
    }
    spelled(path, &base, &new_target)
}

/// Returns the text of a path to `target` in place of `path`, which is now relative to `base`;
/// `None` if it can't be written.
fn spelled(path: &NamedPath, base: &str, target: &str) -> Option<String> {
    if is_absolute_somewhere(&path.text) {
        return Some(target.to_owned());
    }
    let new = relative(base, target)?;
    let may_lead_up = path.base == Base::Document;
    (may_lead_up || !new.starts_with("..")).then(|| like(&path.text, &new))
}

fn exists(site: &Site<'_>, full: &str) -> bool {
    let found = site.workspace.on_disk(site.document.path(), full);
    matches!(found, Some(OnDisk::File | OnDisk::Folder))
}

/// Returns the path at `offset` that leads to an existing file or folder.
pub fn path_at(site: &Site<'_>, offset: u32) -> Option<NamedPath> {
    let mut paths = named_paths(site).into_iter();
    paths.find(|path| {
        path.range.touches(offset) && path.target(site).is_some_and(|it| exists(site, &it))
    })
}

/// Returns the move that results from writing `new` in place of `path`.
///
/// # Errors
/// The reason why the move is not possible.
pub fn renaming(site: &Site<'_>, path: &NamedPath, new: &str) -> Result<Move, String> {
    let style = site.workspace.path_style();
    let base = match &path.base {
        Base::Document => parent(site.document.path()),
        Base::Folder(folder) => folder.as_str(),
    };
    let is_path = !new.trim().is_empty() && !new.contains([':', '\n', '$', '*', '\\']);
    let to = style.join(base, new.trim()).filter(|_| is_path);
    let (Some(from), Some(to)) = (path.target(site), to) else {
        return Err(format!(
            "`{new}` is not a path: write one relative to the same folder"
        ));
    };
    if path.base != Base::Document && below(base, &to).is_none() {
        return Err(format!(
            "`{new}` is outside of the folder that is uploaded: choose a path inside of it"
        ));
    }
    if below(&from, &to).is_some_and(|rest| !rest.is_empty()) {
        return Err(format!(
            "`{new}` is inside of `{}`: choose another path",
            path.text
        ));
    }
    if from != to && exists(site, &to) && !style.is_same(&from, &to) {
        return Err(format!("`{new}` already exists: choose another path"));
    }
    Ok(Move { from, to })
}
