//! One look at every file that was asked for, in parallel.

use std::path::Path;
use std::sync::Arc;

use azml_rules::analyze;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Kind;
use azml_rules::fix::Applicability;
use azml_rules::rule::Level;
use rayon::prelude::*;

use crate::files::{FileProblem, Loaded};
use crate::guarded::guarded;

/// What was found.
#[derive(Debug, Default)]
pub struct Report {
    /// The Azure ML files, by path.
    pub files: Vec<FileReport>,
    /// How many YAML files are not Azure ML's.
    pub skipped: usize,
    /// Files that could not be checked to the end.
    pub problems: Vec<FileProblem>,
    /// How many findings [`Self::keep_from`] forgot.
    pub hidden: usize,
}

/// What was found in one file.
#[derive(Debug)]
pub struct FileReport {
    /// Its key.
    pub path: Arc<str>,
    /// What it describes.
    pub kind: Kind,
    /// The findings, by place.
    pub found: Vec<Diagnostic>,
}

/// Checks the documents that were asked for.
#[must_use]
pub fn check(loaded: &Loaded) -> Report {
    let checked: Vec<_> = loaded
        .asked
        .par_iter()
        .filter_map(|path| check_file(loaded, path))
        .collect();
    let skipped = loaded.asked.len() - checked.len() + loaded.foreign;
    let mut report = Report {
        skipped,
        ..Report::default()
    };
    for (file, problem) in checked {
        report.files.push(file);
        report.problems.extend(problem);
    }
    report
}

/// `None` for YAML that is not Azure ML's.
fn check_file(loaded: &Loaded, path: &Arc<str>) -> Option<(FileReport, Option<FileProblem>)> {
    let kind = loaded.workspace.document(path)?.kind()?;
    let (found, problem) = match guarded(|| analyze(&loaded.workspace, path)) {
        Ok(found) => (found, None),
        Err(message) => (
            Vec::new(),
            Some(FileProblem::error(Path::new(&**path), message)),
        ),
    };
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
    /// Every finding with its file, also those for which another one stands.
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

    /// How many findings are of `level`.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.all().filter(|found| found.level == level).count()
    }

    /// How many findings have a repair that can be trusted as far as this and no further.
    #[must_use]
    pub fn count_fixable(&self, best: Applicability) -> usize {
        let repairs = self.all().map(best_repair);
        repairs.filter(|found| *found == Some(best)).count()
    }

    /// Whether anything is as bad as `level`.
    #[must_use]
    pub fn reaches(&self, level: Level) -> bool {
        self.findings()
            .any(|(_, diagnostic)| diagnostic.level >= level)
    }
}

/// How far the best repair of `found` can be trusted.
pub(crate) fn best_repair(found: &Diagnostic) -> Option<Applicability> {
    found.fixes.iter().map(|fix| fix.applicability).max()
}
