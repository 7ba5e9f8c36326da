//! Positions in text: byte ranges inside, lines and columns at the border.
//!
//! Everything in this crate counts in bytes. [`LineIndex`] is the only place that converts, and a
//! line ends at `\n`, `\r` or `\r\n` and nowhere else (not at U+2028, VT or FF, which other tools
//! count).

mod line_index;
mod location;
pub mod printable;
mod range;

pub use line_index::{Column, LineIndex, Position};
pub use location::Location;
pub use range::TextRange;
