//! YAML text to a tree with exact byte ranges.
//!
//! [`parse`] never fails: it returns a tree plus errors, and the part of a broken file that is not
//! broken keeps its nodes with their exact ranges. Nothing outside this folder may assume a
//! complete document.
//!
//! The strict parser stands behind one function, [`event::events`], so that another one can take
//! its place.

mod aliases;
mod assembly;
mod build;
mod duplicate_keys;
mod error;
mod event;
mod lines;
mod lookup;
mod node;
mod node_id;
mod parallel_parse;
mod placeholder;
mod prefix_parse;
mod recover;
mod reparse;
mod revision;
mod scalar;
mod tabs;
mod template;
mod tree;
mod tree_diff;

use std::sync::Arc;

use crate::text::TextRange;
pub use aliases::UnfollowedAlias;
pub use error::SyntaxError;
pub use node::{Entry, Node};
pub use node_id::NodeId;
pub use placeholder::{
    Placeholder, PlaceholderForm, find_placeholder, is_expression, is_template, known_int,
    known_text, placeholders,
};
pub(crate) use revision::Edition;
pub use scalar::{Scalar, read_plain};
pub use tree::{NodeKind, ScalarStyle, Segment, Tree};
pub(crate) use tree_diff::Alike;

/// What some readers take for the end of a line, or for nothing.
const OTHER_BREAKS: [char; 4] = ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'];

/// Parses `text`; what is broken is reported in [`Tree::errors`], the rest is kept.
#[must_use]
pub fn parse(text: impl Into<Arc<str>>) -> Tree {
    parse_edited(text, &[])
}

/// Parses `text` of which `edited` lines (from 0) changed since it last parsed: a mistake is looked
/// for there first.
#[must_use]
pub fn parse_edited(text: impl Into<Arc<str>>, edited: &[u32]) -> Tree {
    parse_whole(&text.into(), edited)
}

fn parse_whole(text: &Arc<str>, edited: &[u32]) -> Tree {
    parallel_parse::parse(text).unwrap_or_else(|| recover::parse(text, edited))
}

/// As [`parse_edited`], knowing the tree before the edit: what is the same as there is taken from it.
#[must_use]
pub(crate) fn parse_after(before: &Tree, text: impl Into<Arc<str>>, edited: &[u32]) -> Tree {
    let text = text.into();
    let (mut tree, alike) = match reparse::reparse(before, &text, edited) {
        Some((tree, alike)) => (tree, Some(alike)),
        None => (parse_whole(&text, edited), None),
    };
    let earlier = before.edition.as_ref();
    tree.edition = Some(earlier.map_or_else(Edition::first, |it| it.next(alike)));
    tree
}

/// `tree`, of a text that is only looked at and not edited further.
#[must_use]
pub(crate) fn as_draft(tree: Tree) -> Tree {
    let edition = tree.edition.map(Edition::draft);
    Tree { edition, ..tree }
}

/// The tree of `text` near its root, made of little memory; `None` where only the whole tree tells
/// what it is: it is not YAML as it stands, or it may be a template.
#[must_use]
pub(crate) fn parse_head(text: &Arc<str>) -> Option<Tree> {
    if template::may_be_one(text) {
        return None;
    }
    prefix_parse::parse(text)
}

/// The tree of a text that becomes YAML once its placeholders are filled in, and those
/// placeholders; `None` unless that reads better than `tree`, which is the same text as it stands.
#[must_use]
pub fn parse_template(tree: &Tree, edited: &[u32]) -> Option<(Tree, Vec<TextRange>)> {
    let (mut read, markers) = template::parse(&tree.shared_text(), tree, edited)?;
    read.edition = tree.edition.as_ref().map(|edition| edition.next(None));
    Some((read, markers))
}

#[cfg(test)]
mod tests {
    use super::{Node, Tree};

    /// Everything that a tree says.
    pub(super) fn shown(tree: &Tree) -> String {
        let nodes = tree.nodes().map(|node| {
            let around = [
                node.parent(),
                node.next_sibling(),
                node.key(),
                node.value_of_key(),
                node.children().next(),
            ];
            let around = around.map(|it| it.map(Node::id));
            let (is_flow, is_repaired) = (node.is_flow(), node.is_repaired());
            format!(
                "{node:?} {:?} {is_flow} {is_repaired} {around:?}\n",
                node.text()
            )
        });
        let nodes: String = nodes.collect();
        let damage = &tree.damage;
        let (comments, errors) = (tree.comments(), tree.errors());
        format!(
            "{nodes}{comments:?} {errors:?} {damage:?} {}",
            tree.may_merge
        )
    }
}
