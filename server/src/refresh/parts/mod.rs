//! Files of a snapshot: the keys of each, and how its entries are read from answers.
//!
//! [`part`] lists the files and their keys, the only ones that are written. `computes`, `sizes`, `quota`, `datastores`, `assets`,
//! `endpoints`, and `workspace` read an entry of an answer.

pub(crate) mod assets;
pub(crate) mod computes;
pub(crate) mod datastores;
pub(crate) mod endpoints;
pub(crate) mod part;
pub(crate) mod quota;
pub(crate) mod sizes;
pub(crate) mod workspace;
