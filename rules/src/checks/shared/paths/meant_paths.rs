//! The existing path that a missing one probably means: a near name, another folder level, or the only
//! file with its name.

use super::written_path::{LEVELS, WrittenPath, child, folders_to};
use crate::checks::context::Context;
use crate::path::{file_name, parent};
use crate::similar::{MOST_NAMES, closest};
use crate::workspace::OnDisk;

/// Returns the full path of what is probably meant.
pub(super) fn meant(
    cx: &Context<'_>,
    root: &str,
    full: &str,
    path: WrittenPath<'_>,
) -> Option<String> {
    let fits = |found: &str| {
        let on_disk = cx.workspace.on_disk("", found);
        let is_sort = match path.leads_to {
            Some(sort) => on_disk == Some(sort),
            None => matches!(on_disk, Some(OnDisk::File | OnDisk::Folder)),
        };
        is_sort && found != cx.document.path()
    };
    let is_other = |found: &str| fits(found) && found != parent(cx.document.path());
    near_name(cx, full)
        .filter(|found| is_other(found))
        .or_else(|| another_level(root, path).find(|found| is_other(found)))
        .or_else(|| moved(cx, root, path).filter(|found| fits(found)))
}

/// Minimum number of letters of a name, without its ending, that may be a typo.
const SHORTEST_STEM: usize = 3;

/// Returns the path with the name that the first missing name may be a typo of.
fn near_name(cx: &Context<'_>, full: &str) -> Option<String> {
    let is_missing = |path: &str| cx.workspace.on_disk("", path) == Some(OnDisk::Nothing);
    let mut missing = full;
    while is_missing(parent(missing)) && parent(missing).len() < missing.len() {
        missing = parent(missing);
    }
    let folder = parent(missing);
    let files = cx.workspace.files_below_at(cx.document.path(), folder)?;
    let names = names_at_top(&files).take(MOST_NAMES);
    let name = file_name(missing);
    // One letter of very short names is too much of them.
    let stem = name.split('.').find(|part| !part.is_empty())?;
    if stem.chars().count() < SHORTEST_STEM {
        return None;
    }
    let near = closest(name, names)?;
    // Names that differ in a number are a series.
    let letters = |name: &str| -> String { name.chars().filter(|c| !c.is_ascii_digit()).collect() };
    let rest = &full[missing.len()..];
    (letters(near) != letters(name)).then(|| format!("{}{rest}", child(folder, near)))
}

/// Returns the first names of sorted paths. Each folder is passed over at once.
fn names_at_top(mut files: &[String]) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (first, rest) = files.split_first()?;
        files = rest;
        let Some(slash) = first.find('/') else {
            return Some(first.as_str());
        };
        let inside = files.partition_point(|file| file.starts_with(&first[..=slash]));
        files = &files[inside..];
        Some(&first[..slash])
    })
}

/// Returns the same path relative to other folders: with more or fewer `..`.
fn another_level<'p>(root: &'p str, path: WrittenPath<'p>) -> impl Iterator<Item = String> + 'p {
    let mut tail = path.written;
    while let Some(rest) = ["./", "../"]
        .iter()
        .find_map(|start| tail.strip_prefix(start))
    {
        tail = rest;
    }
    let folders = folders_to(root, path.folder)
        .take(LEVELS + 1)
        .filter(move |_| !matches!(tail, "" | "." | ".."));
    folders.map(move |folder| child(folder, tail.trim_end_matches('/')))
}

/// Returns the only file with the same name, or the only folder that contains the file that must be
/// in it.
fn moved(cx: &Context<'_>, root: &str, path: WrittenPath<'_>) -> Option<String> {
    let (name, is_folder) = match (path.leads_to, path.contains) {
        (Some(OnDisk::File), _) => (file_name(path.written), false),
        (Some(OnDisk::Folder), Some(file)) => (file, true),
        _ => return None,
    };
    let files = cx.workspace.files_below_at(cx.document.path(), root)?;
    let named = |file: &&String| below_end(file, name).is_some();
    let mut found = files.iter().filter(named);
    let first = found.next().filter(|_| found.next().is_none())?;
    let folder = below_end(first, name)?;
    Some(match if is_folder { folder } else { first } {
        "" => root.to_owned(),
        found => child(root, found),
    })
}

/// Returns the folder of `file` if its path ends with `end`.
fn below_end<'f>(file: &'f str, end: &str) -> Option<&'f str> {
    let folder = file.strip_suffix(end)?;
    match folder {
        "" => Some(""),
        folder => folder.strip_suffix('/'),
    }
}
