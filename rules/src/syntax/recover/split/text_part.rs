//! What a part of the text holds when it is parsed alone.

use crate::syntax::build::TreeBuilder;
use crate::syntax::error::{ParserState, SyntaxError, describe};
use crate::syntax::event::{Event, events};
use crate::syntax::lines::end_of;

/// The events of a part.
pub(super) struct TextPart<'e> {
    pub(super) events: Vec<Event<'e>>,
    pub(super) kind: TextPartKind,
    /// Bytes of the original that it takes.
    pub(super) len: u32,
}

/// The first node of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextPartKind {
    Mapping,
    Sequence,
    Other,
    Nothing,
}

/// Which events of a part go into the tree; its comments always do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Node,
    Children,
    Comments,
}

impl<'e> TextPart<'e> {
    /// Parses `text`, which starts at `shift` in the whole.
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

    fn add(&mut self, event: Event<'e>) {
        if self.kind == TextPartKind::Nothing {
            self.kind = match &event {
                Event::MappingStart { flow: false, .. } => TextPartKind::Mapping,
                Event::SequenceStart { flow: false, .. } => TextPartKind::Sequence,
                Event::Scalar { at, .. } if at.is_empty() => TextPartKind::Nothing,
                Event::DocumentStart | Event::DocumentEnd | Event::Comment { .. } => {
                    TextPartKind::Nothing
                }
                _ => TextPartKind::Other,
            };
        }
        self.events.push(event);
    }

    /// The events to keep, in order.
    pub(super) fn kept(self, keep: Keep) -> impl Iterator<Item = Event<'e>> {
        let mut depth = 0;
        let mut outermost = false;
        self.events.into_iter().filter(move |event| {
            // The outermost collection is left out, and its anchor with it.
            let anchor_of_outermost = outermost && matches!(event, Event::Anchor { .. });
            let (level, inner) = match event {
                Event::MappingStart { .. } | Event::SequenceStart { .. } => (depth, depth + 1),
                Event::MappingEnd { .. } | Event::SequenceEnd { .. } => (depth - 1, depth - 1),
                _ => (depth, depth),
            };
            depth = inner;
            outermost = level == 0;
            matches!(event, Event::Comment { .. })
                || match keep {
                    Keep::Node => !matches!(event, Event::DocumentStart | Event::DocumentEnd),
                    Keep::Children => level > 0 && !anchor_of_outermost,
                    Keep::Comments => false,
                }
        })
    }

    /// Takes out the last node if it is an empty value: one that may come on the lines below.
    pub(super) fn take_empty_value(&mut self) -> bool {
        let Some(last) = self.events.iter().rposition(|event| !may_follow(event)) else {
            return false;
        };
        // That of an entry within the entry is not the one to go on below.
        let outermost = self.events[last..]
            .iter()
            .filter(|event| matches!(event, Event::MappingEnd { .. }))
            .count()
            == 1;
        let empty =
            outermost && matches!(&self.events[last], Event::Scalar { at, .. } if at.is_empty());
        if empty {
            // An anchor would go to the key now.
            let behind = self.events.split_off(last + 1);
            self.events.pop();
            self.events.extend(
                behind
                    .into_iter()
                    .filter(|event| !matches!(event, Event::Anchor { .. })),
            );
        }
        empty
    }
}

/// Whether `event` may come behind the value of the last entry.
fn may_follow(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Comment { .. }
            | Event::Anchor { .. }
            | Event::MappingEnd { .. }
            | Event::DocumentEnd
    )
}
