//! A scalar with its expressions.

use std::ops::Range;

use super::{Expression, Scan, SourceMap, scan};
use crate::fix::Edit;
use crate::syntax::{Node, ScalarStyle};
use crate::text::TextRange;

/// A scalar of a tree with its expressions and their ranges in the file.
#[derive(Clone, Debug)]
pub struct ScannedText<'t> {
    /// The scalar.
    pub node: Node<'t>,
    /// Its decoded text.
    pub text: &'t str,
    /// The result of the scan.
    pub scan: Scan<'t>,
    map: SourceMap,
}

impl<'t> ScannedText<'t> {
    /// Scans `node`; `None` unless it is a scalar.
    pub fn new(node: Node<'t>) -> Option<Self> {
        let text = node.text()?;
        Some(Self {
            node,
            text,
            scan: scan(text),
            map: SourceMap::new(node),
        })
    }

    /// Converts a range of the decoded text to one in the file.
    pub fn range(&self, decoded: &Range<usize>) -> TextRange {
        self.map.range(decoded.clone())
    }

    /// Same as [`Self::range`]; `None` if only the range of the whole scalar is known.
    pub fn exact(&self, decoded: &Range<usize>) -> Option<TextRange> {
        self.map.is_exact().then(|| self.range(decoded))
    }

    /// Converts an offset of the file to one in the decoded text.
    pub fn decoded(&self, offset: u32) -> Option<usize> {
        self.map.decoded(offset)
    }

    /// Returns the expression that is the whole text, if there is one: a binding.
    pub fn whole(&self) -> Option<&Expression<'t>> {
        self.scan.whole(self.text)
    }

    /// Replaces a range of the decoded text by plain ASCII without quotes; `None` if the range is
    /// not exact or the result needs escapes.
    pub fn edit(&self, decoded: &Range<usize>, text: &str) -> Option<Edit> {
        let special = match self.node.style()? {
            ScalarStyle::SingleQuoted => text.contains('\''),
            ScalarStyle::DoubleQuoted => text.contains(['"', '\\']),
            ScalarStyle::Plain => text.contains(": ") || text.contains(" #"),
            ScalarStyle::Literal | ScalarStyle::Folded => false,
        };
        let exact = self.map.is_exact() && !special && !text.contains('\n');
        // In a flow collection, braces and commas end a plain scalar.
        let in_flow = self.node.parent().is_some_and(Node::is_flow)
            && self.node.style() == Some(ScalarStyle::Plain);
        let ends = in_flow && text.contains(['{', '}', '[', ']', ',']);
        (exact && !ends).then(|| Edit::new(self.range(decoded), text.to_owned()))
    }
}
