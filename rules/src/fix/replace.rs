//! Edits that replace a value.

use super::Edit;
use crate::syntax::{Node, NodeKind};
use crate::text::TextRange;

/// Replaces `node` by `text`. For an empty value, a space is inserted after the
/// colon.
pub fn replace(node: Node<'_>, text: impl Into<String>) -> Edit {
    let before = &node.tree().text()[..node.range().start as usize];
    let blank = if node.kind() == NodeKind::Empty && before.ends_with(':') {
        " "
    } else {
        ""
    };
    Edit::new(node.range(), format!("{blank}{}", text.into()))
}

/// Changes the text of the scalar `node`, in the quotes that it has or needs.
pub fn set_text(node: Node<'_>, text: &str) -> Edit {
    let raw = node.raw();
    let is_safe = |quote| match quote {
        '"' => !text.contains(['"', '\\']),
        _ => !text.contains('\''),
    };
    let written = match raw.chars().next() {
        Some(quote @ ('"' | '\'')) if is_safe(quote) => format!("{quote}{text}{quote}"),
        // In a flow mapping, these characters end a plain scalar.
        None | Some('a'..='z' | 'A'..='Z' | '.' | '/')
            if !text.contains(['{', '}', '[', ']', ',', '#', '"'])
                || !node.parent().is_some_and(Node::is_flow) && !text.contains(" #") =>
        {
            text.to_owned()
        }
        _ => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    replace(node, written)
}

/// Replaces the mapping `value` by a scalar on the line of its key. `None` if a comment would be
/// lost, or if an alias repeats the mapping.
pub fn replace_by_scalar(value: Node<'_>, text: &str) -> Option<Edit> {
    let source = value.tree().text();
    let has_comment = |range: TextRange| {
        let comments = value.tree().comments();
        let first = comments.partition_point(|comment| comment.start < range.start);
        comments
            .get(first)
            .is_some_and(|comment| comment.end <= range.end)
    };
    let range = match value.key().filter(|_| !value.is_flow()) {
        Some(key) => {
            let colon = source[key.range().end as usize..].find(':')?;
            let start = key.range().end + u32::try_from(colon).ok()? + 1;
            TextRange::new(start, value.range().end)
        }
        None => value.range(),
    };
    if has_comment(range) || value.anchor().is_some() {
        return None;
    }
    let blank = if value.is_flow() { "" } else { " " };
    Some(Edit::new(range, format!("{blank}{text}")))
}

/// Changes the name in a reference such as `azureml:old` to `name`; a prefix stays, quotes are
/// removed with the old value.
pub fn set_reference(node: Node<'_>, name: &str) -> Edit {
    let prefix = if node.text().is_some_and(|text| text.starts_with("azureml:")) {
        "azureml:"
    } else {
        ""
    };
    replace(node, format!("{prefix}{name}"))
}
