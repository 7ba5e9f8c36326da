//! YAML text to a tree with exact byte ranges.
//!
//! [`parse`] never fails: it returns a tree plus errors, and the intact parts of a broken file have
//! nodes with exact ranges. Code outside this folder must not assume a complete document.
//!
//! [`parse`](mod@parse) turns text into a [`tree`] in one pass; its `event` is the only interface to the strict
//! parser, so that it can be replaced. [`scalar`] and [`placeholder`] read values. [`recover`] handles
//! broken text by [`lines`], [`cut_json`] JSON that is incomplete, [`template`] the files of template engines, and [`error`],
//! [`duplicate_keys`] and [`tabs`] describe mistakes. [`reparse`](mod@reparse) parses edited text incrementally.

mod cut_json;
mod duplicate_keys;
mod error;
mod lines;
mod parse;
mod placeholder;
mod recover;
mod reparse;
mod scalar;
mod tabs;
mod template;
mod tree;

use std::sync::Arc;

use crate::text::TextRange;
pub(crate) use cut_json::CutJson;
pub use error::{SyntaxError, SyntaxErrorCause};
pub use parse::aliases::UnfollowedAlias;
use parse::{parallel, prefix};
pub use placeholder::{
    Placeholder, PlaceholderForm, find_placeholder, is_expression, is_template, known_int,
    known_text, placeholders,
};
pub(crate) use reparse::revision::TreeRevision;
pub(crate) use reparse::tree_diff::Alike;
pub use scalar::{Scalar, read_plain};
pub use tree::node::{Entry, Node};
pub use tree::node_id::NodeId;
pub use tree::{NodeKind, ScalarStyle, Segment, Tree};

/// Parses `text`; broken parts are reported in [`Tree::errors`], the rest is in the tree.
pub fn parse(text: impl Into<Arc<str>>) -> Tree {
    parse_edited(text, &[])
}

/// Parses `text` of which `edited` lines (from 0) changed since it last parsed: recovery looks for
/// the mistake there first.
pub fn parse_edited(text: impl Into<Arc<str>>, edited: &[u32]) -> Tree {
    parse_whole(&text.into(), edited)
}

fn parse_whole(text: &Arc<str>, edited: &[u32]) -> Tree {
    parallel::parse(text).unwrap_or_else(|| recover::parse(text, edited))
}

/// Same as [`parse_edited`], but reuses the nodes of the tree `before` the edit that did not change.
pub(crate) fn parse_after(before: &Tree, text: impl Into<Arc<str>>, edited: &[u32]) -> Tree {
    let text = text.into();
    let (mut tree, alike) = match reparse::reparse(before, &text, edited) {
        Some((tree, alike)) => (tree, Some(alike)),
        None => (parse_whole(&text, edited), None),
    };
    let earlier = before.revision.as_ref();
    tree.revision = Some(earlier.map_or_else(TreeRevision::first, |it| it.next(alike)));
    tree
}

/// Marks `tree` as that of a text that will not be edited further.
pub(crate) fn as_draft(tree: Tree) -> Tree {
    let revision = tree.revision.map(TreeRevision::draft);
    Tree { revision, ..tree }
}

/// Parses `text` near its root, with little memory; `None` if the kind cannot be detected from
/// that: the text is not YAML, or it may be a template.
pub(crate) fn parse_head(text: &Arc<str>) -> Option<Tree> {
    if template::may_be_one(text) {
        return None;
    }
    prefix::parse(text)
}

/// Parses `text` as a template with its placeholders masked, and returns the placeholders too;
/// `None` unless this has fewer errors than `tree`, the same text parsed without masking.
pub fn parse_template(tree: &Tree, edited: &[u32]) -> Option<(Tree, Vec<TextRange>)> {
    let (mut read, markers) = template::parse(&tree.shared_text(), tree, edited)?;
    read.revision = tree.revision.as_ref().map(|revision| revision.next(None));
    Some((read, markers))
}

#[cfg(test)]
mod tests {
    use super::{Node, Tree};

    /// Prints all fields of a tree.
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
