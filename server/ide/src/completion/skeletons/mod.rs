//! Completion of whole documents, in an empty file.
//!
//! [`filled_skeleton`] replaces placeholders by names from the folder, [`script_skeletons`] are jobs
//! for its scripts, [`script_documents`] sweeps and components for them, and [`script_pipeline`] a pipeline of two.

mod filled_skeleton;
mod script_documents;
mod script_pipeline;
mod script_skeletons;

use azml_rules::path::file_name;
use azml_rules::skeletons::{Skeleton, plain, skeletons, snippet, without_stops};
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;

use self::filled_skeleton::{FolderNames, without_missing};
use super::item::{Completions, Item, ItemSort};
use super::line::Line;
use super::meant::neighbors::Neighbors;
use crate::Site;
use crate::markdown::ours;

/// Returns the skeletons for the document, if it contains only comments and a word
/// that is being typed.
pub(crate) fn complete(site: &Site<'_>, line: &Line<'_>) -> Option<Completions> {
    let range = line.only_words()?;
    let written = TextRange::new(range.start, line.cursor).slice(site.document.text());
    let typed = written.trim().to_ascii_lowercase();
    let neighbors = Neighbors::of(site);
    let mut meant: Vec<&Skeleton> = skeletons().iter().collect();
    meant.retain(|skeleton| is_for(skeleton, site) && is_meant(skeleton, &typed));
    meant.sort_by_cached_key(|skeleton| std::cmp::Reverse(neighbors.call_for(skeleton)));
    let names = FolderNames::of(site);
    let of_skeleton = |skeleton: &&Skeleton| item(site, skeleton, &names);
    let mut items: Vec<Item> = meant.iter().map(of_skeleton).collect();
    // What the file is called comes first, then the scripts beside it.
    let named = |skeleton: &&&Skeleton| neighbors.is_named_for(skeleton);
    let first = meant.iter().take_while(named).count();
    let is_job = meant.first().is_some_and(|it| it.id == "command-job");
    let at = if is_job { 0 } else { first };
    if !is_alone(site) {
        items.splice(at..at, script_skeletons::items(site, &typed));
    }
    // The words are matched here: a client must not filter again.
    if !typed.is_empty() {
        items
            .iter_mut()
            .for_each(|item| item.filter = written.to_owned());
    }
    (!items.is_empty()).then_some(Completions { range, items })
}

/// Returns `true` if the skeleton can be a file of this name.
fn is_for(skeleton: &Skeleton, site: &Site<'_>) -> bool {
    if is_alone(site) {
        return skeleton.only == file_name(site.document.path());
    }
    skeleton.only.is_empty()
}

/// Returns `true` if a file of this name can be only one thing: `azml.yaml`, `MLTable`.
fn is_alone(site: &Site<'_>) -> bool {
    let name = file_name(site.document.path());
    skeletons().iter().any(|skeleton| skeleton.only == name)
}

/// Returns `true` if the typed text is a prefix of a word that identifies the skeleton.
fn is_meant(skeleton: &Skeleton, typed: &str) -> bool {
    let squashed = |text: &str| text.to_ascii_lowercase().replace([' ', '_'], "-");
    let of_label = skeleton
        .label
        .split(' ')
        .chain(skeleton.words.iter().copied());
    squashed(skeleton.label).starts_with(&squashed(typed))
        || of_label
            .into_iter()
            .any(|word| word.to_ascii_lowercase().starts_with(typed))
}

/// Returns the skeleton as the whole text of the document at `path`, which is empty, with the names of its folder; `None`
/// if `workspace` doesn't have the document.
pub fn new_document(workspace: &Workspace, path: &str, skeleton: &Skeleton) -> Option<String> {
    let site = &Site::new(workspace.document(path)?, workspace, "", &|_| None);
    let snippet = match script_documents::of_skeleton(site, skeleton.id) {
        Some(marked) => snippet(&marked),
        None => without_missing(site, &FolderNames::of(site).filled(skeleton.snippet())),
    };
    Some(without_stops(&snippet))
}

fn item(site: &Site<'_>, skeleton: &Skeleton, names: &FolderNames) -> Item {
    let own = script_documents::of_skeleton(site, skeleton.id);
    let about = own.as_deref().map_or_else(|| skeleton.plain(), plain);
    let snippet = match own {
        Some(marked) => snippet(&marked),
        None => without_missing(site, &names.filled(skeleton.snippet())),
    };
    Item {
        sort: ItemSort::Skeleton,
        label: skeleton.label.to_owned(),
        insert: if site.document.text().contains("\r\n") {
            snippet.replace('\n', "\r\n")
        } else {
            snippet
        },
        filter: skeleton.label.to_owned(),
        detail: skeleton.about.to_owned(),
        about: ours(format!("```yaml\n{about}```")),
        is_retired: false,
        is_snippet: true,
    }
}
