//! The two crates through their functions, without a process between: one binary, so that its tests
//! fill all cores to the end. `cargo test -p azml-tests --test crates keys::` runs those of one
//! file.

mod cards;
mod completion;
mod computes;
mod editor;
mod expressions;
mod generated;
mod growth;
mod incremental;
mod keys;
mod kinds;
mod monkey;
mod outline;
mod phrases;
mod promises;
mod properties;
mod refactor;
mod refresh;
mod repairs;
mod schema;
mod sizes;
mod skeletons;
mod syntax_errors;
mod syntax_hostile;
mod syntax_properties;
mod syntax_ranges;
mod typing;
mod values;
mod versions;
mod words;
mod yaml_suite;
