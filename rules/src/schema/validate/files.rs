//! Files that a document names: their existence and their kind.

use std::cell::Cell;

use crate::schema::table::{Type, ValueShape};
use crate::syntax::Scalar;
use crate::workspace::{OnDisk, Workspace};

use super::problem::SchemaFault;

/// Prefixes of values that are not local paths.
const REFERENCES: [&str; 5] = ["azureml:", "git+", "http://", "https://", "file:"];

/// The files around one document.
#[derive(Clone, Copy)]
pub(crate) struct DocumentFiles<'w> {
    pub(crate) workspace: &'w Workspace,
    /// Path of the document.
    pub(crate) path: &'w str,
    pub(crate) influence: &'w Influence,
}

/// Effect of other files on a validation result. In an empty workspace, no file is reported as missing.
#[derive(Default)]
pub(crate) struct Influence {
    faults: Cell<FileFaults>,
    /// Number of file lookups.
    lookups: Cell<usize>,
    /// `true` if another alternative of a union would have been selected without faults of files.
    on_a_choice: Cell<bool>,
}

/// Number of faults that are caused by files.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FileFaults {
    missing: usize,
    other_kind: usize,
}

impl Influence {
    /// Adds the counts of `other`, for another part of the document.
    pub(crate) fn add(&self, other: &Self) {
        let (faults, more) = (self.faults.get(), other.faults.get());
        self.faults.set(FileFaults {
            missing: faults.missing + more.missing,
            other_kind: faults.other_kind + more.other_kind,
        });
        self.lookups.set(self.lookups.get() + other.lookups.get());
        self.on_a_choice
            .set(self.on_a_choice.get() || other.on_a_choice.get());
    }

    pub(crate) fn faults(&self) -> FileFaults {
        self.faults.get()
    }

    fn add_missing(&self) {
        let mut faults = self.faults.get();
        faults.missing += 1;
        self.faults.set(faults);
    }

    /// Returns the number of file lookups, successful or not.
    pub(crate) fn lookups(&self) -> usize {
        self.lookups.get()
    }

    fn ask(&self) {
        self.lookups.set(self.lookups.get() + 1);
    }

    /// Counts a fault that cannot be distinguished from one of the document alone.
    pub(crate) fn add_other_kind(&self) {
        let mut faults = self.faults.get();
        faults.other_kind += 1;
        self.faults.set(faults);
    }

    /// Resets the faults to those before rejected alternatives.
    pub(crate) fn reset(&self, faults: FileFaults) {
        self.faults.set(faults);
    }

    /// Records that files may have decided between alternatives.
    pub(crate) fn decides(&self) {
        self.on_a_choice.set(true);
    }

    pub(crate) fn is_on_a_choice(&self) -> bool {
        self.on_a_choice.get()
    }
}

impl FileFaults {
    /// Returns `true` if there are faults since `before` that [`SchemaFault`] does not identify.
    pub(crate) fn has_unclear_since(self, before: Self) -> bool {
        self.other_kind > before.other_kind
    }
}

impl DocumentFiles<'_> {
    /// Returns the type of the file system entry at `path`.
    pub(crate) fn on_disk(self, path: &str) -> Option<OnDisk> {
        self.influence.ask();
        self.workspace.on_disk(self.path, path)
    }

    /// Returns the fault of a path that does not exist.
    pub(crate) fn missing<'t>(self, path: &str) -> Option<SchemaFault<'t>> {
        let is_missing = self.on_disk(path)? == OnDisk::Nothing;
        is_missing.then(|| self.missing_file(""))
    }

    /// Returns the fault of a path that does not exist, or is a document of another kind.
    pub(crate) fn path_fault<'t>(
        self,
        ty: &'static Type,
        scalar: &Scalar,
        text: &str,
    ) -> Option<SchemaFault<'t>> {
        let is_reference = REFERENCES.iter().any(|start| text.starts_with(start));
        if *scalar != Scalar::Str || is_reference {
            return Some(SchemaFault::Value { expected: ty });
        }
        let ValueShape::File(loads) = ty.shape else {
            return self.missing(text);
        };
        if self.on_disk(text)? != OnDisk::File {
            return Some(self.missing_file(loads));
        }
        self.is_other_kind(text, loads).then(|| {
            self.influence.add_other_kind();
            SchemaFault::Value { expected: ty }
        })
    }

    fn missing_file<'t>(self, loads: &'static str) -> SchemaFault<'t> {
        self.influence.add_missing();
        SchemaFault::MissingFile { loads }
    }

    /// Returns `true` if the document at `text` is of a kind that cannot be loaded as `loads`.
    fn is_other_kind(self, text: &str, loads: &str) -> bool {
        self.influence.ask();
        let document = self.workspace.referenced(self.path, text);
        let kind = document.and_then(|document| document.kind());
        kind.is_some_and(|kind| !kind.loads_as(loads))
    }
}
