//! Edits that add entries to a mapping, in block or flow style. Edits at the same position can be
//! combined.

use std::iter::repeat_n;
use std::ops::Range;

use super::layout::{before_on_line, column, indent_unit, last_line, newline};
use super::{Addition, Edit, Joint, replace};
use crate::syntax::{Entry, Node, NodeKind, Tree};
use crate::text::TextRange;

/// Inserts `key: value` after `after`, an entry of a block or flow mapping; `value` may have
/// several lines, indented from 0, and then starts on the line below the key, or is put between
/// braces in a flow mapping.
pub fn insert_key(after: Entry<'_>, key: &str, value: &str) -> Edit {
    insert_keys(after, &[(key, value)])
}

/// Inserts an item with the text `written` before `item`; `None` if `item` isn't in a block sequence.
pub fn insert_item_before(item: Node<'_>, written: &str) -> Option<Edit> {
    let dash = item.item_dash()?;
    let gap = (item.range().start - dash.start) as usize;
    let indent = " ".repeat(column(item).saturating_sub(gap));
    let newline = newline(item.tree());
    Some(Edit::new(
        TextRange::new(dash.start, dash.start),
        format!("- {written}{newline}{indent}"),
    ))
}

/// Like [`insert_key`], for several entries in one edit.
pub fn insert_keys(after: Entry<'_>, entries: &[(&str, &str)]) -> Edit {
    let tree = after.key.tree();
    if after.key.parent().is_some_and(Node::is_flow) {
        let at = TextRange::empty(after.range().end);
        return NewEntries::in_flow(entries).between(", ", "").edit(at);
    }
    // After the comment that follows the value on its line.
    let at = tree.lines().line(tree.text(), last_line(after)).end;
    NewEntries::in_block(tree, column(after.key), entries).edit(TextRange::empty(at))
}

/// Inserts `key: value` before `entry` of a block or flow mapping. `None` if a property or
/// a `?` precedes it.
pub fn insert_before(entry: Entry<'_>, key: &str, value: &str) -> Option<Edit> {
    let at = TextRange::empty(entry.key.range().start);
    if entry.key.parent().is_some_and(Node::is_flow) {
        let new = NewEntries::in_flow(&[(key, value)]);
        return Some(new.between("", ", ").edit(at));
    }
    let before = before_on_line(entry.key);
    if !before.trim_matches([' ', '-']).is_empty() || entry.key.anchor().is_some() {
        return None;
    }
    let new = NewEntries::in_block(entry.key.tree(), before.len(), &[(key, value)]);
    Some(new.in_front().edit(at))
}

/// Adds `key: value` to the mapping `node`: before the first entry that has one of the keys
/// `before`, else at its end. `None` if the node is not a mapping, or is an empty
/// `{}` on several lines.
pub fn add_entry(node: Node<'_>, key: &str, value: &str, before: &[&str]) -> Option<Edit> {
    let Some(last) = node.last_entry() else {
        let empty = node.kind() == NodeKind::Mapping && node.raw().starts_with('{');
        return empty.then(|| into_empty(node, key, value));
    };
    let following = before.iter().filter_map(|key| node.entry(key));
    let Some(next) = following.min_by_key(|entry| entry.key.range()) else {
        return Some(insert_key(last, key, value));
    };
    let Some(before) = next.key.before() else {
        return insert_before(next, key, value);
    };
    let after = Entry {
        key: before.key()?,
        value: before,
    };
    Some(insert_key(after, key, value))
}

/// Adds the entry `key: value` at the end of the value of `entry`, which is a mapping, empty or
/// null. `None` for any other value.
pub fn add_below(entry: Entry<'_>, key: &str, value: &str) -> Option<Edit> {
    let node = entry.value;
    if node.kind() == NodeKind::Mapping {
        return add_entry(node, key, value, &[]);
    }
    if node.kind() != NodeKind::Empty || entry.key.parent().is_some_and(Node::is_flow) {
        return node.is_null().then(|| into_empty(node, key, value));
    }
    let tree = entry.key.tree();
    let lines = tree.lines();
    let line = lines.line_of(entry.key.range().end);
    let at = lines.line(tree.text(), line).end;
    let indent = column(entry.key) + indent_unit(tree);
    let new = NewEntries::in_block(tree, indent, &[(key, value)]);
    Some(new.edit(TextRange::empty(at)))
}

/// Writes `{key: value}` for the empty `node`.
fn into_empty(node: Node<'_>, key: &str, value: &str) -> Edit {
    let blank = replace(node, "").text;
    let new = NewEntries::in_flow(&[(key, value)]);
    new.between(&format!("{blank}{{"), "}").edit(node.range())
}

/// Entries with the text around them.
struct NewEntries {
    before: String,
    own: String,
    after: String,
    keys: Vec<String>,
    separator: &'static str,
}

impl NewEntries {
    /// Writes each entry on a line of its own, after the existing text. An entry with a block as
    /// its value is the frame of the entries in that block.
    fn in_block(tree: &Tree, column: usize, entries: &[(&str, &str)]) -> Self {
        let start = |text: &mut String, column: usize| {
            text.push_str(newline(tree));
            text.extend(repeat_n(' ', column));
        };
        let inside = |text: &mut String, value: &str| {
            for line in value.lines() {
                start(text, column + indent_unit(tree));
                text.push_str(line);
            }
        };
        let (mut before, mut own) = (String::new(), String::new());
        if let [(key, block)] = entries
            && block.contains('\n')
        {
            start(&mut before, column);
            before += key;
            before.push(':');
            inside(&mut own, block);
            return Self {
                before,
                own,
                after: String::new(),
                keys: keys_of(block),
                separator: "",
            };
        }
        for (key, value) in entries {
            own.reserve(2 + column + key.len() + 2 + value.len());
            start(&mut own, column);
            own += key;
            own.push(':');
            if value.contains('\n') {
                inside(&mut own, value);
            } else {
                own.push(' ');
                own += value;
            }
        }
        Self {
            before,
            own,
            after: String::new(),
            keys: entries.iter().map(|(key, _)| (*key).to_owned()).collect(),
            separator: "",
        }
    }

    /// Moves the line end and the indentation from the front to the end.
    fn in_front(mut self) -> Self {
        let whole = format!("{}{}", self.before, self.own);
        let indent = whole.len() - whole.trim_start().len();
        let start = whole[..indent].to_owned();
        if self.before.is_empty() {
            self.own = format!("{}{start}", &self.own[indent..]);
        } else {
            self.before.drain(..indent);
            self.after = start;
        }
        self
    }

    fn in_flow(entries: &[(&str, &str)]) -> Self {
        if let [(key, block)] = entries
            && block.contains('\n')
        {
            let lines: Vec<&str> = block.lines().map(str::trim).collect();
            return Self {
                before: format!("{key}: {{"),
                own: lines.join(", "),
                after: "}".to_owned(),
                keys: keys_of(block),
                separator: ", ",
            };
        }
        let own = entries
            .iter()
            .map(|(key, value)| format!("{key}: {}", inline(value)));
        Self {
            before: String::new(),
            own: own.collect::<Vec<_>>().join(", "),
            after: String::new(),
            keys: entries.iter().map(|(key, _)| (*key).to_owned()).collect(),
            separator: ", ",
        }
    }

    fn between(mut self, before: &str, after: &str) -> Self {
        self.before.insert_str(0, before);
        self.after.push_str(after);
        self
    }

    fn edit(self, range: TextRange) -> Edit {
        let own: Range<usize> = self.before.len()..self.before.len() + self.own.len();
        let mut text = self.own;
        text.insert_str(0, &self.before);
        text += &self.after;
        Edit {
            joint: Some(Joint::Addition(Addition {
                own,
                keys: self.keys,
                separator: self.separator,
            })),
            ..Edit::new(range, text)
        }
    }
}

/// Returns the keys of a block of entries without indentation.
fn keys_of(block: &str) -> Vec<String> {
    let tops = block
        .lines()
        .filter(|line| !line.starts_with(char::is_whitespace));
    let keys = tops.map(|line| line.split(": ").next().unwrap_or(line));
    keys.map(|key| key.trim_end_matches(':').to_owned())
        .collect()
}

/// Returns a value as written in a flow mapping; a flat mapping of several lines gets braces.
fn inline(value: &str) -> String {
    if !value.contains('\n') {
        return value.to_owned();
    }
    let lines: Vec<&str> = value.lines().map(str::trim).collect();
    format!("{{{}}}", lines.join(", "))
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
}
