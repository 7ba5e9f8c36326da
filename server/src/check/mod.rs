//! Runs the rules over many files.

mod panic;

pub use panic::{guarded, install_panic_hook};
