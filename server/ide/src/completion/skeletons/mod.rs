//! Completion of whole documents, in an empty file.
//!
//! [`filled_skeleton`] replaces placeholders by names from the folder, and [`script_skeletons`] are jobs
//! for its scripts.

mod filled_skeleton;
mod script_skeletons;

use azml_rules::skeletons::{Skeleton, skeletons};
use azml_rules::text::TextRange;

use self::filled_skeleton::{FolderNames, without_missing};
use super::item::{Completions, Item, ItemSort};
use super::line::Line;
use super::meant::neighbors::Neighbors;
use crate::Site;
use crate::markdown::ours;

/// Returns the skeletons for the document, if it contains only comments and a word
/// that is being typed.
pub(crate) fn complete(site: &Site<'_>, line: &Line<'_>) -> Option<Completions> {
    let range = line.only_word()?;
    let typed = TextRange::new(range.start, line.cursor)
        .slice(site.document.text())
        .trim()
        .to_ascii_lowercase();
    let neighbors = Neighbors::of(site);
    let mut meant: Vec<&Skeleton> = skeletons().iter().collect();
    meant.retain(|skeleton| {
        skeleton.only.is_empty() != site.is_config() && is_meant(skeleton, &typed)
    });
    meant.sort_by_cached_key(|skeleton| std::cmp::Reverse(neighbors.call_for(skeleton)));
    let names = FolderNames::of(site);
    let mut items = script_skeletons::items(site, &typed);
    items.extend(
        meant
            .into_iter()
            .map(|skeleton| item(site, skeleton, &names, &typed)),
    );
    (!items.is_empty()).then_some(Completions { range, items })
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

fn item(site: &Site<'_>, skeleton: &Skeleton, names: &FolderNames, typed: &str) -> Item {
    let snippet = without_missing(site, &names.filled(skeleton.snippet()));
    Item {
        sort: ItemSort::Skeleton,
        label: skeleton.label.to_owned(),
        insert: if site.document.text().contains("\r\n") {
            snippet.replace('\n', "\r\n")
        } else {
            snippet
        },
        // The server filters by the words of the skeleton; the client must not filter again.
        filter: if typed.is_empty() {
            skeleton.label.to_owned()
        } else {
            typed.to_owned()
        },
        detail: skeleton.about.to_owned(),
        about: ours(format!("```yaml\n{}```", skeleton.plain())),
        is_retired: false,
        is_snippet: true,
    }
}
