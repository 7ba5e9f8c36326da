//! Comments that silence rules: `# azml: ignore[rule-a, rule-b] reason` on the line or alone on the
//! line before, `# azml: ignore-file[rule] reason` anywhere.

use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::text::TextRange;

/// One suppression comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The line (from 0) it silences; `None` for the whole file.
    pub line: Option<u32>,
    /// The rules it names, each with its place.
    pub rules: Vec<(String, TextRange)>,
}

/// The suppression comments of `document`.
#[must_use]
pub fn suppressions(document: &Document) -> Vec<Suppression> {
    let mut below = Below::default();
    let comments = document.tree().comments().iter();
    comments
        .filter_map(|comment| read(document, *comment, &mut below))
        .collect()
}

fn read(document: &Document, comment: TextRange, below: &mut Below) -> Option<Suppression> {
    let text = comment.slice(document.text());
    let (whole_file, list) = directive(text)?;
    let from = comment.start + u32::try_from(text.len() - list.len()).ok()?;
    let list = &list[..list.find(']')?];
    let mut rules = Vec::new();
    let mut at = from;
    for part in list.split(',') {
        let name = part.trim();
        let start = at + u32::try_from(part.len() - part.trim_start().len()).ok()?;
        let range = TextRange::new(start, start + u32::try_from(name.len()).ok()?);
        rules.push((name.to_owned(), range));
        at += u32::try_from(part.len() + 1).ok()?;
    }
    let lines = document.lines();
    let own = lines.line_of(comment.start);
    let before = TextRange::new(lines.full_line(own).start, comment.start).slice(document.text());
    let line = if before.trim().is_empty() {
        below.content_line(document, own + 1)
    } else {
        own
    };
    Some(Suppression {
        line: (!whole_file).then_some(line),
        rules,
    })
}

/// What follows `azml: ignore[` in a comment, and whether it is for the whole file.
fn directive(comment: &str) -> Option<(bool, &str)> {
    let text = comment.trim_start_matches('#').trim_start();
    let text = text.strip_prefix("azml:")?.trim_start();
    match text.strip_prefix("ignore-file[") {
        Some(list) => Some((true, list)),
        None => text.strip_prefix("ignore[").map(|list| (false, list)),
    }
}

/// The lines that were looked through for one with content: several comments may stand above one
/// key, and the next of them has the same line below it.
#[derive(Default)]
struct Below {
    looked_through: std::ops::Range<u32>,
}

impl Below {
    /// The first line from `line` on that is neither blank nor a comment.
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

/// Drops what the comments of `document` silence.
pub(crate) fn apply(document: &Document, diagnostics: &mut Vec<Diagnostic>) {
    let suppressions = suppressions(document);
    if suppressions.is_empty() {
        return;
    }
    let mut silenced: HashSet<(Option<u32>, &str)> = HashSet::new();
    for suppression in &suppressions {
        let names = suppression.rules.iter().map(|(name, _)| name.as_str());
        silenced.extend(names.map(|name| (suppression.line, name)));
    }
    diagnostics.retain(|diagnostic| {
        let line = document.lines().line_of(diagnostic.range.start);
        let places = [None, Some(line)];
        !places
            .iter()
            .any(|place| silenced.contains(&(*place, diagnostic.rule.name)))
    });
}
