//! Describes types and keys in words, for messages, hovers and lists.
//!
//! [`expected`](mod@expected) describes allowed values, [`brief`](mod@brief) in fewer words,
//! [`notation`](mod@notation) in the notation of the catalog; [`key`] has the properties of a key.
//! Invariant: each description concerns one type or key only.

mod brief;
mod expected;
mod key;
mod notation;

pub use brief::brief;
pub use expected::{any_of, expected};
pub use key::KnownKey;
pub use notation::{NotationNames, notation};
