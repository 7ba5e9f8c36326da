//! Tabs that the client rejects.
//!
//! YAML 1.2 allows a tab as a blank between words. PyYAML, with which the client reads files,
//! accepts tabs only in quotes, in comments and in block scalars, and rejects the file for any
//! other, also for one at the end of a line.

use super::error::SyntaxError;
use super::tree::{NodeKind, ScalarStyle, Tree};
use crate::text::TextRange;

impl Tree {
    /// Returns an error for the first such tab of each line; none if the text has other syntax errors.
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

/// Returns the error that starts at `tab`, including the tabs after it.
fn stray_tab(text: &str, tab: TextRange) -> SyntaxError {
    let rest = &text[tab.start as usize..];
    let run = rest.len() - rest.trim_start_matches('\t').len();
    let range = TextRange::from(tab.start as usize..tab.start as usize + run);
    SyntaxError::at(range, "a tab outside quotes").help(
        "replace it with a space; the CLI only accepts tabs in quotes, comments, and multiline \
         strings",
    )
}

/// Returns the ranges in which tabs are part of a string, in order.
fn tabs_allowed_in(tree: &Tree) -> Vec<TextRange> {
    let scalars = tree.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::Scalar(ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted) => Some(node.range),
        NodeKind::Scalar(ScalarStyle::Literal | ScalarStyle::Folded) => {
            // The line with the `|` is not part of the content.
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

/// Returns the end of a block scalar whose lines start at `start`; the node's own end, `end`,
/// excludes trailing blanks.
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
