//! Types and keys in words, for messages, cards and lists.
//!
//! [`expected`] says what to write, [`brief`] the same in few words, [`notation`] as the catalogue
//! writes it; [`KnownKey`] is what a card tells of a key. What must stay true: nothing here looks
//! at more than one type or key.

mod brief;
mod expected;
mod key;
mod notation;

pub use brief::brief;
pub use expected::{any_of, expected};
pub use key::KnownKey;
pub use notation::{NotationNames, notation};
