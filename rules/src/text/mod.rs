//! Positions in text: byte ranges inside, lines and columns at the edges.
//!
//! Everything in this crate counts in bytes ([`range`], [`location`]). Only [`LineIndex`] converts
//! ([`line_index`]). A line ends at `\n`, `\r` or `\r\n` and at no other character, such as U+2028,
//! VT or FF, which other tools count. [`printable`] escapes text for output.

mod line_index;
mod location;
pub mod printable;
mod range;

pub use line_index::{Column, LineIndex, Position};
pub use location::Location;
pub use range::TextRange;
