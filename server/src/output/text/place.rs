//! Offsets as people and other tools count them: lines and characters from 1. A byte-order mark is
//! no character.

use azml_rules::text::{Column, TextRange};

use super::source::SourceText;
use crate::output::schema::json_struct;

json_struct! {
    /// A place as it is written.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(crate) struct PrintedPlace {
        /// From 1.
        pub(crate) line: u32,
        /// In characters, from 1.
        pub(crate) column: u32,
        /// In bytes, from 0.
        pub(crate) offset: u32,
    }
}

impl PrintedPlace {
    pub(crate) fn new(source: &SourceText, offset: u32) -> Self {
        let (line, column) = line_and_column(source, offset, Column::Utf32);
        Self {
            line,
            column,
            offset,
        }
    }

    /// Start and end of `range`.
    pub(crate) fn of(source: &SourceText, range: TextRange) -> (Self, Self) {
        (Self::new(source, range.start), Self::new(source, range.end))
    }
}

/// The line of `offset` and its column in `unit`, from 1. A byte-order mark only counts as bytes.
pub(crate) fn line_and_column(source: &SourceText, offset: u32, unit: Column) -> (u32, u32) {
    let at = source.lines().position(source.text(), offset, unit);
    let is_behind_mark = at.line == 0 && at.column > 0 && source.text().starts_with('\u{feff}');
    let mark = u32::from(is_behind_mark && unit != Column::Utf8);
    (at.line + 1, at.column + 1 - mark)
}
