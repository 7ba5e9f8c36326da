//! Builds the tree from the events of the parser.
//!
//! The text between two events holds only blanks, comments and indicators; where the parser leaves
//! a gap in its ranges (the `|` of a block scalar, the first `-` of a sequence) the builder finds
//! the place there.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::aliases::{Aliases, ExpandedSize};
use super::event::{NodeTag, ParserEvent};
use crate::syntax::placeholder::is_template;
use crate::syntax::tree::node_id::NodeId;
use crate::syntax::tree::{Flags, LONG, NONE, NodeData, NodeKind, Props, ScalarStyle, Tree, hint};
use crate::text::TextRange;

pub(in crate::syntax) struct TreeBuilder<'a> {
    text: &'a str,
    /// The text that was parsed, with the same length: text that recovery removed must not be found
    /// in a gap.
    gaps: &'a str,
    nodes: Vec<NodeData>,
    values: Vec<Box<str>>,
    props: Vec<Props>,
    comments: Vec<TextRange>,
    documents: Vec<NodeId>,
    open: Vec<OpenCollection<'a>>,
    anchors: HashMap<&'a str, Anchor>,
    aliases: Aliases,
    /// Number of mappings with more than [`LONG`](crate::syntax::tree::LONG) entries.
    long: usize,
    /// End of the last token: the gap to the next one starts here.
    last: u32,
    /// End of the part of the text that is being read: a gap does not extend beyond it.
    limit: u32,
    newest: u32,
}

/// A collection whose end has not been read yet.
struct OpenCollection<'a> {
    id: u32,
    last_child: u32,
    /// The key whose value has not been read yet.
    key: u32,
    children: usize,
    anchor: Option<&'a str>,
    /// Expanded size and depth of its content.
    below: ExpandedSize,
}

/// A possible target of an alias.
struct Anchor {
    id: u32,
    /// `None` until the end of the collection: an alias inside it would be endless.
    extent: Option<ExpandedSize>,
}

impl<'a> TreeBuilder<'a> {
    pub(in crate::syntax) fn new(text: &'a str, gaps: &'a str) -> Self {
        Self {
            text,
            gaps,
            nodes: Vec::new(),
            values: Vec::new(),
            props: Vec::new(),
            comments: Vec::new(),
            documents: Vec::new(),
            open: Vec::new(),
            anchors: HashMap::new(),
            aliases: Aliases::new(text),
            long: 0,
            last: 0,
            limit: u32::MAX,
            newest: NONE,
        }
    }

    pub(in crate::syntax) fn push(&mut self, event: ParserEvent<'_>) {
        match event {
            ParserEvent::DocumentStart => self.anchors.clear(),
            ParserEvent::DocumentEnd => {}
            ParserEvent::MappingStart { at, flow, tag } => {
                self.start(NodeKind::Mapping, at, flow, tag);
            }
            ParserEvent::SequenceStart { at, flow, tag } => {
                self.start(NodeKind::Sequence, at, flow, tag);
            }
            ParserEvent::MappingEnd { at } | ParserEvent::SequenceEnd { at } => self.end(at),
            ParserEvent::Scalar {
                at,
                value,
                style,
                tag,
            } => self.scalar(at, &value, style, tag),
            ParserEvent::Alias { at } => self.alias(at),
            ParserEvent::Empty { at } => {
                self.add(NodeKind::Empty, TextRange::empty(at), false, None);
                self.last = self.last.max(at);
            }
            ParserEvent::Anchor { at } => self.anchor(at),
            ParserEvent::Comment { at } => self.comments.push(at),
        }
    }

    /// Ignores the gap before `offset`.
    pub(in crate::syntax) fn skip_to(&mut self, offset: u32) {
        self.last = self.last.max(offset);
    }

    /// Reads the events of a part that ends at `offset`.
    pub(in crate::syntax) fn read_up_to(&mut self, offset: u32) {
        self.limit = offset;
    }

    /// Returns the end of the last token.
    pub(in crate::syntax) fn last_end(&self) -> u32 {
        self.last
    }

    /// Returns the start of the outermost `[` or `{` that is still open.
    pub(in crate::syntax) fn open_flow(&self) -> Option<u32> {
        let mut open = self.open.iter().map(|open| &self.nodes[open.id as usize]);
        open.find(|node| node.flags.has(Flags::FLOW))
            .map(|node| node.range.start)
    }

    pub(in crate::syntax) fn finish(mut self, text: Arc<str>) -> Tree {
        while !self.open.is_empty() {
            self.end(TextRange::empty(self.last));
        }
        self.comments.sort_unstable();
        self.comments.dedup();
        Tree {
            may_merge: text.contains("<<"),
            nodes: self.nodes,
            values: self.values,
            props: self.props,
            comments: self.comments,
            documents: self.documents,
            long: vec![OnceLock::new(); self.long],
            unfollowed: self.aliases.unfollowed,
            ..Tree::of_other_text(text)
        }
    }

    fn add(&mut self, kind: NodeKind, range: TextRange, flow: bool, tag: Option<NodeTag>) -> u32 {
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let mut node = NodeData {
            range,
            kind,
            flags: Flags::default(),
            hint: 0,
            parent: NONE,
            next: NONE,
            first: NONE,
            mate: NONE,
            value: NONE,
            props: NONE,
        };
        node.flags.set(Flags::FLOW, flow);
        if let Some(tag) = tag {
            node.props = self.add_props(Props {
                anchor: None,
                tag: Some(tag.name.into()),
                tag_range: tag.at,
            });
        }
        if let Some(open) = self.open.last_mut() {
            node.parent = open.id;
            if open.last_child == NONE {
                self.nodes[open.id as usize].first = id;
            } else {
                self.nodes[open.last_child as usize].next = id;
            }
            open.last_child = id;
            open.children += 1;
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

    fn start(&mut self, kind: NodeKind, at: TextRange, flow: bool, tag: Option<NodeTag>) {
        let mut start = at.start;
        if kind == NodeKind::Sequence && !flow {
            self.pass_item_dash(at.start);
            // The range of the parser includes a byte-order mark before the dash.
            let rest = self.text.get(at.start as usize..).unwrap_or("");
            let marks = rest.len() - rest.trim_start_matches('\u{feff}').len();
            let dash = at.start + u32::try_from(marks).unwrap_or(0);
            start = self.find_in_gap(dash, b"-").unwrap_or(dash);
            // The dash of the first item has been consumed; the next one in the gap belongs to a
            // nested sequence.
            self.last = self.last.max(start + 1);
        }
        let id = self.add(kind, TextRange::new(start, at.end.max(start)), flow, tag);
        if flow {
            self.last = at.end;
        }
        self.open.push(OpenCollection {
            id,
            last_child: NONE,
            key: NONE,
            children: 0,
            anchor: None,
            below: ExpandedSize::default(),
        });
    }

    /// Consumes the dash of the item that is about to start. The dash of a sequence's first item
    /// was consumed when the sequence started.
    fn pass_item_dash(&mut self, to: u32) {
        let waits = self.open.last().is_some_and(|open| {
            let node = &self.nodes[open.id as usize];
            node.kind == NodeKind::Sequence
                && !node.flags.has(Flags::FLOW)
                && open.last_child != NONE
        });
        if let Some(dash) = self.find_in_gap(to, b"-").filter(|_| waits) {
            self.last = dash + 1;
        }
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
        let children_end = if open.last_child == NONE {
            None
        } else {
            Some(self.nodes[open.last_child as usize].range.end)
        };
        let first = self.nodes[open.id as usize].first;
        let first_start = if first == NONE {
            None
        } else {
            Some(self.nodes[first as usize].range.start)
        };
        let node = &mut self.nodes[open.id as usize];
        if node.flags.has(Flags::FLOW) {
            node.range.end = at.end.max(children_end.unwrap_or(0));
            self.last = node.range.end;
        } else {
            if node.kind == NodeKind::Mapping {
                node.range.start = first_start.unwrap_or(node.range.start);
            }
            node.range.end = children_end
                .unwrap_or(node.range.start)
                .max(node.range.start);
        }
        if node.kind == NodeKind::Mapping && open.children > 2 * LONG {
            node.value = u32::try_from(self.long).unwrap_or(NONE);
            self.long += 1;
        }
        self.close(&open);
        self.newest = open.id;
    }

    /// Records the expanded size of the closed collection for its anchor and for the one around it.
    fn close(&mut self, open: &OpenCollection<'a>) {
        let range = self.nodes[open.id as usize].range;
        let extent = open.below.around(range);
        if let Some(around) = self.open.last_mut() {
            around.below.add(open.below.one_deeper());
        }
        let anchor = open.anchor.and_then(|name| self.anchors.get_mut(name));
        if let Some(anchor) = anchor.filter(|anchor| anchor.id == open.id) {
            anchor.extent = Some(extent);
        }
    }

    fn alias(&mut self, at: TextRange) {
        let name = at.slice(self.text).trim_start_matches('*');
        let id = self.add(NodeKind::Alias, at, false, None);
        self.last = at.end;
        let Some(anchor) = self.anchors.get(name) else {
            return;
        };
        if let Some(extent) = self
            .aliases
            .follow(NodeId(id), anchor.extent, self.open.len())
        {
            self.nodes[id as usize].value = anchor.id;
            if let Some(around) = self.open.last_mut() {
                around.below.add(extent.one_deeper());
            }
        }
    }

    fn scalar(&mut self, at: TextRange, value: &str, style: ScalarStyle, tag: Option<NodeTag>) {
        if at.is_empty() && style == ScalarStyle::Plain {
            let place = self.place_of_empty(at.start, tag.is_some()).max(self.last);
            self.add(NodeKind::Empty, TextRange::empty(place), false, tag);
            self.last = self.last.max(place);
            return;
        }
        let range = if style_is_block(style) {
            self.block_scalar_range(at)
        } else {
            at
        };
        let id = self.add(NodeKind::Scalar(style), range, false, tag);
        let value = if style_is_block(style) {
            self.without_made_up_end(at, value)
        } else {
            value
        };
        let node = &mut self.nodes[id as usize];
        node.flags.set(Flags::TEMPLATE, is_template(value));
        node.hint = hint(value);
        if range.slice(self.text) != value {
            self.values.push(value.into());
            self.nodes[id as usize].value = u32::try_from(self.values.len() - 1).unwrap_or(NONE);
        }
        self.last = range.end;
    }

    /// Returns the place after the `:`, `-` or `?` that introduces the empty node: the parser may
    /// place it on the `:` or on the next token.
    fn place_of_empty(&self, at: u32, tagged: bool) -> u32 {
        if tagged {
            return at;
        }
        let Some(open) = self.open.last() else {
            return at;
        };
        let node = &self.nodes[open.id as usize];
        let indicator: &[u8] = match node.kind {
            // In flow collections and after `?`, the `:` of a key is optional.
            _ if open.key != NONE => {
                return self
                    .find_in_gap(at, b":")
                    .map_or(self.last, |found| found + 1);
            }
            NodeKind::Mapping => b"?",
            // The dash of the first item was consumed when the sequence started.
            _ if open.last_child == NONE && !node.flags.has(Flags::FLOW) => return self.last,
            _ => b"-",
        };
        self.find_in_gap(at, indicator)
            .map_or(at, |found| found + 1)
    }

    /// Returns the range from the `|` or `>` to the end of the last line with content.
    fn block_scalar_range(&self, at: TextRange) -> TextRange {
        let start = self.find_in_gap(at.start, b"|>").unwrap_or(at.start);
        let length = TextRange::new(start, at.end)
            .slice(self.text)
            .trim_end_matches([' ', '\t', '\n', '\r'])
            .len();
        TextRange::new(start, start + u32::try_from(length).unwrap_or(0))
    }

    /// Removes a line end that the parser adds at the end of the file, unlike the client's reader.
    fn without_made_up_end<'v>(&self, at: TextRange, value: &'v str) -> &'v str {
        let rest = self.text.get(at.end as usize..).unwrap_or("");
        let unfinished = rest.is_empty() && !self.text.ends_with(['\n', '\r', ' ', '\t']);
        if unfinished {
            value.strip_suffix('\n').unwrap_or(value)
        } else {
            value
        }
    }

    /// Finds the first of `any` between the last token and `to`, outside comments, anchors and tags.
    fn find_in_gap(&self, to: u32, any: &[u8]) -> Option<u32> {
        let bytes = self.gaps.as_bytes();
        let end = (to as usize + 1).min(bytes.len()).min(self.limit as usize);
        let mut i = self.last as usize;
        let flow = self
            .open
            .last()
            .is_some_and(|open| self.nodes[open.id as usize].flags.has(Flags::FLOW));
        while i < end {
            let skip_until: fn(u8) -> bool = match bytes[i] {
                byte if any.contains(&byte) && is_indicator(byte, bytes.get(i + 1), flow) => {
                    return u32::try_from(i).ok();
                }
                b'#' => |byte| matches!(byte, b'\n' | b'\r'),
                b'&' | b'!' => |byte| byte.is_ascii_whitespace(),
                _ => |_| true,
            };
            while i < end && !skip_until(bytes[i]) {
                i += 1;
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
        let id = self.newest;
        let open = self.open.last_mut().filter(|open| open.id == id);
        let extent = match open {
            Some(open) => {
                open.anchor = Some(name);
                None
            }
            None => Some(ExpandedSize::default().around(self.nodes[id as usize].range)),
        };
        self.anchors.insert(name, Anchor { id, extent });
        let existing = self.nodes[self.newest as usize].props;
        if existing == NONE {
            let props = self.add_props(Props {
                anchor: Some(at),
                ..Props::default()
            });
            self.nodes[self.newest as usize].props = props;
        } else {
            self.props[existing as usize].anchor = Some(at);
        }
    }
}

fn style_is_block(style: ScalarStyle) -> bool {
    matches!(style, ScalarStyle::Literal | ScalarStyle::Folded)
}

/// `-`, `?` and `:` are indicators only before a blank or, in flow collections, punctuation.
fn is_indicator(byte: u8, next: Option<&u8>, flow: bool) -> bool {
    let Some(next) = next.filter(|_| !matches!(byte, b'|' | b'>')) else {
        return true;
    };
    matches!(next, b' ' | b'\t' | b'\r' | b'\n') || (flow && b",[]{}".contains(next))
}
