//! Text that moves from one place to another: its lines, and checks that the move is safe.

use azml_rules::expression::scan;
use azml_rules::syntax::{Node, NodeKind};

/// Returns `true` if nothing in `node` is shared with the rest: no anchors, aliases or merge keys.
pub(crate) fn is_whole(node: Node<'_>) -> bool {
    let merges = node.is_key() && node.text() == Some("<<");
    let shared = node.kind() == NodeKind::Alias || node.anchor().is_some() || merges;
    !shared && !node.is_repaired() && node.children().all(is_whole)
}

/// Returns `true` if something in `node` is bound to the pipeline around it.
pub(crate) fn is_bound(node: Node<'_>) -> bool {
    node.text().is_some_and(names_parent) || node.children().any(is_bound)
}

fn names_parent(text: &str) -> bool {
    let scan = scan(text);
    let mut paths = scan.expressions.iter().map(|found| found.path.clone());
    paths.any(|path| text[path].starts_with("parent"))
}

/// Returns `block` with `indent` columns less on each line; shorter indentation becomes 0.
pub(crate) fn dedented(block: &str, indent: usize) -> String {
    let mut text = String::new();
    for line in block.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        text.push_str(line.get(blanks.min(indent)..).unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_move_to_the_margin() {
        assert_eq!(
            dedented("    a: |\n      x\n\n    b: 1\n  # c", 4),
            "a: |\n  x\n\nb: 1\n# c"
        );
    }
}
