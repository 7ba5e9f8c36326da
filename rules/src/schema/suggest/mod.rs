//! Suggestions for a place: the missing keys of a mapping, the words of a value.
//!
//! Start with [`descent`], the walk down to the place, which collects the possible types of each mapping as a [`collection`] and
//! ranks them by [`evidence`]. [`keys`] and [`words`] list the suggestions for the last mapping, [`kinds`] finds the possible
//! kinds of the document, and [`written`] has the existing keys. Invariant: missing or unfinished text excludes no alternative.

mod collection;
mod descent;
mod evidence;
mod keys;
mod kinds;
mod words;
mod written;

pub use collection::PossibleValue;
pub use keys::{KeyNeed, OfferedKey, OpenMapping, open_mapping};
pub use kinds::{is_some_kind_with, kinds_left};
pub use words::{OfferedWord, offered_words, possible_values};
