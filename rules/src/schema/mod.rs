//! The catalogue of document kinds: what may stand where, and what in a document does not fit.
//!
//! [`table`] is the data of `data/schema/` as statics, [`walk`] holds a document against it once; rules report what it
//! found, hover and completion ask it what stands where.

mod check;
mod choose;
mod free;
mod holder;
mod later;
mod near;
mod place;
pub mod plain;
mod problem;
mod query;
mod resources;
mod root;
mod scalar;
mod slot;
mod spelling;
pub mod table;
mod vocabulary;
mod walk;
pub mod words;
mod words_of;

pub use choose::enum_values;
pub use free::{FreeKey, Need};
pub use near::walk_at;
pub use place::Place;
pub use problem::{Fault, Problem};
pub use query::may_name_files;
pub(crate) use resources::resource_uses_of;
pub use resources::{SizeUse, resource_at, resource_uses, vm_size_uses};
pub use slot::{Slot, describes, slot};
pub use spelling::{fits, meant};
pub use vocabulary::is_common;
pub use walk::{Walk, accepts, place_for, takes_expression, walk};
pub use words_of::{Candidate, Word, candidates, words_of};
