//! What the place of a file says of what goes into it.

use azml_rules::document::{Document, Kind};
use azml_rules::path::{file_name, parent};
use azml_rules::skeletons::Skeleton;

use crate::ide::Site;

/// So many files beside it are looked at.
const LOOKED_AT: usize = 50;

/// Its own name, that of its folder, and the files beside it.
pub(super) struct Neighbors {
    /// The parts of its name, in lower case.
    file: Vec<String>,
    /// The parts of the name of its folder, without the `s` of many.
    folder: Vec<String>,
    /// What the other files of its folder are.
    kinds: Vec<Kind>,
}

impl Neighbors {
    pub(super) fn of(site: &Site<'_>) -> Self {
        let path = site.document.path();
        let file = file_name(path);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        // The folder that was opened is called after the project, not after what is in it.
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

    /// How loudly they call for the skeleton: by the file's name, by the files beside it, by the
    /// folder's name.
    pub(super) fn call_for(&self, skeleton: &Skeleton) -> (usize, usize, usize) {
        let count = |parts: &[String]| {
            let names = skeleton.names.iter();
            names
                .filter(|name| parts.iter().any(|part| part == *name))
                .count()
        };
        let beside = if self.kinds.is_empty() {
            0
        } else {
            let kind = Document::new("skeleton.yml", skeleton.plain()).kind();
            self.kinds
                .iter()
                .filter(|beside| Some(**beside) == kind)
                .count()
        };
        (count(&self.file), beside, count(&self.folder))
    }

    /// How loudly they call for a document of `kind`: by the files beside it, by the folder's name.
    pub(super) fn call_for_kind(&self, kind: Kind) -> (usize, usize) {
        let beside = self.kinds.iter().filter(|beside| **beside == kind);
        let is_named = |word: &&str| {
            self.folder
                .iter()
                .any(|part| part.eq_ignore_ascii_case(word))
        };
        (
            beside.count(),
            kind.label().split(' ').filter(is_named).count(),
        )
    }
}

fn parts(name: &str) -> Vec<String> {
    let lower = name.to_ascii_lowercase();
    let parts = lower.split(|c: char| !c.is_ascii_alphanumeric());
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What the other files in the folder of the document are.
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
