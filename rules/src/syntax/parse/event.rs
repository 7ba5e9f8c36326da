//! Interface to the strict parser: one function that takes text and returns events with byte offsets.
//!
//! granit-parser reads YAML as PyYAML and ruamel.yaml do, which the official client uses. Nesting
//! limits stay at its default of 255, so that recursion over the tree is safe.

use std::borrow::Cow;

use granit_parser::{
    ErrorKind, Event as Granit, Parser, ScalarStyle as GranitStyle, Span, StructureStyle,
};

use crate::syntax::tree::ScalarStyle;
use crate::text::TextRange;

/// One step of the parser.
#[derive(Debug)]
pub(in crate::syntax) enum ParserEvent<'a> {
    DocumentStart,
    DocumentEnd,
    MappingStart {
        at: TextRange,
        flow: bool,
        tag: Option<NodeTag>,
    },
    MappingEnd {
        at: TextRange,
    },
    SequenceStart {
        at: TextRange,
        flow: bool,
        tag: Option<NodeTag>,
    },
    SequenceEnd {
        at: TextRange,
    },
    Scalar {
        at: TextRange,
        value: Cow<'a, str>,
        style: ScalarStyle,
        tag: Option<NodeTag>,
    },
    Alias {
        at: TextRange,
    },
    /// A missing node at its exact place; only recovery emits it.
    Empty {
        at: u32,
    },
    /// The anchor of the previous node.
    Anchor {
        at: TextRange,
    },
    Comment {
        at: TextRange,
    },
}

/// A resolved tag and its range.
#[derive(Debug, Clone)]
pub(in crate::syntax) struct NodeTag {
    pub(in crate::syntax) name: String,
    pub(in crate::syntax) at: Option<TextRange>,
}

impl NodeTag {
    /// Returns the same tag with its range moved.
    fn moved(self, moved: impl Fn(TextRange) -> TextRange) -> Self {
        Self {
            at: self.at.map(moved),
            ..self
        }
    }
}

impl ParserEvent<'_> {
    /// Returns the same event with `map` applied to every offset.
    pub(in crate::syntax) fn map(self, map: impl Fn(u32) -> u32) -> Self {
        let range = |at: TextRange| TextRange::new(map(at.start), map(at.end));
        match self {
            Self::DocumentStart | Self::DocumentEnd => self,
            Self::MappingStart { at, flow, tag } => Self::MappingStart {
                at: range(at),
                flow,
                tag: tag.map(|tag| tag.moved(range)),
            },
            Self::MappingEnd { at } => Self::MappingEnd { at: range(at) },
            Self::SequenceStart { at, flow, tag } => Self::SequenceStart {
                at: range(at),
                flow,
                tag: tag.map(|tag| tag.moved(range)),
            },
            Self::SequenceEnd { at } => Self::SequenceEnd { at: range(at) },
            Self::Scalar {
                at,
                value,
                style,
                tag,
            } => Self::Scalar {
                at: range(at),
                value,
                style,
                tag: tag.map(|tag| tag.moved(range)),
            },
            Self::Alias { at } => Self::Alias { at: range(at) },
            Self::Empty { at } => Self::Empty { at: map(at) },
            Self::Anchor { at } => Self::Anchor { at: range(at) },
            Self::Comment { at } => Self::Comment { at: range(at) },
        }
    }
}

/// Position and reason of a parser error.
#[derive(Debug, Clone)]
pub(in crate::syntax) struct Failure {
    pub(in crate::syntax) kind: ErrorKind,
    pub(in crate::syntax) at: u32,
}

/// Feeds every event of `text` to `sink`, up to the first error.
///
/// # Errors
/// Returns the first place that is not YAML.
pub(in crate::syntax) fn events<'a>(
    text: &'a str,
    mut sink: impl FnMut(ParserEvent<'a>),
) -> Result<(), Failure> {
    let options = granit_parser::options! {
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        max_buffered_comment_events: text.len(),
    };
    for step in Parser::new_from_str_with_options(text, options) {
        let (event, span) = step.map_err(|error| {
            let at = error.marker().byte_offset();
            let at = at.unwrap_or(text.len()).min(text.len());
            Failure {
                kind: error.kind().clone(),
                at: TextRange::from(at..at).start,
            }
        })?;
        if let Some(event) = convert(event, &span) {
            sink(event);
        }
    }
    Ok(())
}

fn convert<'a>(event: Granit<'a>, span: &Span) -> Option<ParserEvent<'a>> {
    let at = range(span);
    let tag = |tag: Option<Cow<'_, granit_parser::Tag>>| tag.map(|tag| convert_tag(&tag, span));
    Some(match event {
        Granit::DocumentStart(..) => ParserEvent::DocumentStart,
        Granit::DocumentEnd => ParserEvent::DocumentEnd,
        Granit::MappingStart(style, _, t) => ParserEvent::MappingStart {
            at,
            flow: style == StructureStyle::Flow,
            tag: tag(t),
        },
        Granit::MappingEnd => ParserEvent::MappingEnd { at },
        Granit::SequenceStart(style, _, t) => ParserEvent::SequenceStart {
            at,
            flow: style == StructureStyle::Flow,
            tag: tag(t),
        },
        Granit::SequenceEnd => ParserEvent::SequenceEnd { at },
        Granit::Scalar(value, style, _, t) => ParserEvent::Scalar {
            at,
            value,
            style: convert_style(style),
            tag: tag(t),
        },
        Granit::Alias(_) | Granit::UnresolvedAlias(_) => ParserEvent::Alias { at },
        Granit::Anchor(..) => ParserEvent::Anchor { at },
        Granit::Comment(..) => ParserEvent::Comment { at },
        // Stream ends, and events that a later version of the parser may add.
        _ => return None,
    })
}

fn convert_tag(tag: &granit_parser::Tag, span: &Span) -> NodeTag {
    NodeTag {
        name: format!("{}{}", tag.handle(), tag.suffix()),
        at: span.tag_span().as_ref().map(range),
    }
}

fn convert_style(style: GranitStyle) -> ScalarStyle {
    match style {
        GranitStyle::Plain => ScalarStyle::Plain,
        GranitStyle::SingleQuoted => ScalarStyle::SingleQuoted,
        GranitStyle::DoubleQuoted => ScalarStyle::DoubleQuoted,
        GranitStyle::Literal => ScalarStyle::Literal,
        GranitStyle::Folded => ScalarStyle::Folded,
    }
}

fn range(span: &Span) -> TextRange {
    span.byte_range()
        .map_or_else(TextRange::default, TextRange::from)
}
