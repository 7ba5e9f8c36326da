//! Edits that remove entries, with their lines or commas. If the last entry of a mapping is
//! removed, its key is removed too, because the client rejects a section without a value.

use super::layout::{before_on_line, last_line};
use super::{Edit, Joint, Removal, replace_by_scalar};
use crate::syntax::{Entry, Node, Tree};
use crate::text::TextRange;

/// Keys whose entries have user-defined names. Such an entry stays if its last key is removed.
pub(crate) const NAMED_SECTIONS: &[&str] = &[
    "inputs",
    "outputs",
    "jobs",
    "input_data",
    "monitoring_signals",
];

/// Removes `entry` with its line; in a flow mapping with its comma. The last entry of a mapping is
/// removed with the key of the mapping.
pub fn remove_entry(entry: Entry<'_>) -> Edit {
    let Some(mapping) = entry.key.parent() else {
        return remove_alone(entry);
    };
    let first = mapping.entries().next();
    let is_first = first.is_some_and(|first| first.key == entry.key);
    let next = entry.value.next_sibling();
    if is_first && next.is_none() {
        return remove_mapping(mapping).unwrap_or_else(|| remove_alone(entry));
    }
    let whole = if is_first {
        remove_mapping(mapping)
    } else {
        None
    };
    Edit {
        joint: Some(Joint::Removal(Removal {
            key: entry.key.range().start,
            next: next.map(|key| key.range().start),
            whole: whole.map(Box::new),
        })),
        ..remove_alone(entry)
    }
}

/// Removes `entries` of one mapping: edits in order that do not overlap. Two neighbors at the end
/// of a flow mapping would both remove the comma between them.
pub fn remove_entries(entries: &[Entry<'_>]) -> Vec<Edit> {
    let mut entries = entries.to_vec();
    entries.sort_by_key(|entry| entry.range());
    let mut edits: Vec<Edit> = Vec::new();
    for entry in entries.into_iter().rev() {
        let mut edit = remove_entry(entry);
        if edits
            .last()
            .is_some_and(|next| next.range.intersects(edit.range))
        {
            edit.range = with_comma_before(entry.key.tree().text(), entry.range());
        }
        edits.push(edit);
    }
    edits.reverse();
    edits
}

/// Removes `comment`, with its line if it is alone on it.
pub fn remove_comment(tree: &Tree, comment: TextRange) -> Edit {
    let lines = tree.lines();
    let line = lines.full_line(lines.line_of(comment.start));
    let before = TextRange::new(line.start, comment.start).slice(tree.text());
    let remaining = before.trim_end_matches([' ', '\t']);
    if !remaining.trim_start_matches('\u{feff}').is_empty() {
        let blank = u32::try_from(before.len() - remaining.len()).unwrap_or(0);
        return Edit::new(TextRange::new(comment.start - blank, comment.end), "");
    }
    // The byte-order mark stays.
    let mark = u32::try_from(remaining.len()).unwrap_or(0);
    Edit::new(TextRange::new(line.start + mark, line.end), "")
}

/// Returns `true` if `value` contains an anchor, which an alias in the file may need.
pub fn holds_anchor(value: Node<'_>) -> bool {
    value.anchor().is_some() || value.children().any(holds_anchor)
}

/// Removes `mapping` with its key; a mapping that must stay, or that has no key, is left empty.
/// `None` if the text does not allow that.
fn remove_mapping(mapping: Node<'_>) -> Option<Edit> {
    let Some(key) = mapping.key() else {
        let is_item = mapping.parent().is_some() && !mapping.is_flow();
        return is_item.then(|| Edit::new(mapping.range(), "{}"));
    };
    let section = key.parent()?.key().and_then(Node::text);
    if mapping.anchor().is_some()
        || section.is_some_and(|section| NAMED_SECTIONS.contains(&section))
    {
        let in_block = !mapping.is_flow();
        return in_block.then(|| replace_by_scalar(mapping, "{}")).flatten();
    }
    let entry = Entry {
        key,
        value: mapping,
    };
    let is_only = key.parent()?.children().nth(2).is_none();
    let above = if is_only {
        remove_mapping(key.parent()?)
    } else {
        None
    };
    let edit = above.unwrap_or_else(|| remove_alone(entry));
    if mapping.is_flow() || edit.range.start > key.range().start {
        return Some(edit);
    }
    let text = format!("{}{}", comments_inside(mapping, key), edit.text);
    Some(Edit { text, ..edit })
}

/// Returns the comments on lines of their own in the block `mapping`, indented like `key`.
fn comments_inside(mapping: Node<'_>, key: Node<'_>) -> String {
    let tree = mapping.tree();
    let (lines, text) = (tree.lines(), tree.text());
    let indent = before_on_line(key);
    let indent = &indent[..indent.len() - indent.trim_start().len()];
    let inside = TextRange::new(key.range().end, mapping.range().end);
    let comments = tree.comments();
    let from = comments.partition_point(|comment| comment.start < inside.start);
    let mut remaining = String::new();
    for comment in &comments[from..] {
        if comment.end > inside.end {
            break;
        }
        let line = lines.full_line(lines.line_of(comment.start));
        let before = TextRange::new(line.start, comment.start).slice(text);
        if before.trim().is_empty() {
            remaining += indent;
            remaining += TextRange::new(comment.start, line.end).slice(text);
        }
    }
    remaining
}

/// Removes only `entry`.
fn remove_alone(entry: Entry<'_>) -> Edit {
    let text = entry.key.tree().text();
    let range = entry.range();
    if entry.key.parent().is_some_and(Node::is_flow) {
        return Edit::new(with_comma(text, range), "");
    }
    let lines = entry.key.tree().lines();
    let end = lines.full_line(last_line(entry)).end;
    // A tag, an anchor or `?` before the key is removed with it, a dash stays.
    let before = before_on_line(entry.key);
    let lead = before.trim_start_matches([' ', '-']);
    let dash = &before[..before.len() - lead.len()];
    if dash.trim().is_empty() {
        return Edit::new(TextRange::new(start_of(entry, before), end), "");
    }
    // The first entry of a list item, `- key: value`: the following text moves up to the dash.
    let next = text[end as usize..].find(|c: char| !c.is_whitespace());
    let next = end + u32::try_from(next.unwrap_or(0)).unwrap_or(0);
    Edit::new(TextRange::new(start_of(entry, lead), next), "")
}

/// Returns the start of `lead`, the text directly before `entry`.
fn start_of(entry: Entry<'_>, lead: &str) -> u32 {
    entry.range().start - u32::try_from(lead.len()).unwrap_or(0)
}

/// Returns `range` with the comma after it, or, without one, with the comma before it.
fn with_comma(text: &str, range: TextRange) -> TextRange {
    let after = &text[range.end as usize..];
    let blank = after.len() - after.trim_start().len();
    if after[blank..].starts_with(',') {
        let rest = &after[blank + 1..];
        let end =
            range.end as usize + blank + 1 + (rest.len() - rest.trim_start_matches(' ').len());
        return TextRange::from(range.start as usize..end);
    }
    with_comma_before(text, range)
}

fn with_comma_before(text: &str, range: TextRange) -> TextRange {
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
    fn removes_with_line_or_comma() {
        let remove = |root: Node<'_>| remove_entry(root.entry("a").unwrap());
        assert_eq!(edited("x: 1\na: 2 # c\ny: 3\n", remove), "x: 1\ny: 3\n");
        assert_eq!(edited("a: |\n  2\ny: 3\n", remove), "y: 3\n");
        assert_eq!(edited("{a: 2, y: 3}", remove), "{y: 3}");
        assert_eq!(edited("{x: 1, a: 2}", remove), "{x: 1}");
        let first = |root: Node<'_>| remove_entry(root.items().next().unwrap().entry("a").unwrap());
        assert_eq!(edited("- a: 1\n  b: 2\n", first), "- b: 2\n");
    }

    #[test]
    fn several_entries_share_no_comma() {
        for (before, after) in [
            ("{x: 1, a: 2, b: 3}", "{x: 1}"),
            ("{x: 1, b: 2, a: 3}", "{x: 1}"),
            ("{a: 2, b: 3, x: 1}", "{x: 1}"),
            ("{a: 2, x: 1, b: 3}", "{x: 1}"),
            ("{a: 2, b: 3}", "{}"),
            ("{ a: 2 , b: 3 , }", "{ }"),
            ("b: 1\nx: 2\na: 3\n", "x: 2\n"),
        ] {
            let tree = parse(before);
            let root = tree.root().unwrap();
            let entries = ["a", "b"].map(|key| root.entry(key).unwrap());
            let fix = Fix::safe("", remove_entries(&entries));
            assert!(fix.edits.is_sorted_by_key(|edit| edit.range));
            assert_eq!(apply(before, &[fix]).0, after, "{before}");
        }
    }

    #[test]
    fn the_last_entry_takes_the_key_with_it() {
        let remove = |root: Node<'_>| remove_entry(root.get("a").unwrap().entry("x").unwrap());
        for (before, after) in [
            ("z: 1\na:\n  x: 1\nb: 2\n", "z: 1\nb: 2\n"),
            ("z: 1\na: # c\n  # why\n  x: 1 # d\n", "z: 1\n# why\n"),
            ("a: {x: 1}\nb: 2\n", "b: 2\n"),
            ("{a: {x: 1}, b: 2}\n", "{b: 2}\n"),
            ("a: &a\n  x: 1\nb: *a\n", "a: &a\nb: *a\n"),
        ] {
            assert_eq!(edited(before, remove), after, "{before}");
        }
    }

    #[test]
    fn what_a_user_named_stays_without_its_last_entry() {
        let remove = |root: Node<'_>| {
            let input = root.get_path(&["inputs", "i"]).unwrap();
            remove_entry(input.entry("x").unwrap())
        };
        assert_eq!(
            edited("inputs:\n  i:\n    x: 1\nb: 2\n", remove),
            "inputs:\n  i: {}\nb: 2\n"
        );
        assert_eq!(edited("inputs: {i: {x: 1}}\n", remove), "inputs: {i: {}}\n");
        let item = |root: Node<'_>| remove_entry(root.items().next().unwrap().entry("a").unwrap());
        assert_eq!(edited("- a: 1\n- b\n", item), "- {}\n- b\n");
    }

    #[test]
    fn what_stands_in_front_of_a_key_goes_with_it() {
        let remove = |root: Node<'_>| remove_entry(root.entries().next().unwrap());
        assert_eq!(edited("!!str a: 1\nb: 2\n", remove), "b: 2\n");
        assert_eq!(edited("? a\n: 1\nb: 2\n", remove), "b: 2\n");
        assert_eq!(edited("\u{feff}a: 1\nb: 2\n", remove), "\u{feff}b: 2\n");
    }
}
