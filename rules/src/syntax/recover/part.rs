//! Repairs the entry that is being edited, without parsing the rest of the text.
//!
//! Invariant: the repair of the whole text would give the same result. So the parser must stop
//! within the entry or the lines that follow it, where it also stops in the whole text, and the
//! first repair of the edited line must succeed.

use std::ops::Range;
use std::sync::Arc;

use granit_parser::ErrorKind;

use super::attempt::attempt_patched;
use super::repair::{Patch, repairs};
use super::surroundings;
use crate::syntax::SyntaxError;
use crate::syntax::error::{ParserState, describe};
use crate::syntax::lines::Lines;
use crate::syntax::parse::build::TreeBuilder;
use crate::syntax::parse::event::{Failure, events};
use crate::syntax::tree::Tree;

/// An entry on lines of its own, with those that follow it in the same mapping.
pub(in crate::syntax) struct BrokenEntry {
    /// Byte range of its lines.
    pub(in crate::syntax) lines: Range<usize>,
    /// End of the lines of the next entries, which are sound.
    pub(in crate::syntax) followed_to: usize,
    /// Edited line, counted from 0 at its start.
    pub(in crate::syntax) edited: usize,
}

/// Parses `part` alone with its edited line repaired, and returns the tree with the error at its
/// place in the whole text; `None` if the result may depend on the rest of the text.
pub(in crate::syntax) fn repair_part(
    text: &Arc<str>,
    part: &BrokenEntry,
) -> Option<(Tree, SyntaxError)> {
    let error = first_error(text, part)?;
    let followed = Lines::new(text.get(part.lines.start..part.followed_to)?);
    // The context of the first line and of an empty line is outside the part.
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

/// Returns the error of the parser; `None` if the end of the part may have caused it.
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

/// Returns `true` if the error is about a missing end, which may follow later in the whole text.
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
