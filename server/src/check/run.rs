//! One analysis of every requested file, in parallel.

use std::path::Path;
use std::sync::Arc;

use azml_rules::analyze;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::{Document, Kind};
use azml_rules::rule::Level;
use rayon::prelude::*;

use super::file_report::FileReport;
use super::summary::{CheckSummary, Compared};
use crate::guarded::guarded;
use crate::loading::{Loaded, TEXT_WITH_TREES};
use crate::sandbox::FileProblem;

/// So much text is checked before its trees are put away, unless all of it fits into memory.
const TEXT_AT_ONCE: usize = TEXT_WITH_TREES / 3;

/// Findings of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The Azure ML files, and other tools' files that have findings, by path.
    pub files: Vec<FileReport>,
    /// Number of YAML files that are not Azure ML's.
    pub skipped: usize,
    /// Files that could not be checked to the end.
    pub problems: Vec<FileProblem>,
    /// Number of findings that [`Self::keep_from`] dropped.
    pub hidden: usize,
    /// Result of the comparison with a baseline.
    pub baseline: Option<Compared>,
    /// Counts of the findings that [`Self::let_go`] dropped.
    pub gone: CheckSummary,
}

/// Checks the requested documents.
pub fn check(loaded: &mut Loaded) -> Report {
    check_each(loaded, &|| (), &mut |_, _| ())
}

/// Like [`check`]; calls `done` for each document. The files are checked in chunks, in their order.
/// After each chunk, `take` gets the findings so far, which it may drop, and the chunk's trees are
/// dropped.
pub fn check_each(
    loaded: &mut Loaded,
    done: &(dyn Fn() + Sync),
    take: &mut dyn FnMut(&Loaded, &mut Report),
) -> Report {
    let requested = loaded.requested.iter().chain(&loaded.scripts);
    let mut requested: Vec<Arc<str>> = requested.cloned().collect();
    requested.sort();
    let mut report = Report {
        skipped: skipped(loaded),
        ..Report::default()
    };
    let parts = parts(loaded, &requested);
    let last = parts.len().saturating_sub(1);
    for (at, part) in parts.into_iter().enumerate() {
        let checked: Vec<_> = part
            .par_iter()
            .filter_map(|path| {
                let checked = check_file(loaded, path);
                done();
                checked
            })
            .collect();
        for (file, problem) in checked {
            report.files.push(file);
            report.problems.extend(problem);
        }
        take(loaded, &mut report);
        if at < last {
            loaded.workspace.put_trees_away(|_| true);
        }
    }
    report
}

/// Splits `requested`, in order, into chunks whose trees fit into memory.
fn parts<'p>(loaded: &Loaded, requested: &'p [Arc<str>]) -> Vec<&'p [Arc<str>]> {
    // Those of other tools have no tree to drop.
    let has_tree = |document: &&Arc<Document>| document.commands().is_none();
    let document = |path: &Arc<str>| loaded.workspace.document(path).filter(has_tree);
    let len = |path: &Arc<str>| document(path).map_or(0, |document| document.text().len());
    let all: usize = requested.iter().map(len).sum();
    let most = if all > TEXT_WITH_TREES {
        TEXT_AT_ONCE
    } else {
        TEXT_WITH_TREES
    };
    let mut parts = Vec::new();
    let mut rest = requested;
    while !rest.is_empty() {
        let mut taken = 0;
        let fits = |path: &&Arc<str>| {
            let fits = taken < most;
            taken += len(path);
            fits
        };
        let (part, others) = rest.split_at(rest.iter().take_while(fits).count());
        parts.push(part);
        rest = others;
    }
    parts
}

/// Returns the number of requested files that are YAML, but not Azure ML's.
pub(super) fn skipped(loaded: &Loaded) -> usize {
    let is_ours = |path: &&Arc<str>| {
        let document = loaded.workspace.document(path);
        document.is_some_and(|document| document.kind().is_some())
    };
    let ours = loaded.requested.iter().filter(is_ours).count();
    loaded.requested.len() - ours + loaded.foreign
}

/// A file that is checked.
#[derive(Clone, Debug)]
pub struct ListedFile {
    /// Displayed name.
    pub name: String,
    /// Kind of the document.
    pub kind: Kind,
}

/// The files that [`check`] looks at, and how many YAML files are not Azure ML's.
pub fn list(loaded: &Loaded) -> (Vec<ListedFile>, usize) {
    let listed = |path: &Arc<str>| {
        let kind = loaded.workspace.document(path)?.kind()?;
        let name = loaded.names.show(path);
        Some(ListedFile { name, kind })
    };
    let files: Vec<ListedFile> = loaded.requested.iter().filter_map(listed).collect();
    let skipped = loaded.requested.len() - files.len() + loaded.foreign;
    (files, skipped)
}

/// Checks one file; `None` for files of other tools without command lines.
fn check_file(loaded: &Loaded, path: &Arc<str>) -> Option<(FileReport, Option<FileProblem>)> {
    let document = loaded.workspace.document(path)?;
    let kind = document.kind();
    if kind.is_none() && document.commands().is_none() {
        return None;
    }
    let (found, problem) = match guarded(|| analyze(&loaded.workspace, path)) {
        Ok(found) => (found, None),
        Err(message) => (
            Vec::new(),
            Some(FileProblem::error(Path::new(&**path), message)),
        ),
    };
    if kind.is_none() && found.is_empty() && problem.is_none() {
        return None;
    }
    Some((
        FileReport {
            path: path.clone(),
            kind,
            found,
        },
        problem,
    ))
}

impl Report {
    /// Counts what was found so far and lets it go: reports of `most` files each, in order, for who
    /// writes them.
    pub fn let_go(&mut self, most: usize) -> Vec<Self> {
        self.gone = self.tally();
        let mut files = std::mem::take(&mut self.files).into_iter();
        let mut pieces = Vec::new();
        while files.len() > 0 {
            pieces.push(Self {
                files: files.by_ref().take(most).collect(),
                ..Self::default()
            });
        }
        pieces
    }

    /// Returns the counts of the findings.
    pub fn tally(&self) -> CheckSummary {
        let mut tally = self.gone.clone();
        self.files.iter().for_each(|file| tally.add(file));
        tally
    }

    /// Returns every finding with its file, including those that another one replaces.
    pub fn all(&self) -> impl Iterator<Item = &Diagnostic> {
        self.findings()
            .flat_map(|(_, diagnostic)| diagnostic.each())
    }

    /// Every finding that is shown, with its file.
    pub fn findings(&self) -> impl Iterator<Item = (&FileReport, &Diagnostic)> {
        self.files
            .iter()
            .flat_map(|file| file.found.iter().map(move |diagnostic| (file, diagnostic)))
    }

    /// Forgets what is less bad than `level`.
    pub fn keep_from(&mut self, level: Level) {
        let before = self.all().count();
        self.files
            .iter_mut()
            .for_each(|file| file.found.retain(|diagnostic| diagnostic.level >= level));
        self.hidden += before - self.all().count();
    }
}
