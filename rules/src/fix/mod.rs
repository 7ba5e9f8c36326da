//! Repairs: byte-range edits of the text, labelled by how far they can be trusted.
//!
//! Start at [`Fix`]; `insert`, `remove` and `replace` make the edits that rules need and keep the
//! `layout` of the file, `apply` puts several repairs together. What must stay true: an edit never
//! reaches outside what it repairs, and every other byte stays.

mod apply;
mod insert;
mod layout;
mod remove;
mod replace;

use std::ops::Range;
use std::sync::Arc;

pub use apply::{Applied, apply, apply_each};
pub use insert::{add_below, add_entry, insert_before, insert_key, insert_keys};
pub use layout::{column, entry_lines, indent_unit, newline};
pub(crate) use remove::NAMED_SECTIONS;
pub use remove::{holds_anchor, remove_comment, remove_entries, remove_entry};
pub use replace::{replace, replace_by_scalar, set_reference, set_text};

use crate::text::TextRange;

/// How far a repair can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Applicability {
    /// An idea to copy; never applied by the tool.
    Display,
    /// Valid, but may change what runs.
    Unsafe,
    /// Same meaning, or exactly what the message asks for; comments and layout kept.
    Safe,
}

impl Applicability {
    /// Its name in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Display => "display",
            Self::Unsafe => "unsafe",
            Self::Safe => "safe",
        }
    }
}

/// Replaces a range by a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The file; `None` is the file the diagnostic is in.
    pub path: Option<Arc<str>>,
    /// What goes.
    pub range: TextRange,
    /// What comes.
    pub text: String,
    /// How it goes together with others; most edits stand alone.
    pub joint: Option<Joint>,
}

/// How an edit goes together with others that are made in the same step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Joint {
    /// It adds entries to a mapping: others may stand beside them.
    Addition(Addition),
    /// It removes one entry of a mapping: where all of them go, their key goes too.
    Removal(Removal),
}

/// New entries of a mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition {
    /// Where in the text of the edit they are; what is around them is the same for all that go to
    /// one place.
    pub own: Range<usize>,
    /// Their keys.
    pub keys: Vec<String>,
    /// What stands between entries of two edits.
    pub separator: &'static str,
}

/// An entry that goes, linked to the next one of its mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// Where its key begins.
    pub key: u32,
    /// Where the next key begins.
    pub next: Option<u32>,
    /// For the first entry: what removes the mapping with its key.
    pub whole: Option<Box<Edit>>,
}

impl Edit {
    /// Replaces `range` of the file the diagnostic is in by `text`.
    #[must_use]
    pub fn new(range: TextRange, text: impl Into<String>) -> Self {
        Self {
            path: None,
            range,
            text: text.into(),
            joint: None,
        }
    }
}

/// A repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, in the imperative.
    pub title: String,
    /// How far it can be trusted.
    pub applicability: Applicability,
    /// Its edits, in order, without overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A repair that keeps the meaning.
    #[must_use]
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self {
            title: title.into(),
            applicability: Applicability::Safe,
            edits,
        }
    }

    /// A repair that may change what runs.
    #[must_use]
    pub fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self {
            title: title.into(),
            applicability: Applicability::Unsafe,
            edits,
        }
    }

    /// Whether a tool can make it: an idea to copy is for people.
    #[must_use]
    pub fn can_be_made(&self) -> bool {
        self.applicability > Applicability::Display
    }

    /// Whether it edits only the file that the diagnostic is in. Others are for editors, which can
    /// show them; half of one would be worse than none.
    #[must_use]
    pub fn stays_in_its_file(&self) -> bool {
        self.edits.iter().all(|edit| edit.path.is_none())
    }
}
