//! Folding ranges: values that span several lines, items of lists, blocks of comments,
//! documents of a stream.

use std::collections::BTreeMap;

use azml_rules::syntax::{Node, NodeKind};
use azml_rules::text::TextRange;

use crate::Site;

/// Lines that can be folded into the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The line that stays visible, counted from 0.
    pub first: u32,
    /// The last line, counted from 0.
    pub last: u32,
    /// `true` for a block of comments.
    pub is_comment: bool,
}

/// Returns the folds by their first lines, at most one per line; none for unrelated YAML files.
pub fn folds(site: &Site<'_>) -> Vec<Fold> {
    if site.document.kind().is_none() && !site.is_config() {
        return Vec::new();
    }
    let mut folds_by_line = BTreeMap::new();
    let tree = site.document.tree();
    for node in tree.nodes().filter(|node| !node.is_key()) {
        add(&mut folds_by_line, of_node(site, node));
    }
    if tree.documents().len() > 1 {
        for root in tree.documents() {
            add(&mut folds_by_line, of_range(site, root.range()));
        }
    }
    for block in comment_blocks(site) {
        add(
            &mut folds_by_line,
            Some(Fold {
                is_comment: true,
                ..block
            }),
        );
    }
    folds_by_line.into_values().collect()
}

/// Adds a fold; of several that begin on one line, the longest is used.
fn add(folds_by_line: &mut BTreeMap<u32, Fold>, fold: Option<Fold>) {
    let Some(fold) = fold else { return };
    let known = folds_by_line.entry(fold.first).or_insert(fold);
    if known.last < fold.last {
        *known = fold;
    }
}

/// Returns the fold from the key of a value, or the dash of an item, to its last line.
fn of_node(site: &Site<'_>, node: Node<'_>) -> Option<Fold> {
    let start = match node.key() {
        Some(key) => key.range().start,
        None => match node.parent()?.kind() {
            NodeKind::Sequence if node.kind() == NodeKind::Alias => return None,
            NodeKind::Sequence => dash_before(node).unwrap_or(node.range().start),
            _ => return None,
        },
    };
    of_range(site, TextRange::new(start, node.range().end))
}

/// Returns the dash of an item. It is usually on the same line, which avoids a search through
/// all items.
fn dash_before(item: Node<'_>) -> Option<u32> {
    let before = TextRange::new(0, item.range().start)
        .slice(item.tree().text())
        .trim_end_matches([' ', '\t']);
    let on_its_line = before
        .strip_suffix('-')
        .map(str::len)
        .and_then(|at| u32::try_from(at).ok());
    on_its_line.or_else(|| item.item_dash().map(|dash| dash.start))
}

fn of_range(site: &Site<'_>, range: TextRange) -> Option<Fold> {
    let text = range.slice(site.document.text());
    let end = range.start + u32::try_from(text.trim_end().len()).ok()?;
    let lines = site.document.lines();
    let (first, last) = (lines.line_of(range.start), lines.line_of(end));
    (first < last).then_some(Fold {
        first,
        last,
        is_comment: false,
    })
}

/// Returns the blocks of comments that fill consecutive lines.
fn comment_blocks(site: &Site<'_>) -> Vec<Fold> {
    let (text, lines) = (site.document.text(), site.document.lines());
    let mut blocks: Vec<Fold> = Vec::new();
    for comment in site.document.tree().comments() {
        let line = lines.line_of(comment.start);
        let before = TextRange::new(lines.full_line(line).start, comment.start).slice(text);
        if !before.trim().is_empty() {
            continue;
        }
        match blocks.last_mut().filter(|block| block.last + 1 == line) {
            Some(block) => block.last = line,
            None => blocks.push(Fold {
                first: line,
                last: line,
                is_comment: true,
            }),
        }
    }
    blocks.retain(|block| block.first < block.last);
    blocks
}
