//! Evidence for the kind of a new file: its name, its folder's name, and the files beside it.

use std::sync::OnceLock;

use azml_rules::document::{Document, Kind};
use azml_rules::path::{file_name, parent};
use azml_rules::skeletons::{Skeleton, skeletons};

use crate::Site;

/// Maximum number of files beside it that are examined.
const LOOKED_AT: usize = 50;

/// The name of the file, the name of its folder, and the files beside it.
pub(crate) struct Neighbors {
    /// The words of the file name, in lower case.
    file: Vec<String>,
    /// The words of the folder name, without the plural `s`.
    folder: Vec<String>,
    /// The kinds of the other files in its folder.
    kinds: Vec<Kind>,
}

impl Neighbors {
    pub(crate) fn of(site: &Site<'_>) -> Self {
        let path = site.document.path();
        let file = file_name(path);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        // The name of the opened folder is that of the project; it says nothing about its content.
        let folder = parent(path);
        let folder = if folder == site.root {
            ""
        } else {
            file_name(folder)
        };
        let folder = parts(folder).into_iter();
        Self {
            file: parts(stem),
            folder: folder
                .map(|part| part.trim_end_matches('s').to_owned())
                .collect(),
            kinds: kinds_beside(site),
        }
    }

    /// Number of matches for the skeleton: a component in a folder of components, in the file's name, among the
    /// files beside it, in the folder's name.
    pub(crate) fn call_for(&self, skeleton: &Skeleton) -> (bool, usize, usize, usize) {
        let beside = if self.kinds.is_empty() {
            0
        } else {
            self.beside(kind_of(skeleton))
        };
        let count = |parts: &[String]| count(parts, skeleton.names);
        let component = "component";
        let is_component =
            skeleton.names.contains(&component) && self.folder.iter().any(|part| part == component);
        (is_component, count(&self.file), beside, count(&self.folder))
    }

    /// Returns `true` if the file's name has a word of the skeleton.
    pub(crate) fn is_named_for(&self, skeleton: &Skeleton) -> bool {
        let (is_component, file, ..) = self.call_for(skeleton);
        is_component || file > 0
    }

    /// Returns the number of files beside it that are of `kind`.
    fn beside(&self, kind: Option<Kind>) -> usize {
        let beside = self.kinds.iter();
        beside.filter(|beside| Some(**beside) == kind).count()
    }

    /// Returns `true` if a file beside it belongs to Azure ML.
    pub(crate) fn has_any(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// Returns the evidence for each kind that has a skeleton, in the order of the skeletons.
    pub(crate) fn calls(&self) -> Calls<'_> {
        Calls {
            neighbors: self,
            known: known(),
        }
    }
}

/// Evidence for a kind, as numbers of matches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct KindEvidence {
    /// Matches in the file's name.
    pub(crate) file: usize,
    /// Number of files of this kind beside it.
    pub(crate) beside: usize,
    /// Matches in the folder's name.
    pub(crate) folder: usize,
    /// Rank of its skeleton, larger is earlier; 0 if there is none.
    early: usize,
}

/// Computes the evidence for each kind.
pub(crate) struct Calls<'n> {
    neighbors: &'n Neighbors,
    known: &'static [Known],
}

/// A kind that has a skeleton, and the words in names that suggest it.
type Known = (Kind, &'static [&'static str]);

/// Caches the kinds of the skeletons, so that each skeleton is parsed once.
fn known() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let all = skeletons().iter();
        let known = all.filter_map(|skeleton| Some((kind_of(skeleton)?, skeleton.names)));
        known.collect()
    })
}

impl Calls<'_> {
    /// Returns the evidence for `kind`. A kind without a skeleton is matched by the last word
    /// of its label, as `datastore`.
    pub(crate) fn for_kind(&self, kind: Kind) -> KindEvidence {
        let at = self.known.iter().position(|(known, _)| *known == kind);
        let own = kind.label().split(' ').next_back();
        let is_named = |parts: &[String]| {
            let of_kind = self.known.iter().filter(|(known, _)| *known == kind);
            let best = of_kind.map(|(_, names)| count(parts, names)).max();
            best.unwrap_or_else(|| count(parts, own.as_slice()))
        };
        KindEvidence {
            file: is_named(&self.neighbors.file),
            beside: self.neighbors.beside(Some(kind)),
            folder: is_named(&self.neighbors.folder),
            early: at.map_or(0, |at| self.known.len() - at),
        }
    }
}

/// Returns the kind of the document that the skeleton creates.
fn kind_of(skeleton: &Skeleton) -> Option<Kind> {
    Document::new("skeleton.yml", skeleton.plain()).kind()
}

/// Returns how many of `names` are among `parts`.
fn count(parts: &[String], names: &[&str]) -> usize {
    let is_part = |name: &&&str| parts.iter().any(|part| part == **name);
    names.iter().filter(is_part).count()
}

fn parts(name: &str) -> Vec<String> {
    let lower = name.to_ascii_lowercase();
    let parts = lower.split(|c: char| !c.is_ascii_alphanumeric());
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the kinds of the other files in the folder of the document.
fn kinds_beside(site: &Site<'_>) -> Vec<Kind> {
    let here = site.document.path();
    let mut kinds = Vec::new();
    for entry in site.workspace.list(here, ".") {
        if entry.is_folder || kinds.len() == LOOKED_AT {
            continue;
        }
        let beside = site.workspace.referenced(here, &entry.name);
        kinds.extend(
            beside
                .filter(|it| it.path() != here)
                .and_then(|it| it.kind()),
        );
    }
    kinds
}
