//! The findings of a day in a file: JSON with one finding on each line, sorted, so that a change of
//! one finding is a change of one line and two branches merge as they do in code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::diagnostic::Diagnostic;
use serde::Deserialize;
use thiserror::Error;

use super::fingerprint::{Fingerprint, fingerprints};
use crate::check::run::Report;
use crate::check::summary::Compared;
use crate::loading::Loaded;
use crate::sandbox::{ReadProblem, absolute, key, path_between, read_text};

const VERSION: u32 = 1;

/// The findings that are known.
#[derive(Debug, Default)]
pub struct Baseline {
    /// Folder that its paths are relative to.
    folder: PathBuf,
    known: BTreeSet<Fingerprint>,
}

/// Reason why a file is not a valid baseline.
#[derive(Debug, Error)]
pub enum BaselineProblem {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[from] ReadProblem),
    /// It is something else, or was damaged by a merge.
    #[error("is not a baseline of azml-ls: line {0} can't be read")]
    NoBaseline(usize),
    /// A newer azml-ls wrote it.
    #[error("is a baseline of version {0}; this azml-ls reads version {VERSION}")]
    Newer(u32),
}

#[derive(Deserialize)]
struct BaselineJson {
    version: u32,
    findings: Vec<Fingerprint>,
}

impl Baseline {
    /// The baseline that a file at `path` would hold for `report`.
    pub fn of(path: &Path, report: &Report, loaded: &Loaded) -> Self {
        let mut baseline = Self::empty(path);
        for file in &report.files {
            let all: Vec<&Diagnostic> = file.found.iter().flat_map(Diagnostic::each).collect();
            let own = baseline.fingerprints(loaded, &file.path, &all);
            baseline.known.extend(own);
        }
        baseline
    }

    /// The baseline in the file at `path`.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not a baseline.
    pub fn read(path: &Path) -> Result<Self, BaselineProblem> {
        let text = read_text(path)?.text;
        // What serde says of a file that is something else may quote it.
        let read: BaselineJson = serde_json::from_str(&text)
            .map_err(|error| BaselineProblem::NoBaseline(error.line()))?;
        if read.version != VERSION {
            return Err(BaselineProblem::Newer(read.version));
        }
        Ok(Self {
            known: read.findings.into_iter().collect(),
            ..Self::empty(path)
        })
    }

    fn empty(path: &Path) -> Self {
        let folder = absolute(path).parent().map(Path::to_owned);
        Self {
            folder: folder.unwrap_or_default(),
            known: BTreeSet::new(),
        }
    }

    /// Returns the number of findings.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns `true` if it has no findings.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Serializes it as JSON.
    pub fn to_json(&self) -> String {
        let lines = self.known.iter().map(serde_json::to_string);
        let lines: Vec<String> = lines.map_while(Result::ok).collect();
        let lines = match lines.as_slice() {
            [] => String::new(),
            lines => format!("\n    {}\n  ", lines.join(",\n    ")),
        };
        format!("{{\n  \"version\": {VERSION},\n  \"findings\": [{lines}]\n}}\n")
    }

    /// Takes out of `report` what is known. A finding counts as gone where its file was looked at by
    /// a rule that `ran`, or is not there any more.
    pub fn subtract_from(
        &self,
        report: &mut Report,
        loaded: &Loaded,
        ran: impl Fn(&str) -> bool,
    ) -> Compared {
        let mut met: BTreeSet<Fingerprint> = BTreeSet::new();
        let mut compared = Compared::default();
        for file in &mut report.files {
            let found = std::mem::take(&mut file.found);
            let all: Vec<&Diagnostic> = found.iter().flat_map(Diagnostic::each).collect();
            let own = self.fingerprints(loaded, &file.path, &all);
            let new = own.iter().zip(&all);
            let new = new.filter(|(fingerprint, _)| !self.known.contains(fingerprint));
            file.found = new.map(|(_, diagnostic)| (*diagnostic).clone()).collect();
            compared.known += all.len() - file.found.len();
            met.extend(own);
        }
        let looked_at: BTreeMap<&str, bool> = self.looked_at(loaded);
        let gone = self.known.difference(&met);
        let gone = gone.filter(|it| looked_at[it.path.as_str()] && ran(&it.rule));
        compared.gone = gone.count();
        compared
    }

    /// For each file that it speaks of, whether this run says all there is to say of it.
    fn looked_at(&self, loaded: &Loaded) -> BTreeMap<&str, bool> {
        let paths: BTreeSet<&str> = self.known.iter().map(|it| it.path.as_str()).collect();
        let looked_at = paths.into_iter().map(|path| {
            let whole = self.folder.join(path);
            (path, loaded.is_requested(&key(&whole)) || !whole.exists())
        });
        looked_at.collect()
    }

    fn fingerprints(
        &self,
        loaded: &Loaded,
        path: &Arc<str>,
        found: &[&Diagnostic],
    ) -> Vec<Fingerprint> {
        let Some(document) = loaded.workspace.document(path) else {
            return Vec::new();
        };
        fingerprints(document, &path_between(&self.folder, path), found)
    }
}
