//! Creation of suppression comments.

use std::collections::HashMap;

use super::script::{at_end, only_comments};
use super::{Suppression, line_to_silence, scalar_around, suppressions};
use crate::az_ml::is_script;
use crate::document::Document;
use crate::fix::{Edit, newline};
use crate::text::TextRange;

/// A document with its existing suppression comments, for adding more.
#[derive(Debug)]
pub struct Comments<'d> {
    document: &'d Document,
    /// The comments by the line that they suppress, `None` for the whole file.
    existing: HashMap<Option<u32>, Vec<Suppression>>,
}

impl<'d> Comments<'d> {
    /// Collects the comments of `document`.
    pub fn of(document: &'d Document) -> Self {
        let mut existing: HashMap<_, Vec<Suppression>> = HashMap::new();
        for suppression in suppressions(document) {
            existing
                .entry(suppression.line)
                .or_default()
                .push(suppression);
        }
        Self { document, existing }
    }

    /// Returns `true` if a comment for `line` names `rule`.
    pub fn name(&self, line: u32, rule: &str) -> bool {
        let mut existing = self.existing.get(&Some(line)).into_iter().flatten();
        existing.any(|it| it.rules.iter().any(|(name, _)| name == rule))
    }

    /// Returns the edit that suppresses `rules` for findings at `offset`: a comment on a line of
    /// its own before it, at the end of its line if that line would be inside a string, or an entry
    /// in the brackets of an existing comment. `None` if no comment is possible.
    pub fn for_line(&self, offset: u32, rules: &[&str], reason: Option<&str>) -> Option<Edit> {
        let place = [(offset, rules.to_vec())];
        self.for_lines(&place, reason).pop().flatten()
    }

    /// As [`Self::for_line`], for many offsets, each with its rules: a script is read again for all of them at once.
    pub fn for_lines(
        &self,
        places: &[(u32, Vec<&str>)],
        reason: Option<&str>,
    ) -> Vec<Option<Edit>> {
        let document = self.document;
        let is_script = is_script(document.path());
        let mut edits: Vec<Option<Edit>> = Vec::with_capacity(places.len());
        let mut in_script = Vec::new();
        for (offset, rules) in places {
            let line = line_to_silence(document, *offset);
            let edit = self.extended(Some(line), rules, reason).or_else(|| {
                let comment = written("ignore", rules, reason);
                if !is_script {
                    return self.new_comment(line, &comment);
                }
                let ways = [
                    above(document, line, &comment),
                    at_end(document, *offset, &comment),
                ];
                in_script.push((edits.len(), ways));
                None
            });
            edits.push(edit);
        }
        let (numbers, ways): (Vec<usize>, Vec<[Edit; 2]>) = in_script.into_iter().unzip();
        for (number, edit) in numbers.into_iter().zip(only_comments(document, ways)) {
            edits[number] = edit;
        }
        edits
    }

    /// Returns the edit that adds `comment` for a line of YAML.
    fn new_comment(&self, line: u32, comment: &str) -> Option<Edit> {
        let document = self.document;
        let full = document.lines().full_line(line);
        if scalar_around(document, full.start).is_none() {
            return Some(above(document, line, comment));
        }
        let content = document.lines().line(document.text(), line);
        let comments = document.tree().comments();
        let is_free = scalar_around(document, content.end).is_none()
            && !comments.iter().any(|comment| comment.touches(content.end));
        is_free.then(|| Edit::new(TextRange::empty(content.end), format!("  {comment}")))
    }

    /// Returns the edit that suppresses `rules` in the whole file: at the top, or in the brackets
    /// of an existing comment.
    pub fn for_file(&self, rules: &[&str], reason: Option<&str>) -> Edit {
        self.extended(None, rules, reason).unwrap_or_else(|| {
            let comment = written("ignore-file", rules, reason);
            let mark = if self.document.text().starts_with('\u{feff}') {
                3
            } else {
                0
            };
            let text = format!("{comment}{}", newline(self.document.tree()));
            Edit::new(TextRange::empty(mark), text)
        })
    }

    /// Adds `rules` to the comment for `line` with the same reason.
    fn extended(&self, line: Option<u32>, rules: &[&str], reason: Option<&str>) -> Option<Edit> {
        let mut fitting = self.existing.get(&line)?.iter();
        let (last, range) = fitting
            .find(|it| !it.rules.is_empty() && gives(self.document, it, reason))
            .and_then(|it| it.rules.last())?;
        let names = rules.join(", ");
        let text = if last.is_empty() {
            names
        } else {
            format!(", {names}")
        };
        Some(Edit::new(TextRange::empty(range.end), text))
    }
}

fn written(directive: &str, rules: &[&str], reason: Option<&str>) -> String {
    let reason = reason.map_or_else(String::new, |reason| format!(" {reason}"));
    format!("# azml: {directive}[{}]{reason}", rules.join(", "))
}

/// Returns `true` if the comment has this `reason`, or none is required.
fn gives(document: &Document, suppression: &Suppression, reason: Option<&str>) -> bool {
    let Some(reason) = reason else { return true };
    let text = suppression.comment.slice(document.text());
    let given = text.split_once(']').map_or("", |(_, given)| given.trim());
    given == reason
}

/// Returns the edit for a line with `comment` above `line`, with the same indentation.
fn above(document: &Document, line: u32, comment: &str) -> Edit {
    let text = document.text();
    let lines = document.lines();
    let full = lines.full_line(line);
    let range = lines.line(text, line);
    // The byte-order mark must stay first.
    let mark = if range.slice(text).starts_with('\u{feff}') {
        3
    } else {
        0
    };
    let content = &range.slice(text)[mark as usize..];
    let indent = &content[..content.len() - content.trim_start_matches([' ', '\t']).len()];
    let own_end = TextRange::new(range.end, full.end).slice(text);
    let end = if own_end.is_empty() {
        newline(document.tree())
    } else {
        own_end
    };
    let at = TextRange::empty(range.start + mark);
    Edit::new(at, format!("{indent}{comment}{end}"))
}
