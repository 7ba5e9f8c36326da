//! The catalogue of document kinds: what may stand where.
//!
//! [`table`] is the data of `data/schema/` as statics.

pub mod table;
