//! Suggestions for a place: the missing keys of a mapping, the words of a value.
//!
//! Start with [`descent`]: it walks down to the place with the possible types of each [`collection`],
//! ranked by [`evidence`]. [`keys`] and [`words`] list suggestions, [`kinds`] the possible kinds of the
//! document, and [`existing_keys`] the existing keys. Invariant: missing text excludes no alternative.

mod collection;
mod descent;
mod evidence;
mod existing_keys;
mod keys;
mod kinds;
mod words;

pub use collection::PossibleValue;
pub use keys::{KeyNeed, OpenMapping, SuggestedKey, open_mapping};
pub use kinds::{is_some_kind_with, kinds_left};
pub use words::{SuggestedWord, possible_values, suggested_words};
