//! What comments say about the values beside them.

use crate::syntax::Node;

/// Beginnings of words with which a comment asks the reader, or a script, for the value.
const FILLED_IN: [&str; 14] = [
    "add",
    "adjust",
    "chang",
    "edit",
    "enter",
    "fill",
    "inject",
    "insert",
    "overrid",
    "provid",
    "replac",
    "substitut",
    "updat",
    "your",
];

/// Words with which a comment says that the command doesn't use the value itself.
const NOT_USED: [&str; 7] = [
    "dummy", "gate", "reads", "reserved", "trigger", "unused", "wait",
];

/// Returns `true` if a comment about `key` asks for its value.
pub(crate) fn ask_to_fill_in(key: Node<'_>) -> bool {
    let is_meant = |word: &str| FILLED_IN.iter().any(|start| word.starts_with(start));
    comments_about(key).any(|comment| words(comment).any(|word| is_meant(&word)))
}

/// Returns `true` if a comment about `key` says why the command doesn't use its value.
pub(crate) fn explain_disuse(key: Node<'_>) -> bool {
    let is_meant = |word: &str| NOT_USED.contains(&word);
    comments_about(key).any(|comment| words(comment).any(|word| is_meant(&word)))
}

/// Returns the comment on the line of `key`, and those on the lines directly above it.
fn comments_about(key: Node<'_>) -> impl Iterator<Item = &str> {
    let tree = key.tree();
    let (text, lines) = (tree.text(), tree.lines());
    let start = key.range().start;
    let own = tree.comment_on_line(start).map(|it| it.slice(text));
    let above = (0..lines.line_of(start)).rev();
    let above = above.map(|line| lines.full_line(line).slice(text).trim());
    own.into_iter()
        .chain(above.take_while(|line| line.starts_with('#')))
}

fn words(comment: &str) -> impl Iterator<Item = String> {
    let words = comment.split(|c: char| !c.is_alphanumeric());
    words.map(str::to_ascii_lowercase)
}
