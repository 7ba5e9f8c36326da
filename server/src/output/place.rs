//! Offsets as people and other tools count them: lines and characters from 1. A byte-order mark is
//! no character.

use azml_rules::text::{Column, TextRange};

use super::source::Source;

/// A place as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub(super) struct PrintedPlace {
    /// From 1.
    pub(super) line: u32,
    /// In characters, from 1.
    pub(super) column: u32,
    /// In bytes, from 0.
    pub(super) offset: u32,
}

impl PrintedPlace {
    pub(super) fn new(source: &Source, offset: u32) -> Self {
        let at = source
            .lines()
            .position(source.text(), offset, Column::Utf32);
        let mark =
            u32::from(at.line == 0 && at.column > 0 && source.text().starts_with('\u{feff}'));
        Self {
            line: at.line + 1,
            column: at.column + 1 - mark,
            offset,
        }
    }

    /// Start and end of `range`.
    pub(super) fn of(source: &Source, range: TextRange) -> (Self, Self) {
        (Self::new(source, range.start), Self::new(source, range.end))
    }
}
