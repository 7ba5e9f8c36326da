//! Byte offsets as the client's lines and columns, and back: the only conversion in the server.

use azml_rules::text::{self, Column, LineIndex, TextRange};
use tower_lsp::lsp_types::{Position, Range};

/// `at` in the client's unit.
pub(crate) fn range(text: &str, lines: &LineIndex, at: TextRange, unit: Column) -> Range {
    Range::new(
        position(text, lines, at.start, unit),
        position(text, lines, at.end, unit),
    )
}

/// `offset` in the client's unit.
pub(crate) fn position(text: &str, lines: &LineIndex, offset: u32, unit: Column) -> Position {
    let text::Position { line, column } = lines.position(text, offset, unit);
    Position::new(line, column)
}

/// The offset of a position of the client.
pub(crate) fn offset(text: &str, lines: &LineIndex, at: Position, unit: Column) -> u32 {
    let position = text::Position {
        line: at.line,
        column: at.character,
    };
    lines.offset(text, position, unit)
}
