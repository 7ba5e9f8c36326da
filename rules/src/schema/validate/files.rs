//! The files that a document names: whether they are there, and what they are.

use std::cell::Cell;

use crate::schema::table::{Type, ValueShape};
use crate::syntax::Scalar;
use crate::workspace::{OnDisk, Workspace};

use super::problem::SchemaFault;

/// Text that leads elsewhere than to a local file.
const REFERENCES: [&str; 5] = ["azureml:", "git+", "http://", "https://", "file:"];

/// The files around one document.
#[derive(Clone, Copy)]
pub(crate) struct DocumentFiles<'w> {
    pub(crate) workspace: &'w Workspace,
    /// Where the document is.
    pub(crate) path: &'w str,
    pub(crate) influence: &'w Influence,
}

/// What the files around a document change: in an empty workspace no path leads nowhere.
#[derive(Default)]
pub(crate) struct Influence {
    faults: Cell<FileFaults>,
    /// How often somebody asked for a file.
    asked: Cell<usize>,
    /// Whether another alternative of a union would have been chosen without those.
    on_a_choice: Cell<bool>,
}

/// How many faults there are because of files.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FileFaults {
    missing: usize,
    other_kind: usize,
}

impl Influence {
    /// Adds what happened to `other`, in another part of the document.
    pub(crate) fn add(&self, other: &Self) {
        let (faults, more) = (self.faults.get(), other.faults.get());
        self.faults.set(FileFaults {
            missing: faults.missing + more.missing,
            other_kind: faults.other_kind + more.other_kind,
        });
        self.asked.set(self.asked.get() + other.asked.get());
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

    /// How often somebody asked for a file, whatever the answer was.
    pub(crate) fn asked(&self) -> usize {
        self.asked.get()
    }

    fn ask(&self) {
        self.asked.set(self.asked.get() + 1);
    }

    /// Adds a fault that looks like one of the document alone.
    pub(crate) fn add_other_kind(&self) {
        let mut faults = self.faults.get();
        faults.other_kind += 1;
        self.faults.set(faults);
    }

    /// Takes back the faults of alternatives that do not count in the end.
    pub(crate) fn reset(&self, faults: FileFaults) {
        self.faults.set(faults);
    }

    /// Notes that files may have decided between alternatives.
    pub(crate) fn decides(&self) {
        self.on_a_choice.set(true);
    }

    pub(crate) fn is_on_a_choice(&self) -> bool {
        self.on_a_choice.get()
    }
}

impl FileFaults {
    /// Whether there are more than `before` that a [`SchemaFault`] does not tell from others.
    pub(crate) fn has_unclear_since(self, before: Self) -> bool {
        self.other_kind > before.other_kind
    }
}

impl DocumentFiles<'_> {
    /// What stands at `path`.
    pub(crate) fn on_disk(self, path: &str) -> Option<OnDisk> {
        self.influence.ask();
        self.workspace.on_disk(self.path, path)
    }

    /// The fault of a path that leads nowhere.
    pub(crate) fn missing<'t>(self, path: &str) -> Option<SchemaFault<'t>> {
        let is_missing = self.on_disk(path)? == OnDisk::Nothing;
        is_missing.then(|| self.missing_file(""))
    }

    /// Whether a path leads nowhere, or to a document of another sort.
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

    /// Whether the document at `text` is of a sort that cannot be loaded as `loads`.
    fn is_other_kind(self, text: &str, loads: &str) -> bool {
        self.influence.ask();
        let document = self.workspace.referenced(self.path, text);
        let kind = document.and_then(|document| document.kind());
        kind.is_some_and(|kind| !kind.loads_as(loads))
    }
}
