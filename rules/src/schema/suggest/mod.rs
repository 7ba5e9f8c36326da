//! What may still be written at a place: keys of a mapping, words of a value.
//!
//! Start with [`descent`]: both go down to the place by the same walk, which keeps what every
//! mapping on the way may be. [`keys`] and [`words`] only differ in what they make of the last
//! mapping. What must stay true: text that is missing or half written rules nothing out.

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
