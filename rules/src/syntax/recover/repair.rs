//! Repairs of single lines that leave every other byte in place.
//!
//! A repair replaces ASCII bytes one for one or inserts a few after the content of a line, so every
//! offset in the repaired text maps to exactly one offset in the original.

use crate::syntax::lines::{Line, Lines};
use crate::text::TextRange;

/// Effect of a repair on its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RepairKind {
    /// Adds missing characters.
    Close,
    /// Turns the value into plain text.
    Mask,
    /// Removes the line.
    Blank,
}

/// A repair of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LineRepair {
    pub(super) line: usize,
    pub(super) how: RepairKind,
    /// The line with bytes replaced, as long as the original.
    pub(super) masked: String,
    /// Inserted text, and its offset in the line.
    pub(super) added: String,
    pub(super) at: usize,
}

/// Context of a line that its repairs depend on.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Surroundings {
    /// `true` if deeper lines follow.
    pub(super) has_body: bool,
    /// `true` if the deeper lines are the value of the key above, which has no other value.
    pub(super) steals_body: bool,
    /// For an empty line with deeper lines after it: the indentation of the missing key.
    pub(super) lost_key_indent: Option<usize>,
}

/// Returns the repairs to try for `line`, likeliest first; `text` is the line without its line end.
pub(super) fn repairs(line: usize, text: &str, around: Surroundings) -> Vec<LineRepair> {
    let shape = Line::new(text);
    let base = if shape.tab {
        untab(text, shape.indent)
    } else {
        text.to_owned()
    };
    let mut found = Vec::new();
    if shape.is_empty() {
        if let Some(indent) = around.lost_key_indent.filter(|_| text.trim().is_empty()) {
            found.push((RepairKind::Close, base, format!("{}_:", " ".repeat(indent))));
        }
    } else {
        let blank = (RepairKind::Blank, " ".repeat(text.len()), String::new());
        // A word above deeper lines is a key being typed; other text is the rest of a broken line,
        // or unfinished.
        let is_key = may_be_key(text.get(shape.content..shape.end).unwrap_or(""));
        if shape.is_lone() && (around.steals_body || (around.has_body && !is_key)) {
            found.push(blank.clone());
        }
        let masked = mask(&base, shape.value..shape.end);
        let change = if shape.is_lone() {
            make_key
        } else {
            finish_value
        };
        found.extend(
            change(&shape, around)
                .into_iter()
                .map(|(how, added)| match how {
                    RepairKind::Mask => (how, masked.clone(), added),
                    _ => (how, base.clone(), added),
                }),
        );
        found.push(blank);
    }
    found.retain(|(_, masked, added)| masked != text || !added.is_empty());
    found
        .into_iter()
        .map(|(how, masked, added)| LineRepair {
            line,
            how,
            masked,
            added,
            at: shape.end,
        })
        .collect()
}

/// Turns text without a key into a key or a list item.
fn make_key(shape: &Line, around: Surroundings) -> Vec<(RepairKind, String)> {
    let closers = shape.closers();
    let mut found = vec![(RepairKind::Close, format!("{closers}:"))];
    if around.has_body {
        // The lines below may be the content of a block scalar.
        found.push((RepairKind::Close, format!("{closers}: |")));
        found.push((RepairKind::Mask, ": |".to_owned()));
    }
    found.push((RepairKind::Mask, ":".to_owned()));
    if shape.is_item() {
        found.push((RepairKind::Close, closers));
        found.push((RepairKind::Mask, String::new()));
    }
    found
}

/// Closes the value of a key, or turns it into plain text.
fn finish_value(shape: &Line, around: Surroundings) -> Vec<(RepairKind, String)> {
    let mut found = vec![(RepairKind::Close, shape.closers())];
    if around.has_body && shape.is_open() {
        found.push((RepairKind::Close, " |".to_owned()));
    }
    if shape.has_value() {
        found.push((RepairKind::Mask, String::new()));
    }
    found
}

fn may_be_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '"' | '\''))
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '"' | '\'' | ' '))
}

fn untab(text: &str, indent: usize) -> String {
    text[..indent].replace('\t', " ") + &text[indent..]
}

/// Replaces every character in `range` of `text` that has a meaning in YAML.
fn mask(text: &str, range: std::ops::Range<usize>) -> String {
    let masked = |(i, c): (usize, char)| if range.contains(&i) { harmless(c) } else { c };
    text.char_indices().map(masked).collect()
}

/// Returns `c`, or `_` if it has a meaning in YAML.
fn harmless(c: char) -> char {
    let plain = matches!(c, '.' | '/' | '_' | '(' | ')' | '=' | '$' | '+');
    if c.is_ascii_punctuation() && !plain || c.is_ascii_control() {
        '_'
    } else {
        c
    }
}

/// Repairs of several lines, at most one each.
#[derive(Clone, Default, Debug)]
pub(super) struct Patch {
    fixes: Vec<LineRepair>,
}

/// A patched text with a mapping of offsets to the original.
pub(super) struct Patched {
    /// Text with replaced bytes but without insertions, as long as the original.
    pub(super) masked: String,
    /// The text to parse.
    pub(super) text: String,
    /// Ranges of the insertions, in the parsed text.
    added: Vec<TextRange>,
}

impl Patch {
    pub(super) fn with(&self, fix: LineRepair) -> Self {
        let mut fixes = self.fixes.clone();
        fixes.retain(|old| old.line != fix.line);
        fixes.push(fix);
        fixes.sort_by_key(|fix| fix.line);
        Self { fixes }
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = usize> {
        self.fixes.iter().map(|fix| fix.line)
    }

    pub(super) fn touches(&self, line: usize) -> bool {
        self.fixes.iter().any(|fix| fix.line == line)
    }

    pub(super) fn len(&self) -> usize {
        self.fixes.len()
    }

    pub(super) fn apply(&self, lines: &Lines<'_>) -> Patched {
        let mut patched = Patched {
            masked: String::new(),
            text: String::new(),
            added: Vec::new(),
        };
        let mut done = 0;
        for fix in &self.fixes {
            let range = std::ops::Range::from(lines.range(fix.line));
            for out in [&mut patched.masked, &mut patched.text] {
                out.push_str(&lines.text[done..range.start]);
            }
            patched.masked.push_str(&fix.masked);
            patched.text.push_str(&fix.masked[..fix.at]);
            let start = patched.text.len();
            patched.text.push_str(&fix.added);
            patched
                .added
                .push(TextRange::from(start..patched.text.len()));
            patched.text.push_str(&fix.masked[fix.at..]);
            done = range.end;
        }
        for out in [&mut patched.masked, &mut patched.text] {
            out.push_str(&lines.text[done..]);
        }
        patched
    }
}

impl Patched {
    /// Converts an offset in the original to one in the parsed text.
    pub(super) fn parsed(&self, offset: u32) -> u32 {
        self.added.iter().fold(offset, |at, added| {
            if added.start < at {
                at + added.len()
            } else {
                at
            }
        })
    }

    /// Converts an offset in the parsed text to one in the original.
    pub(super) fn original(&self, offset: u32) -> u32 {
        let mut back = offset;
        for added in self.added.iter().take_while(|added| added.start < offset) {
            back -= offset.min(added.end) - added.start;
        }
        back
    }
}
