//! Repairs of single lines that keep every other byte at its place.
//!
//! A repair replaces ASCII bytes one for one or adds a few behind the content of a line, so an
//! offset in the repaired text has exactly one place in the original.

use crate::syntax::lines::{Line, Lines};
use crate::text::TextRange;

/// What a repair does with its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RepairKind {
    /// Something that was missing is added.
    Close,
    /// The value is made plain text.
    Mask,
    /// The line is taken out.
    Blank,
}

/// One line made different.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LineRepair {
    pub(super) line: usize,
    pub(super) how: RepairKind,
    /// The line with bytes replaced, as long as the original.
    pub(super) masked: String,
    /// What is added, and where in the line.
    pub(super) added: String,
    pub(super) at: usize,
}

/// What the repairs of a line need to know of its neighbours.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Surroundings {
    /// Whether deeper lines follow.
    pub(super) has_body: bool,
    /// Whether these would be those of the key above, which has no value otherwise.
    pub(super) steals_body: bool,
    /// For an empty line with deeper lines behind it: the indentation of the key that is missing.
    pub(super) lost_key_indent: Option<usize>,
}

/// The repairs worth a try for `line`, likeliest first; `text` is the line without its end.
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
        // A word above deeper lines is a key being typed; other text was broken off a line, or is
        // about to become one.
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

/// Text without a key becomes one, or an item of a list.
fn make_key(shape: &Line, around: Surroundings) -> Vec<(RepairKind, String)> {
    let closers = shape.closers();
    let mut found = vec![(RepairKind::Close, format!("{closers}:"))];
    if around.has_body {
        // What is below may be the lines of a text.
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

/// The value of a key is closed, or made plain text.
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

/// `text` with everything in `range` that could mean something to YAML replaced.
fn mask(text: &str, range: std::ops::Range<usize>) -> String {
    let masked = |(i, c): (usize, char)| if range.contains(&i) { harmless(c) } else { c };
    text.char_indices().map(masked).collect()
}

/// `c`, or `_` for what could mean something to YAML.
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

/// A patched text and the way back to the offsets of the original.
pub(super) struct Patched {
    /// As long as the original: replaced bytes, nothing added.
    pub(super) masked: String,
    /// What is parsed.
    pub(super) text: String,
    /// Where something was added (in the parsed text) and how much.
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
    /// The place in the parsed text of an offset in the original.
    pub(super) fn parsed(&self, offset: u32) -> u32 {
        self.added.iter().fold(offset, |at, added| {
            if added.start < at {
                at + added.len()
            } else {
                at
            }
        })
    }

    /// The place in the original of an offset in the parsed text.
    pub(super) fn original(&self, offset: u32) -> u32 {
        let mut back = offset;
        for added in self.added.iter().take_while(|added| added.start < offset) {
            back -= offset.min(added.end) - added.start;
        }
        back
    }
}
