//! The files that a document names: whether they are there, and what they are.

use crate::schema::table::{Shape, Type};
use crate::syntax::Scalar;
use crate::workspace::{OnDisk, Workspace};

use super::problem::Fault;

/// Text that leads elsewhere than to a local file.
const REFERENCES: [&str; 5] = ["azureml:", "git+", "http://", "https://", "file:"];

/// The files around one document.
#[derive(Clone, Copy)]
pub(super) struct Files<'w> {
    pub(super) workspace: &'w Workspace,
    /// Where the document is.
    pub(super) path: &'w str,
}

impl Files<'_> {
    /// What stands at `path`.
    pub(super) fn on_disk(self, path: &str) -> Option<OnDisk> {
        self.workspace.on_disk(self.path, path)
    }

    /// The fault of a path that leads nowhere.
    pub(super) fn missing<'t>(self, path: &str) -> Option<Fault<'t>> {
        let is_missing = self.on_disk(path)? == OnDisk::Nothing;
        is_missing.then_some(Fault::MissingFile { loads: "" })
    }

    /// Whether a path leads nowhere, or to a document of another sort.
    pub(super) fn path_fault<'t>(
        self,
        ty: &'static Type,
        scalar: &Scalar,
        text: &str,
    ) -> Option<Fault<'t>> {
        let is_reference = REFERENCES.iter().any(|start| text.starts_with(start));
        if *scalar != Scalar::Str || is_reference {
            return Some(Fault::Value { expected: ty });
        }
        let Shape::File(loads) = ty.shape else {
            return self.missing(text);
        };
        if self.on_disk(text)? != OnDisk::File {
            return Some(Fault::MissingFile { loads });
        }
        self.is_other_kind(text, loads)
            .then_some(Fault::Value { expected: ty })
    }

    /// Whether the document at `text` is of a sort that cannot be loaded as `loads`.
    fn is_other_kind(self, text: &str, loads: &str) -> bool {
        let document = self.workspace.referenced(self.path, text);
        let kind = document.and_then(|document| document.kind());
        kind.is_some_and(|kind| !kind.loads_as(loads))
    }
}
