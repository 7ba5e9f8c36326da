//! Tabs where the client reads none.
//!
//! YAML 1.2 takes a tab for a blank between words. PyYAML, which the client reads files with, takes
//! tabs in quotes, in comments and in blocks of text only, and refuses the file for any other, also
//! for one at the end of a line.

use super::error::SyntaxError;
use super::tree::{NodeKind, ScalarStyle, Tree};
use crate::text::TextRange;

impl Tree {
    /// The first such tab of each line; nothing in text that is not YAML anyway.
    #[must_use]
    pub fn stray_tabs(&self) -> Vec<SyntaxError> {
        if !self.errors.is_empty() || !self.text.contains('\t') {
            return Vec::new();
        }
        let allowed = tabs_allowed_in(self);
        let mut found: Vec<TextRange> = Vec::new();
        for (at, run) in self.text.match_indices('\t') {
            let range = TextRange::from(at..at + run.len());
            let known = found
                .last()
                .is_some_and(|last| !self.text[last.start as usize..at].contains(['\n', '\r']));
            let behind = allowed.partition_point(|text| text.end <= range.start);
            if !known
                && allowed
                    .get(behind)
                    .is_none_or(|text| text.start > range.start)
            {
                found.push(range);
            }
        }
        let found = found.into_iter();
        found.map(|tab| stray_tab(&self.text, tab)).collect()
    }
}

/// The mistake that starts at `tab`, with the tabs behind it.
fn stray_tab(text: &str, tab: TextRange) -> SyntaxError {
    let rest = &text[tab.start as usize..];
    let run = rest.len() - rest.trim_start_matches('\t').len();
    let range = TextRange::from(tab.start as usize..tab.start as usize + run);
    SyntaxError::at(range, "a tab outside quotes").help(
        "replace it with a space; the CLI only accepts tabs in quotes, comments, and multiline \
         strings",
    )
}

/// Where tabs are part of a text, by place.
fn tabs_allowed_in(tree: &Tree) -> Vec<TextRange> {
    let scalars = tree.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::Scalar(ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted) => Some(node.range),
        NodeKind::Scalar(ScalarStyle::Literal | ScalarStyle::Folded) => {
            // The line with the `|` is none of the text.
            let header = node.range.slice(&tree.text).find('\n')?;
            let start = node.range.start as usize + header;
            Some(TextRange::from(
                start..end_of_block(&tree.text, start + 1, node.range.end as usize),
            ))
        }
        _ => None,
    });
    let mut ranges: Vec<TextRange> = scalars.chain(tree.comments.iter().copied()).collect();
    ranges.sort();
    ranges
}

/// The end of a block of text whose lines start at `start`; the tree's own end, `end`, leaves out
/// blanks behind it.
fn end_of_block(text: &str, start: usize, end: usize) -> usize {
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let filled = text[start..end]
        .lines()
        .find(|line| !line.trim().is_empty());
    let indent = filled.map_or(0, blanks);
    let mut lines = text[end..].split_inclusive('\n');
    let rest = lines.next().map_or(0, str::len);
    let belongs = |line: &&str| line.trim().is_empty() && blanks(line) >= indent;
    end + rest + lines.take_while(belongs).map(str::len).sum::<usize>()
}
