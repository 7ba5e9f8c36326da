//! Comments in shell scripts and Makefiles: a line inside a command has no room for one.

use crate::az_ml::is_script;
use crate::document::Document;
use crate::fix::Edit;
use crate::text::TextRange;

/// Marks at the end of a line that continues: of Bash and Makefiles, PowerShell, and `cmd.exe`.
const CONTINUES: [char; 3] = ['\\', '`', '^'];

/// Returns the range of the `az ml` command of a script that begins before `offset` and continues after it.
pub(super) fn command_around(document: &Document, offset: u32) -> Option<TextRange> {
    let commands = document.commands().filter(|_| is_script(document.path()))?;
    let mut ranges = commands.ranges();
    ranges.find(|range| range.start < offset && offset < range.end)
}

/// Returns the edit for `comment` at the end of the line of `offset`.
pub(super) fn at_end(document: &Document, offset: u32, comment: &str) -> Edit {
    let lines = document.lines();
    let line = lines.line(document.text(), lines.line_of(offset));
    Edit::new(TextRange::empty(line.end), format!("  {comment}"))
}

/// Returns for each of several comments the first way to write it that adds a comment to the script and leaves its
/// commands as they are. Many are tried at once, because each try reads the script again.
pub(super) fn only_comments(script: &Document, comments: Vec<[Edit; 2]>) -> Vec<Option<Edit>> {
    let places = comments.into_iter().map(|ways| {
        let mut ways = ways.to_vec();
        ways.retain(|edit| !continues_above(script, edit));
        ways
    });
    let mut places: Vec<Vec<Edit>> = places.collect();
    settle(script, &mut places);
    places
        .into_iter()
        .map(|ways| ways.into_iter().next())
        .collect()
}

/// Leaves at most one of the ways at each of the places, which are in order.
fn settle(script: &Document, places: &mut [Vec<Edit>]) {
    let first: Vec<&Edit> = places.iter().filter_map(|ways| ways.first()).collect();
    if first.is_empty() {
        return;
    }
    if are_only_comments(script, &first) {
        places.iter_mut().for_each(|ways| ways.truncate(1));
        return;
    }
    match places {
        [ways] => {
            ways.remove(0);
            settle(script, places);
        }
        _ => {
            let (before, after) = places.split_at_mut(places.len() / 2);
            settle(script, before);
            settle(script, after);
        }
    }
}

/// Returns `true` if `edit` is on a line that continues the one before it.
fn continues_above(script: &Document, edit: &Edit) -> bool {
    let before = &script.text()[..edit.range.start as usize];
    before.trim_end_matches(['\r', '\n']).ends_with(CONTINUES)
}

fn are_only_comments(script: &Document, edits: &[&Edit]) -> bool {
    let edited = inserted(script.text(), edits.iter().copied());
    let edited = Document::new(script.shared_path(), edited);
    let (Some(own), Some(others)) = (script.commands(), edited.commands()) else {
        return false;
    };
    let texts = |range: TextRange| range.slice(script.text());
    let edited_texts = |range: TextRange| range.slice(edited.text());
    others.comments.len() == own.comments.len() + edits.len()
        && own
            .ranges()
            .map(texts)
            .eq(others.ranges().map(edited_texts))
}

/// Returns `text` with `edits`, which only insert.
pub fn inserted<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> String {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let mut out = String::with_capacity(text.len() + edits.len() * 40);
    let mut done = 0;
    for edit in edits {
        let at = edit.range.start as usize;
        out.push_str(&text[done..at]);
        out.push_str(&edit.text);
        done = at;
    }
    out.push_str(&text[done..]);
    out
}
