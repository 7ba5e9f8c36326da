//! Any text gives a sound tree.

use azml_rules::syntax::{Node, Tree, parse, parse_edited};
use azml_rules::text::TextRange;

/// More places than this are not looked up.
const PLACES: u32 = 64;

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = super::folder::text(bytes) else {
        return;
    };
    let tree = parse(text.as_str());
    check_tree(&tree);
    assert_eq!(tree.text(), text);
    let lines = tree.lines().line_count();
    for error in tree.errors().iter().take(2) {
        let line = tree.lines().line_of(error.range.start);
        check_tree(&parse_edited(
            text.as_str(),
            &[line, (line + 1).min(lines - 1)],
        ));
    }
    let length = u32::try_from(text.len()).expect("a small file");
    for offset in (0..length + 2).step_by((length / PLACES + 1) as usize) {
        assert_eq!(tree.node_at(offset), naive_node_at(&tree, offset));
    }
}

/// That a tree is in order: every range lies in the text, children in their parents, one after the
/// other; comments and errors are where they say.
///
/// # Panics
/// When it is not.
pub fn check_tree(tree: &Tree) {
    let text = tree.text();
    let whole = TextRange::new(0, u32::try_from(text.len()).expect("a small file"));
    let sound = |range: TextRange| {
        assert!(whole.contains_range(range), "{range:?} outside {text:?}");
        assert!(
            text.get(std::ops::Range::from(range)).is_some(),
            "{range:?} splits a character of {text:?}"
        );
    };
    let mut start = 0;
    for node in tree.nodes() {
        sound(node.range());
        assert!(
            node.range().start >= start,
            "{node:?} is not in the order of {text:?}"
        );
        start = node.range().start;
        check_children(node);
    }
    for error in tree.errors() {
        sound(error.range);
        assert!(
            text.is_empty() || !error.range.is_empty(),
            "{error:?} marks nothing in {text:?}"
        );
        assert!(
            !error.message.contains('\n') && !error.message.ends_with('.'),
            "{error:?}"
        );
        error.opened.iter().for_each(|(range, _)| sound(*range));
    }
    assert!(
        tree.errors().is_sorted_by_key(|error| error.range),
        "{:?}",
        tree.errors()
    );
    for pair in tree.comments().windows(2) {
        assert!(pair[0].end <= pair[1].start, "{pair:?} in {text:?}");
    }
    for comment in tree.comments() {
        sound(*comment);
        assert!(
            comment.slice(text).starts_with('#'),
            "{comment:?} in {text:?}"
        );
    }
    for (first, second) in tree.duplicate_keys() {
        assert_eq!(first.text(), second.text());
    }
}

fn check_children(node: Node<'_>) {
    let text = node.tree().text();
    let mut end = node.range().start;
    for child in node.children() {
        assert_eq!(child.parent(), Some(node));
        assert!(child.id() > node.id());
        assert!(
            node.range().contains_range(child.range()),
            "{child:?} outside {node:?} of {text:?}"
        );
        assert!(
            child.range().start >= end,
            "{child:?} overlaps its neighbour in {text:?}"
        );
        end = child.range().end;
        if let Some(dash) = child.item_dash() {
            assert_eq!(dash.slice(text), "-");
        }
    }
    assert_eq!(
        node.entries().count() * 2,
        if node.entries().count() == 0 {
            0
        } else {
            node.children().count()
        }
    );
}

/// The definition that the fast search stands for.
fn naive_node_at(tree: &Tree, offset: u32) -> Option<Node<'_>> {
    let mut found = tree
        .documents()
        .filter(|root| root.range().touches(offset))
        .last()?;
    while let Some(deeper) = found
        .children()
        .filter(|child| child.range().touches(offset))
        .last()
    {
        found = deeper;
    }
    Some(found)
}
