//! The catalogue of document kinds: what may stand where, and what in a document does not fit.
//!
//! [`table`] is the data of `data/schema/` as statics, [`walk`] holds a document against it once; rules report what it
//! found, hover and completion ask it what stands where.

mod check;
mod choose;
mod later;
mod problem;
mod query;
mod root;
mod scalar;
mod spelling;
pub mod table;
mod walk;
pub mod words;

pub use choose::enum_values;
pub use problem::{Fault, Problem};
pub use query::Slot;
pub use spelling::{fits, meant};
pub use walk::{Walk, accepts, takes_expression, walk};
