//! Content of a part of the text that is parsed alone.

use crate::syntax::error::{ParserState, SyntaxError, describe};
use crate::syntax::lines::end_of;
use crate::syntax::parse::build::TreeBuilder;
use crate::syntax::parse::event::{ParserEvent, events};

/// Events of a part.
pub(super) struct TextPart<'e> {
    pub(super) events: Vec<ParserEvent<'e>>,
    pub(super) kind: TextPartKind,
    /// Length in bytes of its original text.
    pub(super) len: u32,
}

/// Kind of the first node of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextPartKind {
    Mapping,
    Sequence,
    Other,
    Nothing,
}

/// Selection of the events of a part that go into the tree; comments always do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Node,
    Children,
    Comments,
}

impl<'e> TextPart<'e> {
    /// Parses `text`, which starts at offset `shift` of the whole text.
    pub(super) fn parse(text: &'e str, shift: u32) -> Result<Self, SyntaxError> {
        let mut part = TextPart {
            events: Vec::new(),
            kind: TextPartKind::Nothing,
            len: end_of(text),
        };
        let Err(failure) = events(text, |event| part.add(event)) else {
            return Ok(part);
        };
        let mut builder = TreeBuilder::new(text, text);
        for event in part.events {
            builder.push(event);
        }
        let state = ParserState {
            text,
            last: builder.last_end(),
            open_flow: builder.open_flow(),
        };
        Err(describe(&failure, &state).map(|offset| offset + shift))
    }

    fn add(&mut self, event: ParserEvent<'e>) {
        if self.kind == TextPartKind::Nothing {
            self.kind = match &event {
                ParserEvent::MappingStart { flow: false, .. } => TextPartKind::Mapping,
                ParserEvent::SequenceStart { flow: false, .. } => TextPartKind::Sequence,
                ParserEvent::Scalar { at, .. } if at.is_empty() => TextPartKind::Nothing,
                ParserEvent::DocumentStart
                | ParserEvent::DocumentEnd
                | ParserEvent::Comment { .. } => TextPartKind::Nothing,
                _ => TextPartKind::Other,
            };
        }
        self.events.push(event);
    }

    /// Returns the selected events, in order.
    pub(super) fn selected(self, keep: Keep) -> impl Iterator<Item = ParserEvent<'e>> {
        let mut depth = 0;
        let mut outermost = false;
        self.events.into_iter().filter(move |event| {
            // The outermost collection is left out with its anchor.
            let anchor_of_outermost = outermost && matches!(event, ParserEvent::Anchor { .. });
            let (level, inner) = match event {
                ParserEvent::MappingStart { .. } | ParserEvent::SequenceStart { .. } => {
                    (depth, depth + 1)
                }
                ParserEvent::MappingEnd { .. } | ParserEvent::SequenceEnd { .. } => {
                    (depth - 1, depth - 1)
                }
                _ => (depth, depth),
            };
            depth = inner;
            outermost = level == 0;
            matches!(event, ParserEvent::Comment { .. })
                || match keep {
                    Keep::Node => {
                        !matches!(event, ParserEvent::DocumentStart | ParserEvent::DocumentEnd)
                    }
                    Keep::Children => level > 0 && !anchor_of_outermost,
                    Keep::Comments => false,
                }
        })
    }

    /// Removes the last node if it is an empty value, because the value may be on the lines below.
    pub(super) fn take_empty_value(&mut self) -> bool {
        let Some(last) = self.events.iter().rposition(|event| !may_follow(event)) else {
            return false;
        };
        // An empty value in a nested entry is not the one to complete.
        let outermost = self.events[last..]
            .iter()
            .filter(|event| matches!(event, ParserEvent::MappingEnd { .. }))
            .count()
            == 1;
        let empty = outermost
            && matches!(&self.events[last], ParserEvent::Scalar { at, .. } if at.is_empty());
        if empty {
            // The anchor would be attached to the key.
            let behind = self.events.split_off(last + 1);
            self.events.pop();
            self.events.extend(
                behind
                    .into_iter()
                    .filter(|event| !matches!(event, ParserEvent::Anchor { .. })),
            );
        }
        empty
    }
}

/// Returns `true` if `event` may come after the value of the last entry.
fn may_follow(event: &ParserEvent<'_>) -> bool {
    matches!(
        event,
        ParserEvent::Comment { .. }
            | ParserEvent::Anchor { .. }
            | ParserEvent::MappingEnd { .. }
            | ParserEvent::DocumentEnd
    )
}
