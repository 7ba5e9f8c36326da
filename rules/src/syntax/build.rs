//! Events to tree.
//!
//! The text between two events holds only blanks, comments and indicators; where the parser leaves a gap in its ranges
//! (the `|` of a block scalar, the first `-` of a sequence) the builder finds the place there.

use std::collections::HashMap;
use std::sync::Arc;

use super::ScalarStyle;
use super::event::{Event, Tag};
use super::tree::{NONE, NodeData, NodeId, NodeKind, Props, Tree};

use crate::text::TextRange;

pub(super) struct Builder<'a> {
    text: &'a str,
    nodes: Vec<NodeData>,
    values: Vec<Box<str>>,
    props: Vec<Props>,
    comments: Vec<TextRange>,
    documents: Vec<NodeId>,
    open: Vec<Open>,
    anchors: HashMap<&'a str, u32>,
    /// End of the last token: the gap to the next one starts here.
    last: u32,
    newest: u32,
}

/// A collection whose end has not come yet.
struct Open {
    id: u32,
    last_child: u32,
    /// The key that waits for its value.
    key: u32,
}

impl<'a> Builder<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            nodes: Vec::new(),
            values: Vec::new(),
            props: Vec::new(),
            comments: Vec::new(),
            documents: Vec::new(),
            open: Vec::new(),
            anchors: HashMap::new(),
            last: 0,
            newest: NONE,
        }
    }

    pub(super) fn push(&mut self, event: Event<'a>) {
        match event {
            Event::DocumentStart => self.anchors.clear(),
            Event::DocumentEnd => {}
            Event::MappingStart { at, flow, tag } => self.start(NodeKind::Mapping, at, flow, tag),
            Event::SequenceStart { at, flow, tag } => self.start(NodeKind::Sequence, at, flow, tag),
            Event::MappingEnd { at } | Event::SequenceEnd { at } => self.end(at),
            Event::Scalar { at, value, style, tag } => self.scalar(at, &value, style, tag),
            Event::Alias { at } => {
                let name = at.slice(self.text).trim_start_matches('*');
                let target = self.anchors.get(name).copied().unwrap_or(NONE);
                let id = self.add(NodeKind::Alias, at, false, None);
                self.nodes[id as usize].value = target;
                self.last = at.end;
            }
            Event::Anchor { at } => self.anchor(at),
            Event::Comment { at } => self.comments.push(at),
        }
    }

    pub(super) fn finish(mut self, text: Arc<str>) -> Tree {
        while !self.open.is_empty() {
            self.end(TextRange::empty(self.last));
        }
        self.comments.sort_unstable();
        Tree {
            text,
            nodes: self.nodes,
            values: self.values,
            props: self.props,
            comments: self.comments,
            documents: self.documents,
            errors: Vec::new(),
        }
    }

    fn add(&mut self, kind: NodeKind, range: TextRange, flow: bool, tag: Option<Tag>) -> u32 {
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let mut node = NodeData {
            range,
            kind,
            flow,
            repaired: false,
            parent: NONE,
            next: NONE,
            first: NONE,
            mate: NONE,
            value: NONE,
            props: NONE,
        };
        if let Some(tag) = tag {
            node.props = self.add_props(Props { anchor: None, tag: Some(tag.name.into()), tag_range: tag.at });
        }
        if let Some(open) = self.open.last_mut() {
            node.parent = open.id;
            if open.last_child == NONE {
                self.nodes[open.id as usize].first = id;
            } else {
                self.nodes[open.last_child as usize].next = id;
            }
            open.last_child = id;
            if self.nodes[open.id as usize].kind == NodeKind::Mapping {
                if open.key == NONE {
                    open.key = id;
                } else {
                    node.mate = open.key;
                    self.nodes[open.key as usize].mate = id;
                    open.key = NONE;
                }
            }
        } else {
            self.documents.push(NodeId(id));
        }
        self.nodes.push(node);
        self.newest = id;
        id
    }

    fn add_props(&mut self, props: Props) -> u32 {
        self.props.push(props);
        u32::try_from(self.props.len() - 1).unwrap_or(NONE)
    }

    fn start(&mut self, kind: NodeKind, at: TextRange, flow: bool, tag: Option<Tag>) {
        let start = match kind {
            NodeKind::Sequence if !flow => self.find_in_gap(at.start, b"-").unwrap_or(at.start),
            _ => at.start,
        };
        let id = self.add(kind, TextRange::new(start, at.end.max(start)), flow, tag);
        if flow {
            self.last = at.end;
        }
        self.open.push(Open { id, last_child: NONE, key: NONE });
    }

    fn end(&mut self, at: TextRange) {
        let Some(open) = self.open.pop() else { return };
        if open.key != NONE {
            // Only broken text ends between a key and its value.
            let key_end = self.nodes[open.key as usize].range.end;
            self.open.push(open);
            self.add(NodeKind::Empty, TextRange::empty(key_end), false, None);
            return self.end(at);
        }
        let children_end =
            if open.last_child == NONE { None } else { Some(self.nodes[open.last_child as usize].range.end) };
        let first = self.nodes[open.id as usize].first;
        let first_start = if first == NONE { None } else { Some(self.nodes[first as usize].range.start) };
        let node = &mut self.nodes[open.id as usize];
        if node.flow {
            node.range.end = at.end.max(children_end.unwrap_or(0));
            self.last = node.range.end;
        } else {
            if node.kind == NodeKind::Mapping {
                node.range.start = first_start.unwrap_or(node.range.start);
            }
            node.range.end = children_end.unwrap_or(node.range.start).max(node.range.start);
        }
        self.newest = open.id;
    }

    fn scalar(&mut self, at: TextRange, value: &str, style: ScalarStyle, tag: Option<Tag>) {
        if at.is_empty() && style == ScalarStyle::Plain {
            // The parser puts an empty node where the next token starts; it belongs behind the key or the dash.
            let place = self.place_of_empty(at.start);
            self.add(NodeKind::Empty, TextRange::empty(place), false, tag);
            return;
        }
        let range = match style {
            ScalarStyle::Literal | ScalarStyle::Folded => self.block_scalar_range(at),
            _ => at,
        };
        let id = self.add(NodeKind::Scalar(style), range, false, tag);
        if range.slice(self.text) != value {
            self.values.push(value.into());
            self.nodes[id as usize].value = u32::try_from(self.values.len() - 1).unwrap_or(NONE);
        }
        self.last = range.end;
    }

    /// Behind the `:` or `-` that announces the empty node, else where the parser says.
    fn place_of_empty(&self, at: u32) -> u32 {
        let waiting = self.open.last().is_some_and(|open| open.key != NONE);
        let indicator: &[u8] = if waiting { b":" } else { b"-" };
        self.find_in_gap(at, indicator).map_or(at, |found| found + 1)
    }

    /// From the `|` or `>` to the end of the last line with content.
    fn block_scalar_range(&self, at: TextRange) -> TextRange {
        let start = self.find_in_gap(at.start.max(self.last), b"|>").unwrap_or(at.start);
        let kept = TextRange::new(start, at.end).slice(self.text).trim_end().len();
        TextRange::new(start, start + u32::try_from(kept).unwrap_or(0))
    }

    /// The first of `wanted` between the last token and `to`, outside comments.
    fn find_in_gap(&self, to: u32, wanted: &[u8]) -> Option<u32> {
        let bytes = self.text.as_bytes();
        let mut i = self.last as usize;
        let end = (to as usize + 1).min(bytes.len());
        while i < end {
            match bytes[i] {
                byte if wanted.contains(&byte) => return u32::try_from(i).ok(),
                b'#' => {
                    while i < end && !matches!(bytes[i], b'\n' | b'\r') {
                        i += 1;
                    }
                }
                _ => {}
            }
            i += 1;
        }
        None
    }

    fn anchor(&mut self, at: TextRange) {
        if self.newest == NONE {
            return;
        }
        let name = at.slice(self.text).trim_start_matches('&');
        self.anchors.insert(name, self.newest);
        let existing = self.nodes[self.newest as usize].props;
        if existing == NONE {
            let props = self.add_props(Props { anchor: Some(at), ..Props::default() });
            self.nodes[self.newest as usize].props = props;
        } else {
            self.props[existing as usize].anchor = Some(at);
        }
    }
}
