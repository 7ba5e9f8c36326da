//! What the tests share: where files come from, and chance that repeats.

mod random;
mod sources;

pub use random::Random;
pub use sources::{corpus, fixtures, sources, yaml_files};
