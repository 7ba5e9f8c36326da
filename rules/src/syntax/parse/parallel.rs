//! Parses a long text in several threads.
//!
//! Files with thousands of lines, such as pipelines, have most of them in one mapping below the
//! root. The entries of that mapping are parsed in separate parts, and the trees are joined.
//! Invariant, as in [`reparse`](crate::syntax::reparse): the result is the tree of the whole text.

use std::ops::Range;
use std::sync::Arc;

use crate::syntax::recover;
use crate::syntax::tree::assembly::{Assembly, fits_in, id, is_block_mapping};
use crate::syntax::tree::node_id::NodeId;
use crate::syntax::tree::{NONE, Tree};
use crate::text::TextRange;
use crate::threads;

/// Minimum length in bytes; a shorter text is parsed before a thread has started.
const LONG: usize = 64 * 1024;

/// Parses `text`; `None` if it must be parsed as a whole.
pub(in crate::syntax) fn parse(text: &Arc<str>) -> Option<Tree> {
    let parts = threads::count();
    if text.len() < LONG || parts < 2 {
        return None;
    }
    parse_in(text, parts)
}

/// Same as [`parse`], for a text of any length.
fn parse_in(text: &Arc<str>, parts: usize) -> Option<Tree> {
    let layout = Layout::of(text)?;
    let pieces = layout.pieces(text, parts)?;
    let trees = threads::each(pieces.len(), true, &|at| {
        let piece = text.get(pieces[at].clone())?;
        recover::parse_sound(&piece.into())
    });
    let trees: Option<Vec<Tree>> = trees.into_iter().collect();
    join(text, &layout, &pieces, &trees?)
}

/// Position of the long mapping in a text.
struct Layout {
    /// Byte range of the lines of its entries.
    entries: Range<usize>,
    /// Indentation of its keys.
    indent: usize,
    /// Starts of its entries' lines.
    starts: Vec<usize>,
}

impl Layout {
    /// Finds the longest mapping below the root by the indentation of lines; `None` if there is none.
    fn of(text: &str) -> Option<Self> {
        if !text.is_ascii() && text.contains(crate::syntax::lines::OTHER_BREAKS)
            || has_lone_return(text)
        {
            return None;
        }
        let mut best: Option<Self> = None;
        let mut open: Option<Self> = None;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let indent = line.len() - line.trim_start_matches(' ').len();
            let rest = line[indent..].trim_end();
            if rest.is_empty() || rest.starts_with('#') {
                continue;
            }
            if indent == 0 {
                best = longer(best, open.take(), start);
                open = rest.ends_with(':').then(|| Self {
                    entries: at..at,
                    indent: 0,
                    starts: Vec::new(),
                });
            } else if let Some(mapping) = &mut open {
                if mapping.indent == 0 {
                    mapping.indent = indent;
                }
                if indent < mapping.indent || rest.starts_with('\t') {
                    return None;
                }
                // The dash of a list is not an entry, but belongs to the entry before it.
                if indent == mapping.indent && !rest.starts_with('-') {
                    mapping.starts.push(start);
                }
            }
        }
        longer(best, open, text.len())
    }

    /// Splits the text into ranges: the text before the mapping with its first entries, groups of
    /// entries, and the text after the mapping if there is any.
    fn pieces(&self, text: &str, parts: usize) -> Option<Vec<Range<usize>>> {
        let mut pieces = Vec::new();
        let mut start = 0;
        for part in 1..parts {
            let target = self.entries.start + self.entries.len() * part / parts;
            let next = self.starts.partition_point(|at| *at < target);
            let next = *self.starts.get(next)?;
            if next <= start.max(*self.starts.first()?) {
                return None;
            }
            pieces.push(start..next);
            start = next;
        }
        pieces.push(start..self.entries.end);
        pieces.push(self.entries.end..text.len());
        pieces.retain(|piece| !piece.is_empty());
        Some(pieces)
    }
}

/// Returns the layout with more entries; `other` ends at `end`.
fn longer(best: Option<Layout>, other: Option<Layout>, end: usize) -> Option<Layout> {
    let other = other.map(|other| Layout {
        entries: other.entries.start..end,
        ..other
    });
    let count = |layout: &Option<Layout>| layout.as_ref().map_or(0, |it| it.starts.len());
    if count(&other) > count(&best) {
        other
    } else {
        best
    }
}

/// Returns `true` if a line ends with `\r` alone.
fn has_lone_return(text: &str) -> bool {
    let mut returns = text.match_indices('\r');
    returns.any(|(at, _)| text.as_bytes().get(at + 1) != Some(&b'\n'))
}

/// Joins the `trees` of `pieces`; `None` if one of them does not fit its place.
fn join(text: &Arc<str>, layout: &Layout, pieces: &[Range<usize>], trees: &[Tree]) -> Option<Tree> {
    let (first, others) = trees.split_first()?;
    let long = first.root()?.last_entry()?.value;
    let first_key = layout.starts.first()? + layout.indent;
    let first_start = first.root()?.range().start as usize;
    let is_there = is_block_mapping(long) && long.range().start as usize == first_key;
    if !fits_in(first, first_start, 0) || !is_there {
        return None;
    }
    let mut joined = Joined::of(first, trees);
    for (piece, tree) in pieces.iter().skip(1).zip(others) {
        let is_behind = piece.start >= layout.entries.end;
        let (parent, indent, depth) = if is_behind {
            (first.root()?, 0, 0)
        } else {
            (long, layout.indent, 1)
        };
        if !fits_in(tree, indent, depth) {
            return None;
        }
        joined.append(tree, piece.start, parent.id());
    }
    Some(joined.finish(text, [long.id(), first.root()?.id()]))
}

/// A tree to which others are appended.
struct Joined {
    assembly: Assembly,
    comments: Vec<TextRange>,
}

impl Joined {
    /// Starts with the nodes of `first`, with capacity for `all`.
    fn of(first: &Tree, all: &[Tree]) -> Self {
        let mut assembly = Assembly::of(all.iter().map(|tree| tree.nodes.len()).sum());
        for node in &first.nodes {
            assembly.add(first, node.clone());
        }
        Self {
            assembly,
            comments: first.comments.clone(),
        }
    }

    /// Appends the entries of `tree`, whose text begins at `place`, to those of `parent`.
    fn append(&mut self, tree: &Tree, place: usize, parent: NodeId) {
        let place = u32::try_from(place).unwrap_or(u32::MAX);
        let moved = |at: TextRange| TextRange::new(at.start + place, at.end + place);
        let start = id(self.assembly.nodes.len());
        // The mapping around the entries already exists.
        let moved_id = |node: u32| {
            if node == 0 {
                parent.0
            } else {
                node - 1 + start
            }
        };
        if let Some(last) = self.assembly.children(parent).last() {
            self.assembly.nodes[last.0 as usize].next = start;
        }
        for node in &tree.nodes[1..] {
            self.assembly.add(tree, node.moved(moved, moved_id));
        }
        self.comments
            .extend(tree.comments.iter().map(|at| moved(*at)));
        let end = tree.root().map_or(0, |root| moved(root.range()).end);
        let nodes = &mut self.assembly.nodes;
        let mut around = Some(parent.0).filter(|parent| *parent != NONE);
        while let Some(node) = around.and_then(|at| nodes.get_mut(at as usize)) {
            node.range.end = end;
            around = Some(node.parent).filter(|parent| *parent != NONE);
        }
    }

    /// Returns the tree of `text`; `grown` are the mappings to which entries were added.
    fn finish(mut self, text: &Arc<str>, grown: [NodeId; 2]) -> Tree {
        for mapping in grown {
            self.assembly.count_children(mapping);
        }
        self.assembly.tree(text, self.comments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tests::shown;

    fn whole(text: &str) -> Tree {
        recover::parse(&text.into(), &[])
    }

    fn steps(count: usize) -> String {
        let step = |n: usize| {
            format!(
                "  step_{n}:\n    # note {n}\n    command: >-\n      echo {n}\n\n      b\n    inputs:\n    - 'a''{n}'\n    tags: {{a: [1,\n      2]}}\n  # between\n"
            )
        };
        (0..count).map(step).collect()
    }

    #[test]
    fn the_parts_are_the_whole() {
        for (before, behind) in [
            (
                "# top\ntype: pipeline\ninputs:\n  a: 1\njobs:\n",
                "outputs:\n  b: \"x\"\nlast: 1",
            ),
            ("jobs: \n\n", ""),
            ("name: é\njobs:\n", "# end\n"),
        ] {
            for count in [5, 10, 40] {
                for text in [
                    format!("{before}{}{behind}", steps(count)),
                    format!("{before}{}{behind}", steps(count)).replace('\n', "\r\n"),
                ] {
                    for parts in [2, 3, 4] {
                        let Some(tree) = parse_in(&text.as_str().into(), parts) else {
                            panic!("not parsed in {parts} parts: {text}");
                        };
                        assert_eq!(shown(&tree), shown(&whole(&text)), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_means_something_elsewhere_is_parsed_whole() {
        let steps = steps(10);
        for text in [
            format!("jobs: &a\n{steps}"),
            format!("jobs:\n{steps}---\na: 1\n"),
            format!("jobs:\n{steps} x: 1\n"),
            format!("jobs:\n{steps}").replace("step_5:", "step_5"),
            format!("jobs:\n{steps}").replace("command: >-", "command: *a"),
            format!("jobs:\n{steps}").replace("echo 5", "echo\r5"),
            format!("text: | # jobs:\n{steps}"),
            format!("[\n{steps}]"),
            steps.clone(),
        ] {
            assert!(parse_in(&text.as_str().into(), 2).is_none(), "{text}");
        }
    }
}
