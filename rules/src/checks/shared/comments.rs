//! Comments about the values beside them.

use crate::syntax::Node;

/// Words with which a comment asks the reader, or a script, for the value. `added` and `updated` tell of the
/// past.
const FILLED_IN: [&str; 37] = [
    "add",
    "adjust",
    "change",
    "changed",
    "configure",
    "customize",
    "define",
    "defined",
    "edit",
    "enter",
    "fill",
    "filled",
    "fixme",
    "injected",
    "insert",
    "inserted",
    "manually",
    "modify",
    "overridden",
    "override",
    "overwritten",
    "paste",
    "placeholder",
    "populate",
    "provide",
    "provided",
    "put",
    "replace",
    "replaced",
    "set",
    "specify",
    "substitute",
    "substituted",
    "supply",
    "todo",
    "update",
    "your",
];

/// Words with which a comment says why the command doesn't use the value.
const NOT_USED: [&str; 12] = [
    "compatibility",
    "dependency",
    "deprecated",
    "dummy",
    "ignored",
    "legacy",
    "lineage",
    "ordering",
    "reserved",
    "unneeded",
    "unused",
    "waits",
];

/// Two words that say so together.
const NOT_USED_PAIRS: [[&str; 2]; 8] = [
    ["for", "order"],
    ["future", "use"],
    ["gate", "for"],
    ["gate", "from"],
    ["gate", "of"],
    ["not", "needed"],
    ["not", "used"],
    ["reads", "from"],
];

/// Returns `true` if a comment about `key` asks for its value.
pub(crate) fn ask_to_fill_in(key: Node<'_>) -> bool {
    comments_about(key).any(|comment| {
        let mut words = words(comment);
        words.any(|word| FILLED_IN.contains(&&*word))
    })
}

/// Returns `true` if a comment about `key` contains `text`.
pub(crate) fn mention(key: Node<'_>, text: &str) -> bool {
    comments_about(key).any(|comment| comment.contains(text))
}

/// Returns `true` if a comment about `key` says that its value is given when the file is sent.
pub(crate) fn tell_of_submission(key: Node<'_>) -> bool {
    let words = [
        "--set",
        "at runtime",
        "at run time",
        "overrid",
        "when submit",
    ];
    comments_about(key).any(|comment| {
        let comment = comment.to_ascii_lowercase();
        words.iter().any(|word| comment.contains(word))
    })
}

/// Returns `true` if a comment about `key` says why the command doesn't use its value.
pub(crate) fn explain_disuse(key: Node<'_>) -> bool {
    comments_about(key).any(|comment| {
        let words: Vec<String> = words(comment).collect();
        let is_pair = |pair: &[String]| NOT_USED_PAIRS.iter().any(|meant| pair == meant);
        words.iter().any(|word| NOT_USED.contains(&&**word)) || words.windows(2).any(is_pair)
    })
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

/// Returns the words of a comment in lower case.
fn words(comment: &str) -> impl Iterator<Item = String> {
    let words = comment.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
}
