//! Finds the key of the list that contains an item.

use super::brackets;

/// Returns the key of the list in which an item begins after the text `before`, and the offset of
/// the key.
pub(crate) fn key(before: &str) -> Option<(u32, &str)> {
    let line = line_start(before);
    let head = before[line..].trim_end_matches([' ', '\t']);
    match head.strip_suffix('-') {
        Some(blank) if blank.chars().all(|c| matches!(c, ' ' | '\t')) => {
            of_block(&before[..line], blank.len())
        }
        _ => of_flow(before.trim_end()),
    }
}

/// Block style, items at `column`: searches the closest line above that can be the key of the list.
fn of_block(mut above: &str, column: usize) -> Option<(u32, &str)> {
    while !above.is_empty() {
        above = above.strip_suffix('\n').unwrap_or(above);
        above = above.strip_suffix('\r').unwrap_or(above);
        let start = line_start(above);
        let line = &above[start..];
        let bare = line.trim_start();
        let indentation = line.len() - bare.len();
        let is_item = bare == "-" || bare.starts_with("- ");
        let is_blank = bare.is_empty() || bare.starts_with('#');
        if !is_blank && (indentation < column || indentation == column && !is_item) {
            let code = line.split(" #").next().unwrap_or(line).trim_end();
            return placed(start, code.strip_suffix(':')?);
        }
        above = &above[..start];
    }
    None
}

/// Flow style: the key before the bracket that is open at the end of `text`.
fn of_flow(text: &str) -> Option<(u32, &str)> {
    if !text.ends_with(['[', ',']) {
        return None;
    }
    let (at, _) = brackets::innermost(text).filter(|(_, close)| *close == ']')?;
    let before = text[..at].trim_end().strip_suffix(':')?;
    let start = line_start(before);
    placed(start, &before[start..])
}

fn line_start(text: &str) -> usize {
    text.rfind(['\n', '\r']).map_or(0, |at| at + 1)
}

/// Returns the key at the end of `head`, which starts at `start`, and its offset.
fn placed(start: usize, head: &str) -> Option<(u32, &str)> {
    let (column, key) = last_key(head)?;
    Some((u32::try_from(start).ok()? + column, key))
}

/// Returns the key at the end of `head` without its quotes, with the column where it
/// starts.
fn last_key(head: &str) -> Option<(u32, &str)> {
    let bare = head.strip_suffix(['"', '\'']).unwrap_or(head);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$' | '.');
    let key = bare
        .rsplit(|c| !is_part(c))
        .next()
        .filter(|key| key.contains(|c: char| c.is_ascii_alphanumeric()))?;
    Some((u32::try_from(bare.len() - key.len()).ok()?, key))
}
