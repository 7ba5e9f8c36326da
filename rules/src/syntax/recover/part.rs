//! A part of a text that is not YAML where somebody writes, repaired without the rest.
//!
//! What must stay true: the whole text would be repaired in the same way. So the parser must stop
//! inside the lines that follow it, where it stops in the whole text as well, and the first repair of
//! the edited line must do.

use std::ops::Range;
use std::sync::Arc;

use granit_parser::ErrorKind;

use super::attempt::attempt_patched;
use super::repair::{Patch, repairs};
use super::surroundings;
use crate::syntax::SyntaxError;
use crate::syntax::build::TreeBuilder;
use crate::syntax::error::{ParserState, describe};
use crate::syntax::event::{Failure, events};
use crate::syntax::lines::Lines;
use crate::syntax::tree::Tree;

/// An entry on lines of its own with those that follow it in the same mapping.
pub(in crate::syntax) struct BrokenEntry {
    /// Where its lines are.
    pub(in crate::syntax) lines: Range<usize>,
    /// Where the lines of the next entries end: these are sound.
    pub(in crate::syntax) followed_to: usize,
    /// The line (from 0 at its start) that was edited.
    pub(in crate::syntax) edited: usize,
}

/// The tree of `part` alone, and the mistake in it at its place in the whole text; `None` where more
/// than the part may have a say in that.
pub(in crate::syntax) fn repair_part(
    text: &Arc<str>,
    part: &BrokenEntry,
) -> Option<(Tree, SyntaxError)> {
    let error = first_error(text, part)?;
    let followed = Lines::new(text.get(part.lines.start..part.followed_to)?);
    // What is before the first line, and what an empty one may have been, is elsewhere.
    if part.edited == 0 || followed.shape(part.edited).is_empty() {
        return None;
    }
    let around = surroundings(&followed, part.edited);
    let first = repairs(part.edited, followed.str(part.edited), around);
    let patch = Patch::default().with(first.into_iter().next()?);
    let alone: Arc<str> = text.get(part.lines.clone())?.into();
    let tree = attempt_patched(&alone, &Lines::new(&alone), &patch).ok()?;
    Some((tree, error))
}

/// What stops the parser, where the end of what it is given has no say in that.
fn first_error(text: &str, part: &BrokenEntry) -> Option<SyntaxError> {
    let followed = text.get(part.lines.start..part.followed_to)?;
    let mut builder = TreeBuilder::new(followed, followed);
    let failure = events(followed, |event| builder.push(event)).err()?;
    let start = u32::try_from(part.lines.start).ok()?;
    let failure = Failure {
        at: failure.at + start,
        kind: failure.kind,
    };
    if is_of_end(&failure.kind) {
        return None;
    }
    let state = ParserState {
        text,
        last: builder.last_end() + start,
        open_flow: builder.open_flow().map(|open| open + start),
    };
    Some(describe(&failure, &state))
}

/// Whether something waits for its end, which may come later in the whole text.
fn is_of_end(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnexpectedEofFlowSequence
            | ErrorKind::UnexpectedEofFlowMapping
            | ErrorKind::UnexpectedEofImplicitFlowMapping
            | ErrorKind::UnexpectedEofBlockSequence
            | ErrorKind::UnexpectedEofBlockMapping
            | ErrorKind::UnexpectedEof
            | ErrorKind::UnclosedQuotedScalar
            | ErrorKind::UnclosedFlowCollection { .. }
    )
}
