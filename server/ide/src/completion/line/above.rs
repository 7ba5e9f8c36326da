//! The keys around a value: from the tree, or by indentation if the tree does not contain
//! the line.

use azml_rules::document::Document;

use super::brackets;
use crate::cursor_context::keys_around;

/// Returns the keys from the root to `key`, which starts at `at`.
pub(crate) fn keys(document: &Document, at: u32, key: &str) -> Option<Vec<String>> {
    let text = document.text();
    let start = document
        .lines()
        .line(text, document.lines().line_of(at))
        .start as usize;
    let line = text.get(start..at as usize)?;
    let by_line = || begins_a_key(line).then(|| by_indentation(&text[..start], line, key));
    in_tree(document, at, key).or_else(by_line)
}

/// Returns `true` if a key may follow `line`: a colon after plain text does not make it a key.
fn begins_a_key(line: &str) -> bool {
    let line = line.trim_end_matches(['"', '\'']).trim_end();
    line.trim_start_matches([' ', '\t', '-']).is_empty()
        || line.ends_with(['{', ',', '[']) && line.contains(['{', '['])
}

fn in_tree(document: &Document, key_at: u32, key: &str) -> Option<Vec<String>> {
    let node = document
        .tree()
        .node_at(key_at)
        .filter(|node| node.is_key() && node.text() == Some(key))?;
    Some(keys_around(node).into_iter().map(str::to_owned).collect())
}

/// Returns the keys around a line that is not in the tree: those of the lines above that are
/// indented less, and on the line itself those whose brackets are open.
fn by_indentation(above: &str, before: &str, key: &str) -> Vec<String> {
    let mut keys = vec![key.to_owned()];
    let open = brackets::open(before);
    let braces = open.iter().rev().filter(|(_, close)| *close == '}');
    keys.extend(braces.filter_map(|(at, _)| key_of(&before[..*at])));
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

/// Returns the column of the first key: dashes of lists count as spaces.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '-']).len()
}

fn key_of(text: &str) -> Option<String> {
    let text = text
        .trim_end()
        .trim_end_matches(':')
        .trim_end_matches(['"', '\'']);
    let key = text
        .rsplit(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
        .next()?;
    (!key.is_empty()).then(|| key.to_owned())
}
