//! Edits that respect the layout around them: indentation, flow maps, comments, line ends.

use super::Edit;
use crate::syntax::{Entry, Node, NodeKind};
use crate::text::TextRange;

/// Replaces what `node` is by `text`. A value that is not there yet gets the blank behind its colon.
#[must_use]
pub fn replace(node: Node<'_>, text: impl Into<String>) -> Edit {
    let before = &node.tree().text()[..node.range().start as usize];
    let blank = if node.kind() == NodeKind::Empty && before.ends_with(':') { " " } else { "" };
    Edit { path: None, range: node.range(), text: format!("{blank}{}", text.into()) }
}

/// Lets a reference such as `azureml:old` name `name` instead; a prefix stays, quotes go with the old value.
#[must_use]
pub fn set_reference(node: Node<'_>, name: &str) -> Edit {
    let prefix = if node.text().is_some_and(|text| text.starts_with("azureml:")) { "azureml:" } else { "" };
    replace(node, format!("{prefix}{name}"))
}

/// Inserts `key: value` behind `after`, an entry of a block or flow mapping; `value` may have several lines, indented
/// from 0, and then starts on the line below the key, or is put between braces in a flow mapping.
#[must_use]
pub fn insert_key(after: Entry<'_>, key: &str, value: &str) -> Edit {
    let tree = after.key.tree();
    let text = tree.text();
    let in_flow = after.key.parent().is_some_and(Node::is_flow);
    if in_flow {
        let at = after.range().end;
        let value = if value.contains('\n') { one_line(value) } else { value.to_owned() };
        return Edit { path: None, range: TextRange::empty(at), text: format!(", {key}: {value}") };
    }
    let lines = tree.lines();
    let column = after.key.range().start - lines.full_line(lines.line_of(after.key.range().start)).start;
    let indent = " ".repeat(column as usize);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut insert = format!("{newline}{indent}{key}:");
    if value.contains('\n') {
        for line in value.lines() {
            insert.push_str(&format!("{newline}{indent}  {line}"));
        }
    } else {
        insert.push(' ');
        insert.push_str(value);
    }
    // Behind the comment that follows the value on its line.
    let at = lines.line(text, lines.line_of(after.range().end)).end;
    Edit { path: None, range: TextRange::empty(at), text: insert }
}

/// A flat mapping of several lines as it is written in a flow mapping.
fn one_line(value: &str) -> String {
    format!("{{{}}}", value.lines().map(str::trim).collect::<Vec<_>>().join(", "))
}

/// Removes `entry` with its line; in a flow map with its comma.
#[must_use]
pub fn remove_entry(entry: Entry<'_>) -> Edit {
    let text = entry.key.tree().text();
    let range = entry.range();
    if entry.key.parent().is_some_and(Node::is_flow) {
        return Edit { path: None, range: with_comma(text, range), text: String::new() };
    }
    let lines = entry.key.tree().lines();
    let first = lines.full_line(lines.line_of(range.start));
    let last = lines.full_line(lines.line_of(range.end));
    let before = TextRange::new(first.start, range.start).slice(text);
    if !before.trim().is_empty() {
        // The first entry of a list item: `- key: value`. What follows moves up to the dash.
        let next = text[last.end as usize..].find(|c: char| !c.is_whitespace()).unwrap_or(0);
        let end = last.end + u32::try_from(next).unwrap_or(0);
        return Edit { path: None, range: TextRange::new(range.start, end), text: String::new() };
    }
    Edit { path: None, range: first.cover(last), text: String::new() }
}

/// `range` with the comma behind it, or where there is none, the one before it.
fn with_comma(text: &str, range: TextRange) -> TextRange {
    let after = &text[range.end as usize..];
    let blank = after.len() - after.trim_start().len();
    if after[blank..].starts_with(',') {
        let rest = &after[blank + 1..];
        let end = range.end as usize + blank + 1 + (rest.len() - rest.trim_start_matches(' ').len());
        return TextRange::from(range.start as usize..end);
    }
    let before = text[..range.start as usize].trim_end();
    let start = before.strip_suffix(',').map_or(range.start as usize, str::len);
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
        assert_eq!(edited("a: 1 # one\nc: 2\n", insert), "a: 1 # one\nb: 0\nc: 2\n");
        assert_eq!(edited("a: 1", insert), "a: 1\nb: 0");
        assert_eq!(edited("{a: 1}", insert), "{a: 1, b: 0}");
        assert_eq!(edited("a:\r\n  x: 1\r\n", insert), "a:\r\n  x: 1\r\nb: 0\r\n");
    }

    #[test]
    fn inserts_a_block() {
        let insert = |root: Node<'_>| insert_key(root.get("j").unwrap().entry("a").unwrap(), "limits", "timeout: 60");
        assert_eq!(edited("j:\n  a: 1\n", insert), "j:\n  a: 1\n  limits: timeout: 60\n");
        let insert =
            |root: Node<'_>| insert_key(root.get("j").unwrap().entry("a").unwrap(), "limits", "timeout: 60\nx: 1");
        assert_eq!(edited("j:\n  a: 1\n", insert), "j:\n  a: 1\n  limits:\n    timeout: 60\n    x: 1\n");
    }

    #[test]
    fn inserts_a_block_in_flow_style() {
        let insert = |root: Node<'_>| insert_key(root.entry("a").unwrap(), "limits", "timeout: 60\nx: 1");
        assert_eq!(edited("{a: 1}", insert), "{a: 1, limits: {timeout: 60, x: 1}}");
    }

    #[test]
    fn removes_with_line_or_comma() {
        let remove = |root: Node<'_>| remove_entry(root.entry("a").unwrap());
        assert_eq!(edited("x: 1\na: 2 # c\ny: 3\n", remove), "x: 1\ny: 3\n");
        assert_eq!(edited("{a: 2, y: 3}", remove), "{y: 3}");
        assert_eq!(edited("{x: 1, a: 2}", remove), "{x: 1}");
        let first = |root: Node<'_>| remove_entry(root.items().next().unwrap().entry("a").unwrap());
        assert_eq!(edited("- a: 1\n  b: 2\n", first), "- b: 2\n");
    }
}
