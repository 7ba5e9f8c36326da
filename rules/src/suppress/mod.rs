//! Comments that suppress findings: `# azml: ignore[rule-a, rule-b] reason` on the line or alone on
//! the line before, `# azml: ignore-file[rule] reason` anywhere. For a string of several lines, the
//! first line counts, because no comment is possible inside it; so it does for a command of several lines.
//!
//! [`comment`] creates such comments, also in scripts ([`script`]), [`silenced`] applies them.

mod comment;
mod script;
mod silenced;

pub use comment::Comments;
pub use script::inserted;
pub(crate) use silenced::{Silenced, apply};

use crate::document::Document;
use crate::syntax::NodeKind;
use crate::text::TextRange;

/// One suppression comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The whole comment, from its `#`.
    pub comment: TextRange,
    /// The line (from 0) that it applies to; `None` for the whole file.
    pub line: Option<u32>,
    /// The rules that it names, each with its range. Empty without a list in brackets.
    pub rules: Vec<(String, TextRange)>,
}

/// Returns the suppression comments of `document`.
pub fn suppressions(document: &Document) -> Vec<Suppression> {
    let mut below = Below::default();
    let comments = document.tree().comments().iter();
    comments
        .filter_map(|comment| read(document, *comment, &mut below))
        .collect()
}

/// Returns the line on which a comment suppresses findings at `offset`: its own line, unless that
/// is inside a string or a command of a script that started on an earlier line.
pub fn line_to_silence(document: &Document, offset: u32) -> u32 {
    let around =
        scalar_around(document, offset).or_else(|| script::command_around(document, offset));
    let start = around.map_or(offset, |scalar| scalar.start);
    document.lines().line_of(start)
}

/// Returns the range of the scalar that begins before `offset` and continues after it.
fn scalar_around(document: &Document, offset: u32) -> Option<TextRange> {
    let node = document.tree().node_at(offset)?;
    let range = node.range();
    let is_around = range.start < offset && offset < range.end;
    (is_around && matches!(node.kind(), NodeKind::Scalar(_))).then_some(range)
}

fn read(document: &Document, comment: TextRange, below: &mut Below) -> Option<Suppression> {
    let text = comment.slice(document.text());
    let (whole_file, rest) = directive(text)?;
    let rules = match rest.strip_prefix('[') {
        Some(list) => names(list, comment.end)?,
        None => Vec::new(),
    };
    let line = (!whole_file).then(|| line_of(document, comment, below));
    Some(Suppression {
        comment,
        line,
        rules,
    })
}

/// Returns the line that `comment` applies to: its own, or the next one with content if it is alone.
fn line_of(document: &Document, comment: TextRange, below: &mut Below) -> u32 {
    let lines = document.lines();
    let own = lines.line_of(comment.start);
    let before = TextRange::new(lines.full_line(own).start, comment.start).slice(document.text());
    if before.trim().is_empty() {
        below.content_line(document, own + 1)
    } else {
        own
    }
}

/// Returns `true` if `comment`, which may be incomplete, suppresses findings at `offset`.
pub fn is_meant(document: &Document, comment: TextRange, offset: u32) -> bool {
    match directive(comment.slice(document.text())) {
        None => false,
        Some((true, _)) => true,
        Some((false, _)) => {
            let line = line_of(document, comment, &mut Below::default());
            let own = document.lines().line_of(offset);
            own == line || line_to_silence(document, offset) == line
        }
    }
}

/// Returns the names in `list`, which ends at the end of a comment, at offset `end`.
fn names(list: &str, end: u32) -> Option<Vec<(String, TextRange)>> {
    let mut at = end - u32::try_from(list.len()).ok()?;
    let mut names = Vec::new();
    for part in list[..list.find(']')?].split(',') {
        let name = part.trim();
        let start = at + u32::try_from(part.len() - part.trim_start().len()).ok()?;
        let range = TextRange::new(start, start + u32::try_from(name.len()).ok()?);
        names.push((name.to_owned(), range));
        at += u32::try_from(part.len() + 1).ok()?;
    }
    Some(names)
}

/// Returns the text after `azml: ignore` in a comment, and `true` if it applies to the whole file.
fn directive(comment: &str) -> Option<(bool, &str)> {
    let text = comment.trim_start_matches('#').trim_start();
    let text = text.strip_prefix("azml:")?.trim_start();
    let (whole_file, rest) = match text.strip_prefix("ignore-file") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix("ignore")?),
    };
    let ends = rest.is_empty() || rest.starts_with(['[', ' ', '\t', ':']);
    ends.then_some((whole_file, rest))
}

/// Cached result of the search for a line with content: several comments may precede one
/// key, and the search for each of them ends at the same line.
#[derive(Default)]
struct Below {
    looked_through: std::ops::Range<u32>,
}

impl Below {
    /// Returns the first line from `line` on that is neither blank nor a comment.
    fn content_line(&mut self, document: &Document, line: u32) -> u32 {
        let count = document.lines().line_count();
        if !self.looked_through.contains(&line) {
            let found = (line..count).find(|line| has_content(document, *line));
            self.looked_through = line..found.unwrap_or(count);
        }
        match self.looked_through.end {
            end if end < count => end,
            _ => line,
        }
    }
}

fn has_content(document: &Document, line: u32) -> bool {
    let range = document.lines().line(document.text(), line);
    let text = range.slice(document.text()).trim_start();
    !text.is_empty() && !text.starts_with('#')
}
