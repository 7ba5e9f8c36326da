//! What the tests share: where files come from, and chance that repeats.

mod events;
mod random;
mod sources;

pub use events::event_lines;
pub use random::Random;
pub use sources::{corpus, fixtures, sources, yaml_files};
