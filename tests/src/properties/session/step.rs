//! What an editor can do next.

use arbitrary::Arbitrary;

use crate::damage::{LINES, PIECES};

/// One step. Files, methods, and places are taken modulo what there is.
#[derive(Clone, Debug, Arbitrary)]
pub(super) enum Step {
    /// Types.
    Change { file: u8, changes: Vec<Change> },
    /// Sends the whole text.
    Replace { file: u8, text: Typed },
    /// Closes what is open, opens what is closed.
    Toggle { file: u8 },
    /// Asks about a place.
    Ask { file: u8, method: u8, at: u16 },
    /// Asks about a file.
    Look { file: u8, method: u8, at: u16 },
    /// Sends what no client should: the next request is answered all the same.
    Odd { header: u8, body: Vec<u8> },
}

/// A range that is replaced.
#[derive(Clone, Debug, Arbitrary)]
pub(super) struct Change {
    pub(super) at: u16,
    pub(super) longest: u8,
    pub(super) text: Typed,
}

/// What is typed.
#[derive(Clone, Debug, Arbitrary)]
pub(super) enum Typed {
    Nothing,
    Piece(u8),
    Line(u8),
    Text(String),
}

impl Step {
    /// Which file it is about.
    pub(super) fn file(&self) -> u8 {
        match self {
            Self::Change { file, .. }
            | Self::Replace { file, .. }
            | Self::Toggle { file }
            | Self::Ask { file, .. }
            | Self::Look { file, .. } => *file,
            Self::Odd { .. } => 0,
        }
    }
}

impl Typed {
    /// As text.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Piece(at) => PIECES[usize::from(*at) % PIECES.len()].to_owned(),
            Self::Line(at) => format!("\n{}\n", LINES[usize::from(*at) % LINES.len()]),
            Self::Text(text) => text.clone(),
        }
    }
}
