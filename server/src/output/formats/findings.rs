//! The findings of a run, each with the place that is shown for it: what every format writes.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use azml_rules::diagnostic::Diagnostic;
use azml_rules::path::{below, parent};
use azml_rules::rule::Level;
use azml_rules::text::TextRange;

use crate::check::{FileReport, Report, digests};
use crate::loading::Loaded;
use crate::output::text::place::PrintedPlace;
use crate::output::text::source::Sources;
use crate::output::text::style::Style;
use crate::sandbox::{FileProblem, repository_of};

/// The findings of a run.
pub struct Findings<'l> {
    /// Checked files.
    pub(crate) loaded: &'l Loaded,
    /// Findings of the check.
    pub(crate) report: &'l Report,
    /// The level from which a finding fails the run.
    pub(crate) fails_from: Level,
    /// Features that the output may use besides plain text.
    pub(crate) style: Style,
    pub(crate) sources: Sources<'l>,
    /// The key of the repository that holds a folder.
    repositories: RefCell<BTreeMap<String, Option<Arc<str>>>>,
}

/// One finding with its place.
pub(crate) struct PlacedFinding<'l> {
    /// The file it is in.
    pub(crate) file: &'l FileReport,
    /// The finding.
    pub(crate) diagnostic: &'l Diagnostic,
    /// Start of the finding.
    pub(crate) place: FindingPlace,
}

/// A part of a file, as it is shown. A file that went away has no lines and columns (0).
pub(crate) struct FindingPlace {
    /// The path, with `/`, as the user would write it. Not escaped.
    pub(crate) path: String,
    /// The first character.
    pub(crate) start: PrintedPlace,
    /// Position after the last character.
    pub(crate) end: PrintedPlace,
}

impl<'l> Findings<'l> {
    /// The findings of `report`.
    pub fn new(loaded: &'l Loaded, report: &'l Report, style: Style) -> Self {
        Self {
            loaded,
            report,
            fails_from: Level::Warning,
            style,
            sources: Sources::new(loaded),
            repositories: RefCell::default(),
        }
    }

    /// With the level from which a finding fails the run.
    #[must_use]
    pub fn failing_from(self, level: Level) -> Self {
        Self {
            fails_from: level,
            ..self
        }
    }

    /// Returns the problems of reading, checking, and writing files.
    pub(crate) fn problems(&self) -> Vec<&'l FileProblem> {
        let problems = self.loaded.problems.iter();
        problems.chain(&self.report.problems).collect()
    }

    /// Every finding, by file and place.
    pub(crate) fn each(&self) -> impl Iterator<Item = PlacedFinding<'l>> {
        self.report
            .findings()
            .map(|(file, diagnostic)| PlacedFinding {
                file,
                diagnostic,
                place: self.place(&file.path, diagnostic.range),
            })
    }

    /// Every finding, the worst first: CI services show only some.
    pub(crate) fn worst_first(&self) -> Vec<PlacedFinding<'l>> {
        let mut all: Vec<PlacedFinding<'l>> = self.each().collect();
        all.sort_by_key(|found| Reverse(found.diagnostic.level));
        all
    }

    /// A word for each finding of `file` that stays when lines move. `path` is a part of it.
    pub(crate) fn digests(&self, file: &FileReport, path: &str) -> Vec<String> {
        let found: Vec<&Diagnostic> = file.found.iter().collect();
        let document = self.loaded.workspace.document(&file.path);
        document.map_or_else(Vec::new, |document| digests(document, path, &found))
    }

    /// `range` of the file with `key`: of something related, of an edit.
    pub(crate) fn place(&self, key: &str, range: TextRange) -> FindingPlace {
        let source = self.sources.get(key);
        let places = source.map(|source| PrintedPlace::of(&source, range));
        let (start, end) = places.unwrap_or_default();
        FindingPlace {
            path: self.sources.name(key),
            start,
            end,
        }
    }

    /// The path of the file with `key` from the top of its repository, which a CI service goes by,
    /// wherever the step runs. Not escaped. Outside of a repository it is as the user would write it.
    pub(crate) fn in_repository(&self, key: &str) -> String {
        let folder = parent(key);
        let mut known = self.repositories.borrow_mut();
        let top = known.entry(folder.to_owned()).or_insert_with(|| {
            let top = repository_of(Path::new(folder))?;
            Some(crate::sandbox::key(top))
        });
        let path = top.as_deref().and_then(|top| below(top, key));
        path.map_or_else(|| self.sources.name(key), str::to_owned)
    }
}
