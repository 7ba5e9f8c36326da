//! The tree: an arena of nodes with byte ranges. It is read through [`Node`](super::Node).
//!
//! [`node`] and [`node_id`] are the handles that read it, [`lookup`] finds keys in long mappings, and
//! [`assembly`] builds a tree from parts of other trees.

pub(super) mod assembly;
mod lookup;
pub(super) mod node;
pub(super) mod node_id;

use std::sync::{Arc, OnceLock};

use self::node_id::NodeId;
use super::error::SyntaxError;
use super::parse::aliases::UnfollowedAlias;
use super::reparse::revision::TreeRevision;
use crate::text::{LineIndex, TextRange};

/// Number for a missing node, value or properties.
pub(super) const NONE: u32 = u32::MAX;

/// Maximum number of entries of a mapping whose keys are not sorted for lookups.
pub(super) const LONG: usize = 32;

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// `key: value` pairs.
    Mapping,
    /// `- item` lists.
    Sequence,
    /// Text in one of the five styles.
    Scalar(ScalarStyle),
    /// `*name`.
    Alias,
    /// An empty node: `key:` with no value. (`null` and `~` are plain scalars.)
    Empty,
}

/// Style of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarStyle {
    /// Without quotes.
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|` block.
    Literal,
    /// `>` block.
    Folded,
}

/// One step of a path from the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    /// The key of a mapping.
    Key(String),
    /// The index in a sequence, from 0.
    Index(usize),
}

#[derive(Clone, Debug)]
pub(super) struct NodeData {
    pub(super) range: TextRange,
    pub(super) kind: NodeKind,
    pub(super) flags: Flags,
    /// Scalars: [`hint`] of the text.
    pub(super) hint: u8,
    pub(super) parent: u32,
    pub(super) next: u32,
    pub(super) first: u32,
    /// For the value of a mapping entry its key, for the key its value.
    pub(super) mate: u32,
    /// Scalars: index of the decoded text where it differs from the source. Aliases: the target
    /// node. Mappings: index of the sorted keys where there are many.
    pub(super) value: u32,
    pub(super) props: u32,
}

/// Flags of a node, one bit each.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Flags(u8);

impl Flags {
    /// A collection in brackets.
    pub(super) const FLOW: u8 = 1;
    /// Added or changed by a repair of broken text: its range is exact, its meaning is a guess.
    pub(super) const REPAIRED: u8 = 2;
    /// A scalar with an expression or placeholder, which every rule checks.
    pub(super) const TEMPLATE: u8 = 4;

    pub(super) fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    pub(super) fn set(&mut self, flag: u8, yes: bool) {
        if yes {
            self.0 |= flag;
        } else {
            self.0 &= !flag;
        }
    }
}

/// Returns a hash of `text` in one byte, which makes the frequent lookup of keys fast.
pub(super) fn hint(text: &str) -> u8 {
    match text.as_bytes() {
        [first, .., last] => {
            text.len().to_le_bytes()[0] ^ first.rotate_left(3) ^ last.rotate_left(5)
        }
        [only] => *only,
        [] => 0,
    }
}

impl NodeData {
    /// Returns the node in another tree, with its ranges converted by `range` and its numbers by `id`.
    pub(super) fn moved(
        &self,
        range: impl Fn(TextRange) -> TextRange,
        id: impl Fn(u32) -> u32,
    ) -> Self {
        let id = |old: u32| if old == NONE { NONE } else { id(old) };
        Self {
            range: range(self.range),
            parent: id(self.parent),
            next: id(self.next),
            first: id(self.first),
            mate: id(self.mate),
            ..self.clone()
        }
    }
}

/// Anchor and tag of a node; few nodes have either.
#[derive(Clone, Default, Debug)]
pub(super) struct Props {
    /// Range including the `&`.
    pub(super) anchor: Option<TextRange>,
    pub(super) tag: Option<Box<str>>,
    pub(super) tag_range: Option<TextRange>,
}

/// A parsed text.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) text: Arc<str>,
    pub(super) nodes: Vec<NodeData>,
    pub(super) values: Vec<Box<str>>,
    pub(super) props: Vec<Props>,
    pub(super) comments: Vec<TextRange>,
    pub(super) documents: Vec<NodeId>,
    /// The keys of each long mapping sorted by their text, equal ones in the order of the file;
    /// computed on the first lookup.
    pub(super) long: Vec<OnceLock<Box<[NodeId]>>>,
    /// `true` if a mapping may merge others with `<<`.
    pub(super) may_merge: bool,
    pub(super) unfollowed: Vec<UnfollowedAlias>,
    pub(super) errors: Vec<SyntaxError>,
    /// Lines that recovery repaired or gave up, in order.
    pub(super) damage: Vec<TextRange>,
    /// Range of the one entry that contains all errors, if there is one.
    pub(super) broken: Option<TextRange>,
    pub(super) lines: OnceLock<LineIndex>,
    /// Revision of the tree, if the text is being edited.
    pub(crate) revision: Option<TreeRevision>,
    /// Indentation step of the text in spaces, computed on first use.
    pub(crate) indent_unit: OnceLock<usize>,
}

impl Tree {
    /// Returns a tree without nodes for a text that is not YAML; it has lines and comments.
    pub(crate) fn of_other_text(text: Arc<str>) -> Self {
        Self {
            text,
            nodes: Vec::new(),
            values: Vec::new(),
            props: Vec::new(),
            comments: Vec::new(),
            documents: Vec::new(),
            long: Vec::new(),
            may_merge: false,
            unfollowed: Vec::new(),
            errors: Vec::new(),
            damage: Vec::new(),
            broken: None,
            lines: OnceLock::new(),
            revision: None,
            indent_unit: OnceLock::new(),
        }
    }

    /// Sets the comments, in order, of a text that is not YAML.
    pub(crate) fn with_comments(self, comments: Vec<TextRange>) -> Self {
        Self { comments, ..self }
    }

    /// Returns the source text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the source text, shared.
    pub fn shared_text(&self) -> Arc<str> {
        self.text.clone()
    }

    /// Returns `true` if `data`, a node of this tree, is a scalar with `text`, whose hash is `hint`.
    #[inline]
    pub(super) fn is_text(&self, data: &NodeData, text: &str, hint: u8) -> bool {
        if data.hint != hint || !matches!(data.kind, NodeKind::Scalar(_)) {
            return false;
        }
        match self.values.get(data.value as usize) {
            Some(decoded) => **decoded == *text,
            None => data.range.len() as usize == text.len() && data.range.slice(&self.text) == text,
        }
    }

    /// Returns the line index.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Returns the syntax errors, in order.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// Returns the aliases that are not followed because they would repeat too much, in order.
    pub fn unfollowed_aliases(&self) -> &[UnfollowedAlias] {
        &self.unfollowed
    }

    /// Returns the comments in order, each from `#` to the end of its line.
    pub fn comments(&self) -> &[TextRange] {
        &self.comments
    }

    /// Returns the lines with syntax errors and their neighbors, in order and without overlaps:
    /// their content may be a guess.
    pub(crate) fn doubtful_lines(&self) -> Vec<TextRange> {
        let lines = self.lines();
        let with_neighbors = |place: &TextRange| {
            let first = lines.line_of(place.start).saturating_sub(1);
            let last = (lines.line_of(place.end) + 1).min(lines.line_count() - 1);
            lines.full_line(first).cover(lines.full_line(last))
        };
        let errors = self.errors.iter().map(|error| &error.range);
        let mut places: Vec<TextRange> = self
            .damage
            .iter()
            .chain(errors)
            .map(with_neighbors)
            .collect();
        places.sort_unstable();
        let mut apart: Vec<TextRange> = Vec::new();
        for place in places {
            match apart.last_mut().filter(|last| last.end >= place.start) {
                Some(last) => *last = last.cover(place),
                None => apart.push(place),
            }
        }
        apart
    }

    /// Returns the comment on the line that contains `offset`.
    pub fn comment_on_line(&self, offset: u32) -> Option<TextRange> {
        let comment = *self.comments.get(
            self.comments
                .partition_point(|comment| comment.end < offset),
        )?;
        let between = TextRange::new(offset, comment.start).slice(&self.text);
        (!between.contains(['\n', '\r'])).then_some(comment)
    }
}
