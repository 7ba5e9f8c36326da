//! Where the cursor is: the value of which key or an item of it, and how much of it is there.

use azml_rules::document::Document;
use azml_rules::text::TextRange;

use super::list;
use crate::ide::hover::keys;

/// The value of a key that the cursor is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place<'t> {
    /// The keys from the top to the one whose value is written.
    pub(super) keys: Vec<String>,
    /// Where that key starts.
    pub(super) key_at: u32,
    /// The value, without quotes.
    pub(super) range: TextRange,
    /// What of it stands before the cursor.
    pub(super) typed: &'t str,
    /// What of it stands behind.
    pub(super) rest: &'t str,
    /// The line up to the key.
    pub(super) line: &'t str,
    /// The cursor touches the colon: a blank is missing.
    pub(super) is_at_colon: bool,
    /// A quote stands before it.
    pub(super) is_quoted: bool,
    /// It is an item of the list that the key has.
    pub(super) is_item: bool,
}

impl<'t> Place<'t> {
    /// The place of `offset`; `None` in keys, in comments, and in values that are more than a word.
    pub(super) fn find(document: &'t Document, offset: u32) -> Option<Self> {
        if document.tree().comments().iter().any(|comment| comment.start < offset && offset <= comment.end) {
            return None;
        }
        let text = document.text();
        let line = document.lines().line(text, document.lines().line_of(offset));
        let before = TextRange::new(line.start, offset.min(line.end)).slice(text);
        let behind = TextRange::new(offset.min(line.end), line.end).slice(text);
        let start =
            before.rfind(ends_a_word).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let (head, word) = before.split_at(start);
        let is_at_colon = !ends_with_key(head) && word.len() > 1 && word.ends_with(':');
        let (head, typed) = if is_at_colon { (before, "") } else { (head, word) };
        let is_quoted = head.ends_with(['"', '\'']);
        let head = head.strip_suffix(['"', '\'']).unwrap_or(head).trim_end_matches([' ', '\t']);
        let (key_at, key, is_item) = match head.strip_suffix(':') {
            Some(head) => last_key(head).map(|(column, key)| (line.start + column, key, false)),
            None => list::key(&text[..line.start as usize + head.len()]).map(|(at, key)| (at, key, true)),
        }?;
        let rest = &behind[..behind.find(ends_a_word).unwrap_or(behind.len())];
        let end = offset + u32::try_from(rest.len()).ok()?;
        let range = TextRange::new(offset - u32::try_from(typed.len()).ok()?, end);
        let start_of_line = text[..key_at as usize].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line = &text[start_of_line..key_at as usize];
        let in_tree = in_tree(document, key_at, key);
        let by_line = || begins_a_key(line).then(|| by_indentation(&text[..start_of_line], line, key));
        let keys = in_tree.or_else(by_line)?;
        Some(Self { keys, key_at, range, typed, rest, line, is_at_colon, is_quoted, is_item })
    }
}

/// Whether a key may begin behind `line`: text is no key because a colon follows.
fn begins_a_key(line: &str) -> bool {
    let line = line.trim_end_matches(['"', '\'']).trim_end();
    line.trim_start_matches([' ', '\t', '-']).is_empty() || line.ends_with(['{', ',', '[']) && line.contains(['{', '['])
}

/// Where the braces begin that are not closed, the innermost last.
fn open_braces(line: &str) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, c) in line.char_indices() {
        match c {
            '{' => open.push(at),
            '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

fn ends_a_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '{' | '}' | '[' | ']' | ',' | '"' | '\'' | '#')
}

/// Whether a value follows: `compute: `, `compute: "`.
fn ends_with_key(head: &str) -> bool {
    let unquoted = head.strip_suffix(['"', '\'']).unwrap_or(head);
    unquoted.trim_end_matches([' ', '\t']).ends_with(':')
}

/// The key at the end of `head`, with the column where it starts. Quotes around it are no part of it.
pub(super) fn last_key(head: &str) -> Option<(u32, &str)> {
    let bare = head.strip_suffix(['"', '\'']).unwrap_or(head);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$' | '.');
    let key = bare.rsplit(|c| !is_part(c)).next().filter(|key| key.contains(|c: char| c.is_ascii_alphanumeric()))?;
    Some((u32::try_from(bare.len() - key.len()).ok()?, key))
}

fn in_tree(document: &Document, key_at: u32, key: &str) -> Option<Vec<String>> {
    let node = document.tree().node_at(key_at).filter(|node| node.is_key() && node.text() == Some(key))?;
    Some(keys(node).into_iter().map(str::to_owned).collect())
}

/// The keys around a line that no tree has: those of the lines above that are indented less, and on the line itself
/// those whose brackets are open.
fn by_indentation(above: &str, before: &str, key: &str) -> Vec<String> {
    let mut keys = vec![key.to_owned()];
    let open = open_braces(before);
    keys.extend(open.iter().rev().filter_map(|at| key_of(&before[..*at])));
    let mut column = indentation(before);
    for line in above.lines().rev() {
        let is_blank = line.trim().is_empty() || line.trim_start().starts_with('#');
        if column > 0 && !is_blank && indentation(line) < column {
            column = indentation(line);
            keys.extend(key_of(line.split_once(':').map_or("", |(key, _)| key)));
        }
    }
    keys.reverse();
    keys
}

/// The column of the first key: dashes of lists count as blanks.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '-']).len()
}

fn key_of(text: &str) -> Option<String> {
    let text = text.trim_end().trim_end_matches(':').trim_end_matches(['"', '\'']);
    let key = text.rsplit(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))).next()?;
    (!key.is_empty()).then(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys, the part before the cursor and all of the value at `│`.
    fn place(marked: &str) -> Option<(String, String, String)> {
        let offset = u32::try_from(marked.find('│').unwrap()).unwrap();
        let document = Document::new("x.yml", marked.replace('│', ""));
        let place = Place::find(&document, offset)?;
        Some((place.keys.join("."), place.typed.to_owned(), place.range.slice(document.text()).to_owned()))
    }

    fn found(keys: &str, typed: &str, value: &str) -> Option<(String, String, String)> {
        Some((keys.to_owned(), typed.to_owned(), value.to_owned()))
    }

    #[test]
    fn a_value_is_found_however_it_is_written() {
        assert_eq!(place("a: 1\ncompute:│\n"), found("compute", "", ""));
        assert_eq!(place("a: 1\ncompute: │\n"), found("compute", "", ""));
        assert_eq!(place("a: 1\r\ncompute: azureml:c│pu\r\n"), found("compute", "azureml:c", "azureml:cpu"));
        assert_eq!(place("compute: azureml:│ # why\n"), found("compute", "azureml:", "azureml:"));
        assert_eq!(place("compute: \"azureml:c│\"\n"), found("compute", "azureml:c", "azureml:c"));
        assert_eq!(place("compute: \"azureml:c│\n"), found("compute", "azureml:c", "azureml:c"));
        assert_eq!(place("jobs:\n  a: {x: 1, compute: c│, y: 2}\n"), found("jobs.a.compute", "c", "c"));
    }

    #[test]
    fn a_broken_line_is_placed_by_its_indentation() {
        assert_eq!(place("jobs:\n  a:\n    x: [1\n    compute: c│\n"), found("jobs.a.compute", "c", "c"));
        assert_eq!(place("jobs:\n  a: {x: 1, compute: c│\n"), found("jobs.a.compute", "c", "c"));
        assert_eq!(place("jobs:\n  a: {r: {instance_type: │\n"), found("jobs.a.r.instance_type", "", ""));
    }

    #[test]
    fn items_belong_to_the_key_of_their_list() {
        assert_eq!(place("a:\n  days:\n    - mon\n    - tu│\n"), found("a.days", "tu", "tu"));
        assert_eq!(place("a:\n  days:\n  # why\n  - x\n\n  - │\n"), found("a.days", "", ""));
        assert_eq!(place("a:\r\n  days: [mon, t│ue]\r\n"), found("a.days", "t", "tue"));
        assert_eq!(place("a: {b: x, days: ['│'\n"), found("a.days", "", ""));
        assert_eq!(place("a:\n  days: [mon,\n    │\n"), found("a.days", "", ""));
    }

    #[test]
    fn elsewhere_is_no_value() {
        for marked in [
            "comp│ute: x\n",
            "# compute: │\n",
            "compute: x # y: │\n",
            "command: echo x │\n",
            "- │\n",
            "compute: ${{│}}\n",
            "a: [x]\n[│",
        ] {
            assert_eq!(place(marked), None, "{marked}");
        }
    }
}
