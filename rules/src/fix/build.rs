//! Edits that respect the layout around them: indentation, flow maps, comments, line ends.

use super::Edit;
use crate::syntax::{Entry, Node, NodeKind, ScalarStyle, Tree};
use crate::text::TextRange;

/// Replaces what `node` is by `text`. A value that is not there yet gets the blank behind its
/// colon.
#[must_use]
pub fn replace(node: Node<'_>, text: impl Into<String>) -> Edit {
    let before = &node.tree().text()[..node.range().start as usize];
    let blank = if node.kind() == NodeKind::Empty && before.ends_with(':') {
        " "
    } else {
        ""
    };
    Edit {
        path: None,
        range: node.range(),
        text: format!("{blank}{}", text.into()),
    }
}

/// Replaces the mapping `value` by a scalar on the line of its key. `None` where a comment would be
/// lost, or where the mapping is repeated by its anchor.
#[must_use]
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
    Some(Edit {
        path: None,
        range,
        text: format!("{blank}{text}"),
    })
}

/// Lets a reference such as `azureml:old` name `name` instead; a prefix stays, quotes go with the
/// old value.
#[must_use]
pub fn set_reference(node: Node<'_>, name: &str) -> Edit {
    let prefix = if node.text().is_some_and(|text| text.starts_with("azureml:")) {
        "azureml:"
    } else {
        ""
    };
    replace(node, format!("{prefix}{name}"))
}

/// Inserts `key: value` behind `after`, an entry of a block or flow mapping; `value` may have
/// several lines, indented from 0, and then starts on the line below the key, or is put between
/// braces in a flow mapping.
#[must_use]
pub fn insert_key(after: Entry<'_>, key: &str, value: &str) -> Edit {
    let tree = after.key.tree();
    let text = tree.text();
    let in_flow = after.key.parent().is_some_and(Node::is_flow);
    if in_flow {
        let at = after.range().end;
        return Edit {
            path: None,
            range: TextRange::empty(at),
            text: format!(", {key}: {}", inline(value)),
        };
    }
    let lines = tree.lines();
    let indent = " ".repeat(column(after.key));
    let newline = newline(tree);
    let insert = format!(
        "{newline}{}",
        block_entry(tree, &indent, key, value).join(newline)
    );
    // Behind the comment that follows the value on its line.
    let at = lines.line(text, last_line(after)).end;
    Edit {
        path: None,
        range: TextRange::empty(at),
        text: insert,
    }
}

/// The last line of an entry in block style: a block scalar ends where the line after it begins.
fn last_line(entry: Entry<'_>) -> u32 {
    let lines = entry.key.tree().lines();
    let end = entry.range().end;
    let last = lines.line_of(end);
    let ends_before =
        last > 0 && lines.full_line(last).start == end && is_block_scalar(deepest(entry.value));
    if ends_before { last - 1 } else { last }
}

/// The last scalar in `node`.
fn deepest(mut node: Node<'_>) -> Node<'_> {
    while let Some(last) = node.last_child().filter(|_| !node.is_flow()) {
        node = last;
    }
    node
}

/// The lines of an entry in block style with their line ends.
#[must_use]
pub fn entry_lines(entry: Entry<'_>) -> TextRange {
    let lines = entry.key.tree().lines();
    lines
        .full_line(lines.line_of(entry.range().start))
        .cover(lines.full_line(last_line(entry)))
}

fn is_block_scalar(node: Node<'_>) -> bool {
    matches!(
        node.style(),
        Some(ScalarStyle::Literal | ScalarStyle::Folded)
    )
}

/// Adds `key: value` to the mapping `node`: in front of the first entry that has one of the keys
/// `before`, else at its end. `None` for what is no mapping, and for one in which nothing stands
/// but `{}` in several lines.
#[must_use]
pub fn add_entry(node: Node<'_>, key: &str, value: &str, before: &[&str]) -> Option<Edit> {
    let Some(last) = node.last_entry() else {
        let empty = node.kind() == NodeKind::Mapping && node.raw().starts_with('{');
        return empty.then(|| replace(node, one_line(&format!("{key}: {}", inline(value)))));
    };
    let following = before.iter().filter_map(|key| node.entry(key));
    let following = following.min_by_key(|entry| entry.key.range());
    match following.map(|entry| (entry.key, entry.key.before())) {
        Some((first, None)) => {
            let text = if node.is_flow() {
                format!("{key}: {}, ", inline(value))
            } else {
                let (indent, newline) = (" ".repeat(column(first)), newline(node.tree()));
                let lines = block_entry(node.tree(), &indent, key, value).join(newline);
                format!("{}{newline}{indent}", lines.trim_start())
            };
            Some(Edit {
                path: None,
                range: TextRange::empty(first.range().start),
                text,
            })
        }
        Some((_, Some(before))) => {
            let after = Entry {
                key: before.key()?,
                value: before,
            };
            Some(insert_key(after, key, value))
        }
        None => Some(insert_key(last, key, value)),
    }
}

/// Gives `entry`, whose value is a mapping, empty or null, the entry `key: value` at its end.
/// `None` for any other value.
#[must_use]
pub fn add_below(entry: Entry<'_>, key: &str, value: &str) -> Option<Edit> {
    let node = entry.value;
    if node.kind() == NodeKind::Mapping {
        return add_entry(node, key, value, &[]);
    }
    if node.kind() != NodeKind::Empty || entry.key.parent().is_some_and(Node::is_flow) {
        return node
            .is_null()
            .then(|| replace(node, one_line(&format!("{key}: {}", inline(value)))));
    }
    let (tree, lines) = (entry.key.tree(), entry.key.tree().lines());
    let newline = newline(tree);
    let indent = " ".repeat(column(entry.key) + indent_unit(tree));
    let at = lines
        .line(tree.text(), lines.line_of(entry.key.range().end))
        .end;
    let text = format!(
        "{newline}{}",
        block_entry(tree, &indent, key, value).join(newline)
    );
    Some(Edit {
        path: None,
        range: TextRange::empty(at),
        text,
    })
}

/// The line ends of a text.
#[must_use]
pub fn newline(tree: &Tree) -> &'static str {
    if tree.lines().has_crlf() {
        "\r\n"
    } else {
        "\n"
    }
}

/// The column of a node, in characters that indent: those of block style are all blanks.
#[must_use]
pub fn column(node: Node<'_>) -> usize {
    let lines = node.tree().lines();
    let start = node.range().start;
    (start - lines.full_line(lines.line_of(start)).start) as usize
}

/// How far the file indents what is inside of something; 2 where nothing tells.
#[must_use]
pub fn indent_unit(tree: &Tree) -> usize {
    let indent = || tree.nodes().find_map(indent_of).unwrap_or(2);
    *tree.indent_unit.get_or_init(indent)
}

/// How far the keys of a block mapping stand behind those of the one that it is a value of.
fn indent_of(node: Node<'_>) -> Option<usize> {
    let is_block = |node: &Node<'_>| node.kind() == NodeKind::Mapping && !node.is_flow();
    let parent = node
        .parent()
        .filter(|parent| is_block(&node) && is_block(parent))?;
    let (inner, outer) = (node.entries().next()?.key, parent.entries().next()?.key);
    let unit = column(inner).checked_sub(column(outer));
    unit.filter(|unit| *unit > 0)
}

/// The lines of `key: value` in block style.
fn block_entry(tree: &Tree, indent: &str, key: &str, value: &str) -> Vec<String> {
    if !value.contains('\n') {
        return vec![format!("{indent}{key}: {value}")];
    }
    let deeper = " ".repeat(indent_unit(tree));
    let inside = value.lines().map(|line| format!("{indent}{deeper}{line}"));
    std::iter::once(format!("{indent}{key}:"))
        .chain(inside)
        .collect()
}

/// A value as it is written in a flow mapping.
fn inline(value: &str) -> String {
    if value.contains('\n') {
        one_line(value)
    } else {
        value.to_owned()
    }
}

/// A flat mapping of several lines as it is written in a flow mapping.
fn one_line(value: &str) -> String {
    format!(
        "{{{}}}",
        value.lines().map(str::trim).collect::<Vec<_>>().join(", ")
    )
}

/// Removes `entry` with its line; in a flow map with its comma.
#[must_use]
pub fn remove_entry(entry: Entry<'_>) -> Edit {
    let text = entry.key.tree().text();
    let range = entry.range();
    if entry.key.parent().is_some_and(Node::is_flow) {
        return Edit {
            path: None,
            range: with_comma(text, range),
            text: String::new(),
        };
    }
    let lines = entry.key.tree().lines();
    let first = lines.full_line(lines.line_of(range.start));
    let last = lines.full_line(last_line(entry));
    let before = TextRange::new(first.start, range.start).slice(text);
    if !before.trim().is_empty() {
        // The first entry of a list item: `- key: value`. What follows moves up to the dash.
        let next = text[last.end as usize..]
            .find(|c: char| !c.is_whitespace())
            .unwrap_or(0);
        let end = last.end + u32::try_from(next).unwrap_or(0);
        return Edit {
            path: None,
            range: TextRange::new(range.start, end),
            text: String::new(),
        };
    }
    Edit {
        path: None,
        range: first.cover(last),
        text: String::new(),
    }
}

/// `range` with the comma behind it, or where there is none, the one before it.
fn with_comma(text: &str, range: TextRange) -> TextRange {
    let after = &text[range.end as usize..];
    let blank = after.len() - after.trim_start().len();
    if after[blank..].starts_with(',') {
        let rest = &after[blank + 1..];
        let end =
            range.end as usize + blank + 1 + (rest.len() - rest.trim_start_matches(' ').len());
        return TextRange::from(range.start as usize..end);
    }
    let before = text[..range.start as usize].trim_end();
    let start = before
        .strip_suffix(',')
        .map_or(range.start as usize, str::len);
    TextRange::from(start..range.end as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::{Fix, apply};
    use crate::syntax::parse;

    fn edited(text: &str, edit: impl Fn(Node<'_>) -> Edit) -> String {
        let tree = parse(text);
        apply(text, &[Fix::safe("", vec![edit(tree.root().unwrap())])]).0
    }

    #[test]
    fn inserts_in_the_layout_around() {
        let insert = |root: Node<'_>| insert_key(root.entry("a").unwrap(), "b", "0");
        assert_eq!(
            edited("a: 1 # one\nc: 2\n", insert),
            "a: 1 # one\nb: 0\nc: 2\n"
        );
        assert_eq!(edited("a: 1", insert), "a: 1\nb: 0");
        assert_eq!(edited("{a: 1}", insert), "{a: 1, b: 0}");
        assert_eq!(
            edited("a:\r\n  x: 1\r\n", insert),
            "a:\r\n  x: 1\r\nb: 0\r\n"
        );
    }

    #[test]
    fn inserts_behind_a_block_scalar() {
        let insert = |root: Node<'_>| insert_key(root.entry("a").unwrap(), "b", "0");
        for scalar in ["|\n  x\n", ">-\n  x\n  y\n", "|\n  x"] {
            let text = edited(&format!("a: {scalar}"), insert);
            assert_eq!(
                text.trim_end(),
                format!("{}\nb: 0", format!("a: {scalar}").trim_end()),
                "{scalar:?}"
            );
        }
        assert_eq!(
            edited("a: |\n  x\nc: 2\n", insert),
            "a: |\n  x\nb: 0\nc: 2\n"
        );
        assert_eq!(
            edited("a:\n  k: |\n    x\nc: 2\n", insert),
            "a:\n  k: |\n    x\nb: 0\nc: 2\n"
        );
        assert_eq!(
            edited("a: |\r\n  x\r\nc: 2\r\n", insert),
            "a: |\r\n  x\r\nb: 0\r\nc: 2\r\n"
        );
    }

    #[test]
    fn adds_before_another_entry_or_at_the_end() {
        let add = |root: Node<'_>| add_entry(root, "k", "x: 1\n", &["jobs"]).unwrap();
        assert_eq!(
            edited("a: 1 # c\njobs:\n    b: {}\n", add),
            "a: 1 # c\nk:\n    x: 1\njobs:\n    b: {}\n"
        );
        assert_eq!(
            edited("jobs:\n  b: {c: 1}\n", add),
            "k:\n  x: 1\njobs:\n  b: {c: 1}\n"
        );
        assert_eq!(edited("a: 1", add), "a: 1\nk:\n  x: 1");
        assert_eq!(edited("{jobs: {}}", add), "{k: {x: 1}, jobs: {}}");
        assert_eq!(
            edited("{a: 1, jobs: {}}", add),
            "{a: 1, k: {x: 1}, jobs: {}}"
        );
        assert_eq!(edited("{}", add), "{k: {x: 1}}");
    }

    #[test]
    fn adds_below_what_is_empty() {
        let add = |root: Node<'_>| add_below(root.entry("a").unwrap(), "k", "1").unwrap();
        assert_eq!(edited("a:\nb: 1\n", add), "a:\n  k: 1\nb: 1\n");
        assert_eq!(
            edited("a: # why\r\nb:\r\n    c: 1\r\n", add),
            "a: # why\r\n    k: 1\r\nb:\r\n    c: 1\r\n"
        );
        assert_eq!(edited("a: {}\n", add), "a: {k: 1}\n");
        assert_eq!(edited("a: null\n", add), "a: {k: 1}\n");
        assert_eq!(edited("{a: , b: 1}\n", add), "{a: {k: 1} , b: 1}\n");
        assert_eq!(edited("a:\n  x: 1\n", add), "a:\n  x: 1\n  k: 1\n");
        let tree = parse("a: *x\n");
        assert_eq!(
            add_below(tree.root().unwrap().entry("a").unwrap(), "k", "1"),
            None
        );
    }

    fn limits_behind_a(mapping: Option<Node<'_>>, value: &str) -> Edit {
        insert_key(mapping.unwrap().entry("a").unwrap(), "limits", value)
    }

    #[test]
    fn inserts_a_block() {
        assert_eq!(
            edited("j:\n  a: 1\n", |root| limits_behind_a(
                root.get("j"),
                "timeout: 60"
            )),
            "j:\n  a: 1\n  limits: timeout: 60\n"
        );
        assert_eq!(
            edited("j:\n  a: 1\n", |root| limits_behind_a(
                root.get("j"),
                "timeout: 60\nx: 1"
            )),
            "j:\n  a: 1\n  limits:\n    timeout: 60\n    x: 1\n"
        );
    }

    #[test]
    fn inserts_a_block_in_flow_style() {
        assert_eq!(
            edited("{a: 1}", |root| limits_behind_a(
                Some(root),
                "timeout: 60\nx: 1"
            )),
            "{a: 1, limits: {timeout: 60, x: 1}}"
        );
    }

    #[test]
    fn removes_with_line_or_comma() {
        let remove = |root: Node<'_>| remove_entry(root.entry("a").unwrap());
        assert_eq!(edited("x: 1\na: 2 # c\ny: 3\n", remove), "x: 1\ny: 3\n");
        assert_eq!(edited("a: |\n  2\ny: 3\n", remove), "y: 3\n");
        assert_eq!(edited("{a: 2, y: 3}", remove), "{y: 3}");
        assert_eq!(edited("{x: 1, a: 2}", remove), "{x: 1}");
        let first = |root: Node<'_>| remove_entry(root.items().next().unwrap().entry("a").unwrap());
        assert_eq!(edited("- a: 1\n  b: 2\n", first), "- b: 2\n");
    }
}
