//! Completion in a document whose kind is unknown yet.
//!
//! Each key that is written rules out kinds ([`kinds_left`]), and the file's name, the files beside
//! it, and its folder's name show which of the rest are likely. If the names match some of the
//! kinds, the document is completed as if it were one of those; else as if it were any of the rest,
//! if those are few. At the top level, the keys of all of them are offered.
//!
//! Invariant: the guess is for completion only. Nothing is reported about such a document.
//!
//! [`neighbors`] has the evidence of names and of files beside it.

pub(super) mod neighbors;

use std::cmp::Reverse;

use azml_rules::document::Document;
use azml_rules::schema::kinds_left;
use azml_rules::schema::table::KindDef;
use azml_rules::syntax::Node;

use self::neighbors::{KindEvidence, Neighbors};
use super::item::Completions;
use super::keys;
use super::line::Line;
use super::stand_in::WholeKey;
use crate::Site;

/// Keys of more kinds than this are not helpful if nothing around the file belongs to Azure ML.
const FEW: usize = 12;

/// Maximum number of kinds as which the document is completed.
const MAX_KINDS: usize = 8;

/// The kinds that a document may become.
struct Meant {
    /// The kinds, the most likely first.
    kinds: Vec<&'static KindDef>,
    /// Number of them that match the name of the file or of its folder.
    named: usize,
    /// `true` if the surrounding files suggest the first one.
    is_likely: bool,
}

/// The completions at an offset of a document, using only what it contains itself.
type Complete = fn(&Site<'_>, u32) -> Option<Completions>;

/// Adds to the completions at `offset` that fit any document, which `complete` returns, those of the kinds that the
/// document may become.
pub(crate) fn with_likely(site: &Site<'_>, offset: u32, complete: Complete) -> Option<Completions> {
    let found = complete(site, offset);
    let Some(meant) = Meant::of(site, offset) else {
        return found;
    };
    if let Some(key) = key_at_the_top(site, offset) {
        let likely = meant.kinds.first().filter(|_| meant.is_likely);
        let likely = likely.and_then(|kind| as_kind(site, offset, kind, complete));
        let all = meant.top_keys(site, &key);
        return joined(joined(likely, found), all);
    }
    if meant.named == 0 {
        return found.or_else(|| meant.of_all(site, offset, complete));
    }
    let mut named = meant.kinds[..meant.named.min(MAX_KINDS)].iter();
    let likely = named.find_map(|kind| as_kind(site, offset, kind, complete));
    joined(likely, found)
}

impl Meant {
    /// `None` if its kind is known, or if nothing in it belongs to Azure ML.
    fn of(site: &Site<'_>, offset: u32) -> Option<Self> {
        let document = site.document;
        let has_schema = document.get("$schema").and_then(Node::text).is_some();
        if document.kind().is_some() || has_schema || site.is_config() || document.is_foreign() {
            return None;
        }
        let mut kinds = kinds_left(site.workspace, document, offset);
        if kinds.is_empty() {
            return None;
        }
        let neighbors = Neighbors::of(site);
        let calls = neighbors.calls();
        let call = |kind: &&'static KindDef| calls.for_kind(kind.kind);
        kinds.sort_by_cached_key(|kind| Reverse(call(kind)));
        let best = kinds.first().map(call)?;
        let is_same =
            |kind: &KindDef, by: fn(&KindEvidence) -> usize| by(&calls.for_kind(kind.kind)) > 0;
        let by: fn(&KindEvidence) -> usize = if best.file > 0 {
            |call| call.file
        } else {
            |call| call.folder
        };
        kinds.sort_by_key(|kind| !is_same(kind, by));
        let named = kinds.iter().filter(|kind| is_same(kind, by)).count();
        let is_likely = best.file + best.beside + best.folder > 0;
        let is_ours = is_likely || kinds.len() <= FEW || neighbors.has_any();
        is_ours.then_some(Self {
            kinds,
            named,
            is_likely,
        })
    }

    /// Returns the top-level keys of the kinds, those that most kinds have first.
    fn top_keys(&self, site: &Site<'_>, key: &WholeKey) -> Option<Completions> {
        let kinds = match self.named {
            0 => self.kinds.as_slice(),
            named => &self.kinds[..named],
        };
        keys::of_kinds(site, key, kinds)
    }

    /// Returns completions for documents of its kinds, those that most kinds accept first.
    fn of_all(&self, site: &Site<'_>, offset: u32, complete: Complete) -> Option<Completions> {
        if self.kinds.len() > MAX_KINDS {
            return None;
        }
        let kinds = self.kinds.iter();
        let found = kinds.filter_map(|kind| as_kind(site, offset, kind, complete));
        let found: Vec<Completions> = found.collect();
        let times = |label: &str| {
            let items = found.iter().flat_map(|found| &found.items);
            items.filter(|item| item.label == label).count()
        };
        let all = found.iter().cloned().map(Some).reduce(joined)??;
        let mut items = all.items;
        items.sort_by_cached_key(|item| Reverse(times(&item.label)));
        Some(Completions { items, ..all })
    }
}

/// Returns the completions at `offset` in a document of `kind`.
fn as_kind(
    site: &Site<'_>,
    offset: u32,
    kind: &KindDef,
    complete: Complete,
) -> Option<Completions> {
    let document: Document = site.document.clone().taken_for(Some(kind.kind));
    complete(&site.with(&document, site.workspace), offset)
}

/// Returns the key at the cursor if it is at the top level.
fn key_at_the_top(site: &Site<'_>, offset: u32) -> Option<WholeKey> {
    let line = Line::at(site.document, offset)?;
    let key = WholeKey::at(&line).filter(|key| key.range.touches(offset))?;
    let is_top = key.key().parent() == key.stand_in.document.root();
    is_top.then_some(key)
}

/// Returns the items of `first`, and those of `second` that it does not have.
fn joined(first: Option<Completions>, second: Option<Completions>) -> Option<Completions> {
    let (mut first, second) = match (first, second) {
        (Some(first), Some(second)) => (first, second),
        (first, second) => return first.or(second),
    };
    if first.range == second.range {
        for item in second.items {
            if first.items.iter().all(|listed| listed.label != item.label) {
                first.items.push(item);
            }
        }
    }
    Some(first)
}
