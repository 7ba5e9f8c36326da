//! Fixes: edits of byte ranges, with a label for their safety.
//!
//! Start at [`Fix`]; [`insert`], [`remove`] and `replace` make the edits that rules need and keep
//! the [`layout`] of the file, `apply` combines several fixes. Invariants: an edit never reaches
//! outside the range that it fixes, and every other byte is unchanged.

mod apply;
mod insert;
mod layout;
mod remove;
mod replace;

use std::ops::Range;
use std::sync::Arc;

pub use apply::{Applied, apply, apply_each};
pub use insert::{
    add_below, add_entry, insert_before, insert_item_before, insert_key, insert_keys,
};
pub use layout::{column, entry_lines, indent_unit, lines_with_comments, newline};
pub(crate) use remove::NAMED_SECTIONS;
pub use remove::{holds_anchor, remove_comment, remove_entries, remove_entry};
pub use replace::{replace, replace_by_scalar, set_reference, set_text};

use crate::text::TextRange;

/// Safety of a fix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Applicability {
    /// A suggestion to copy; never applied by the tool.
    Display,
    /// Valid, but may change the behavior of the run.
    Unsafe,
    /// Same meaning, or exactly the request of the message; comments and layout are unchanged.
    Safe,
}

impl Applicability {
    /// Returns its name in output.
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
    /// The replaced range.
    pub range: TextRange,
    /// The new text.
    pub text: String,
    /// Its relation to other edits; `None` for most edits.
    pub joint: Option<Joint>,
}

/// Relation of an edit to others in the same step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Joint {
    /// Adds entries to a mapping: other edits may add entries at the same position.
    Addition(Addition),
    /// Removes one entry of a mapping: if all of them are removed, their key is removed too.
    Removal(Removal),
}

/// New entries of a mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition {
    /// Range of the entries in the text of the edit; the text around them is the same for all edits
    /// at one position.
    pub own: Range<usize>,
    /// Their keys.
    pub keys: Vec<String>,
    /// Text between the entries of two edits.
    pub separator: &'static str,
}

/// A removed entry, linked to the next one of its mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// Start of its key.
    pub key: u32,
    /// Start of the next key.
    pub next: Option<u32>,
    /// For the first entry: the edit that removes the mapping with its key.
    pub whole: Option<Box<Edit>>,
}

impl Edit {
    /// Replaces `range` of the diagnostic's file by `text`.
    pub fn new(range: TextRange, text: impl Into<String>) -> Self {
        Self {
            path: None,
            range,
            text: text.into(),
            joint: None,
        }
    }
}

/// A fix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Its title, in the imperative.
    pub title: String,
    /// Its safety.
    pub applicability: Applicability,
    /// Its edits, in order, without overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Creates a fix that keeps the meaning, with its edits in any order.
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title.into(), Applicability::Safe, edits)
    }

    /// Creates a fix that may change the behavior of the run, with its edits in any order.
    pub fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title.into(), Applicability::Unsafe, edits)
    }

    fn new(title: String, applicability: Applicability, mut edits: Vec<Edit>) -> Self {
        edits.sort_by(|one, other| (&one.path, one.range).cmp(&(&other.path, other.range)));
        Self {
            title,
            applicability,
            edits,
        }
    }

    /// Returns `true` if a tool can apply it: a suggestion to copy is for users.
    pub fn can_be_made(&self) -> bool {
        self.applicability > Applicability::Display
    }

    /// Returns `true` if it edits only the diagnostic's file. Editors can show edits of other
    /// files, but the command line would apply only a part of the fix.
    pub fn stays_in_its_file(&self) -> bool {
        self.edits.iter().all(|edit| edit.path.is_none())
    }
}
