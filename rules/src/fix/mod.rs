//! Repairs: byte-range edits of the text, labelled by how far they can be trusted.
//!
//! Start at [`Fix`]; `build` makes the edits that rules need and keeps the layout of the file. What
//! must stay true: an edit never reaches outside what it repairs, and every other byte stays.

mod build;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use build::{
    add_below, add_entry, column, entry_lines, indent_unit, insert_key, newline, remove_entry,
    replace, replace_by_scalar, set_reference,
};

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
}

/// Applies the edits of `fixes` to `text`, first come first served: a fix that overlaps an earlier
/// one is left out. Returns the new text and how many fixes went in. Edits of other files are
/// ignored.
#[must_use]
pub fn apply<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, usize) {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    let mut applied = 0;
    for fix in fixes {
        let own: Vec<&Edit> = fix
            .edits
            .iter()
            .filter(|edit| edit.path.is_none())
            .collect();
        let fits = |edit: &Edit| text.get(std::ops::Range::from(edit.range)).is_some();
        let clashes = |edit: &Edit| neighbors(&taken, edit).any(|it| is_at_one_place(it, edit));
        if own.is_empty() || own.iter().any(|edit| !fits(edit) || clashes(edit)) {
            continue;
        }
        taken.extend(own.into_iter().map(|edit| (edit.range.start, edit)));
        applied += 1;
    }
    let mut out = String::with_capacity(text.len());
    let mut last = 0;
    for edit in taken.into_values() {
        out.push_str(&text[last as usize..edit.range.start as usize]);
        out.push_str(&edit.text);
        last = edit.range.end;
    }
    out.push_str(&text[last as usize..]);
    (out, applied)
}

/// The edits before and behind the place of `edit`: no two of `taken` overlap, so that no other one
/// can.
fn neighbors<'e>(taken: &BTreeMap<u32, &'e Edit>, edit: &Edit) -> impl Iterator<Item = &'e Edit> {
    let start = edit.range.start;
    let before = taken.range(..=start).next_back();
    let behind = taken.range(start + 1..).next();
    before.into_iter().chain(behind).map(|(_, edit)| *edit)
}

fn is_at_one_place(one: &Edit, other: &Edit) -> bool {
    one.range.intersects(other.range) || one.range.start == other.range.start
}
