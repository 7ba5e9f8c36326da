//! Errors of reading a file.

use std::io;

use thiserror::Error;

use super::system_error::without_number;

/// Larger files are never Azure ML YAML, and offsets are 32 bits wide.
pub(crate) const MAX_BYTES: usize = 16 << 20;

/// Reason why there is no text.
#[derive(Debug, Error)]
pub enum ReadProblem {
    /// The system refuses.
    #[error("can't be read: {}", without_number(.0))]
    Io(#[from] io::Error),
    /// It is something else than a file.
    #[error("is {0}, not a file")]
    NoFile(&'static str),
    /// It is something else than text.
    #[error("is not UTF-8 (byte {offset}, line {line})")]
    NotUtf8 {
        /// The first byte that does not belong there.
        offset: usize,
        /// Its line, from 1.
        line: usize,
        /// The text with `U+FFFD` in place of what could not be read: enough to see what kind of
        /// file it is.
        lossy: String,
    },
    /// Too much.
    #[error("is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
}
