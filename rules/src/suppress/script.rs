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

/// Returns `true` if `edit` adds a comment to a script and leaves its commands as they are.
pub(super) fn is_only_a_comment(script: &Document, edit: &Edit) -> bool {
    let (before, after) = script.text().split_at(edit.range.start as usize);
    // Before a new line, or at the end of one.
    if before.trim_end_matches(['\r', '\n']).ends_with(CONTINUES) {
        return false;
    }
    let edited = format!("{before}{}{after}", edit.text);
    let edited = Document::new(script.shared_path(), edited);
    let (Some(own), Some(others)) = (script.commands(), edited.commands()) else {
        return false;
    };
    let texts = |range: TextRange| range.slice(script.text());
    let edited_texts = |range: TextRange| range.slice(edited.text());
    others.comments.len() == own.comments.len() + 1
        && own
            .ranges()
            .map(texts)
            .eq(others.ranges().map(edited_texts))
}
