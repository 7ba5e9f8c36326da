//! Last resort: [`blocks`] splits by indentation, each [`text_part`] is parsed alone.

mod blocks;
mod text_part;

use std::sync::Arc;

use granit_parser::ErrorKind;

use super::attempt::{mark_damage, unpatched};
use super::repair::{Patch, RepairKind, Surroundings, repairs};
use crate::syntax::error::{ParserState, SyntaxError, describe_in_lines, widened};
use crate::syntax::lines::{Lines, blanks, end_of};
use crate::syntax::parse::build::TreeBuilder;
use crate::syntax::parse::event::{Failure, ParserEvent};
use crate::syntax::tree::{ScalarStyle, Tree};
use crate::text::TextRange;
use blocks::{Block, Blocks};
use text_part::{Keep, TextPart, TextPartKind};

/// Maximum levels of indentation to split; deeper content becomes plain text.
const DEPTH: usize = 64;

/// Splits `text`; `whole` is the error of the parser for the whole text.
pub(super) fn split(text: &Arc<str>, lines: &Lines<'_>, whole: SyntaxError) -> Tree {
    let mut splitter = Splitter {
        text,
        blocks: Blocks::new(lines),
        builder: TreeBuilder::new(text, text),
        errors: Vec::new(),
        damage: Vec::new(),
        depth: 0,
        budget: text.len() * 16 + 1024 * 1024,
    };
    splitter.stream();
    let Splitter {
        builder,
        errors,
        damage,
        ..
    } = splitter;
    let mut tree = builder.finish(text.clone());
    mark_damage(&mut tree, damage.into_iter().map(|line| lines.range(line)));
    tree.errors = one_per_line(errors, whole, lines);
    tree
}

/// Leaves one error per line. An error in an entry before the first error of the whole text is the
/// same mistake, located better; on the same line, the error for the whole text is better.
fn one_per_line(
    mut errors: Vec<SyntaxError>,
    whole: SyntaxError,
    lines: &Lines<'_>,
) -> Vec<SyntaxError> {
    let line_of = |error: &SyntaxError| lines.line_of(error.range.start);
    let first = line_of(&whole);
    if errors.iter().all(|error| line_of(error) >= first) {
        errors.retain(|error| line_of(error) > first);
        errors.push(whole);
    }
    errors.sort_by_key(|error| error.range);
    errors.dedup_by_key(|error| line_of(error));
    errors
}

struct Splitter<'a> {
    text: &'a str,
    blocks: Blocks<'a>,
    builder: TreeBuilder<'a>,
    errors: Vec<SyntaxError>,
    damage: Vec<usize>,
    depth: usize,
    /// Number of bytes that may still be parsed: deep nesting must not take quadratic time.
    budget: usize,
}

/// State at the end of an entry's first line.
enum Header {
    /// The value is below, or missing.
    Open,
    /// Same as `Open`, and the line has no error.
    SoundOpen,
    Complete,
}

impl Splitter<'_> {
    /// Reads the documents of the stream.
    fn stream(&mut self) {
        let count = self.blocks.lines.count();
        let mut first = 0;
        while first < count {
            let body = if self.blocks.line(first).marker {
                first + 1
            } else {
                first
            };
            let end = (body..count)
                .find(|line| self.blocks.line(*line).marker)
                .unwrap_or(count);
            let mut block = self.blocks.block(first, end);
            // Text after the marker on the same line belongs to the document.
            if body > first {
                block.start += 3;
                self.builder.skip_to(block.start);
            }
            self.builder.push(ParserEvent::DocumentStart);
            self.node(block);
            self.builder.push(ParserEvent::DocumentEnd);
            first = end;
        }
    }

    fn parse<'e>(&mut self, text: &'e str, shift: u32) -> Result<TextPart<'e>, SyntaxError> {
        let Some(left) = self.budget.checked_sub(text.len()) else {
            self.budget = 0;
            let range = widened(self.text, TextRange::empty(shift));
            return Err(SyntaxError::at(
                range,
                "too many syntax errors: the rest of the file is not read",
            ));
        };
        self.budget = left;
        TextPart::parse(text, shift)
    }

    fn splice(&mut self, part: TextPart<'_>, shift: u32, keep: Keep) {
        self.builder.read_up_to(shift + part.len);
        for event in part.selected(keep) {
            self.builder.push(event.map(|offset| offset + shift));
        }
        self.builder.read_up_to(u32::MAX);
    }

    /// Reads the node of a block; returns `false` if it has none.
    fn node(&mut self, block: Block) -> bool {
        let (text, shift) = self.blocks.text_of(block);
        let error = match self.parse(&text, shift) {
            Ok(part) => {
                let found = part.kind != TextPartKind::Nothing;
                self.splice(part, shift, if found { Keep::Node } else { Keep::Comments });
                return found;
            }
            Err(error) => error,
        };
        // Freed before recursion, so that memory does not hold one copy of the text for each level.
        drop(text);
        self.broken_node(block, error)
    }

    /// Reads the node of a block that does not parse.
    fn broken_node(&mut self, block: Block, error: SyntaxError) -> bool {
        let entries = self.blocks.entries(block);
        let Some(first) = entries
            .first()
            .filter(|_| self.depth < DEPTH && self.budget > 0)
        else {
            self.errors.push(error);
            return self.raw(block);
        };
        if entries.len() == 1 && self.blocks.is_text(*first) {
            self.errors.push(error);
            return self.raw(block);
        }
        (block.first..first.first).for_each(|line| self.comments(line));
        self.collection(&entries, error);
        true
    }

    fn collection(&mut self, entries: &[Block], error: SyntaxError) {
        let at = TextRange::empty(self.blocks.content_start(entries[0]));
        // A single entry is the same text, which has just been tried.
        let mut tried = Some(error).filter(|_| entries.len() == 1);
        self.depth += 1;
        if self.blocks.is_sequence(entries) {
            self.builder.skip_to(at.start);
            self.builder.push(ParserEvent::SequenceStart {
                at,
                flow: false,
                tag: None,
            });
            entries
                .iter()
                .for_each(|entry| self.item(*entry, tried.take()));
            self.builder.push(ParserEvent::SequenceEnd { at });
        } else {
            self.builder.push(ParserEvent::MappingStart {
                at,
                flow: false,
                tag: None,
            });
            entries
                .iter()
                .for_each(|entry| self.entry(*entry, tried.take()));
            self.builder.push(ParserEvent::MappingEnd { at });
        }
        self.depth -= 1;
    }

    /// Reads one item of a list; `tried` is the error of the parser if it was just tried.
    fn item(&mut self, block: Block, tried: Option<SyntaxError>) {
        let (text, shift) = self.blocks.text_of(block);
        let error = match tried.map_or_else(|| self.parse(&text, shift), Err) {
            Ok(part) if part.kind == TextPartKind::Sequence => {
                return self.splice(part, shift, Keep::Children);
            }
            Ok(part) if part.kind != TextPartKind::Nothing => {
                self.misplaced(block);
                return self.splice(part, shift, Keep::Node);
            }
            Ok(_) => return,
            Err(error) => error,
        };
        let shape = self.blocks.shape_of(block);
        if !shape.is_item() {
            self.damage.push(block.first);
            self.node(block);
            return;
        }
        let line = self.blocks.lines.range(block.first).start;
        let dash = shape.indent + 1;
        let offset = |at: usize| line + u32::try_from(at).unwrap_or(0);
        self.builder.skip_to(offset(dash));
        let inner = Block {
            start: offset(blanks(text.as_bytes(), dash)),
            ..block
        };
        drop(text);
        if !self.broken_node(inner, error) {
            self.builder.push(ParserEvent::Empty { at: offset(dash) });
        }
    }

    /// Reports valid content in the wrong place: text or a list item among keys, a key among items.
    fn misplaced(&mut self, block: Block) {
        let shape = self.blocks.shape_of(block);
        let kind = match shape {
            _ if shape.is_item() => ErrorKind::ExpectedBlockMappingKey,
            _ if shape.is_lone() => ErrorKind::SimpleKeyExpected,
            _ => ErrorKind::ExpectedBlockSequenceEntry,
        };
        let failure = Failure {
            kind,
            at: self.blocks.content_start(block),
        };
        let state = ParserState {
            text: self.text,
            last: 0,
            open_flow: None,
        };
        self.errors
            .push(describe_in_lines(&failure, &state, self.blocks.lines));
        self.damage.push(block.first);
    }

    /// Reads one entry of a mapping; `tried` is the error of the parser if it was just tried.
    fn entry(&mut self, block: Block, tried: Option<SyntaxError>) {
        let (text, shift) = self.blocks.text_of(block);
        let error = match tried.map_or_else(|| self.parse(&text, shift), Err) {
            Ok(part) if part.kind == TextPartKind::Mapping => {
                return self.splice(part, shift, Keep::Children);
            }
            Ok(part) if part.kind == TextPartKind::Nothing => {
                return self.splice(part, shift, Keep::Comments);
            }
            Ok(part) => return self.not_an_entry(block, part, shift),
            Err(error) => error,
        };
        drop(text);
        let body = self.blocks.block(block.first + 1, block.end);
        match self.header(block) {
            Header::Open if self.blocks.has_content(body) => self.value(|this| this.node(body)),
            // If the first line is sound, the mistake is below.
            Header::SoundOpen if self.blocks.has_content(body) => {
                self.value(|this| this.broken_node(body, error));
            }
            Header::Open | Header::SoundOpen => {
                (body.first..body.end).for_each(|line| self.comments(line));
                self.value(|_| false);
            }
            Header::Complete => {
                if self.blocks.has_content(body) {
                    self.errors.push(error);
                    self.damage.push(block.first);
                }
                self.orphans(body);
            }
        }
    }

    /// Adds the value that `read` finds, or an empty one.
    fn value(&mut self, read: impl FnOnce(&mut Self) -> bool) {
        if !read(self) {
            self.builder.push(ParserEvent::Empty {
                at: self.builder.last_end(),
            });
        }
    }

    /// Turns text among keys into a key, and a list into the value of a missing key.
    fn not_an_entry(&mut self, block: Block, part: TextPart<'_>, shift: u32) {
        self.misplaced(block);
        if part.kind == TextPartKind::Sequence {
            self.builder.push(ParserEvent::Empty {
                at: self.blocks.content_start(block),
            });
            self.splice(part, shift, Keep::Node);
        } else {
            self.splice(part, shift, Keep::Node);
            self.builder.push(ParserEvent::Empty {
                at: self.builder.last_end(),
            });
        }
    }

    /// Reads lines below an entry that already has a value: siblings with a wrong indentation, or
    /// values of a missing key.
    fn orphans(&mut self, body: Block) {
        let entries = if self.depth < DEPTH {
            self.blocks.entries(body)
        } else {
            Vec::new()
        };
        let first = entries.first().map_or(body.end, |entry| entry.first);
        (body.first..first).for_each(|line| self.comments(line));
        if self.blocks.is_sequence(&entries) {
            self.builder.push(ParserEvent::Empty {
                at: self.blocks.content_start(entries[0]),
            });
            self.node(body);
        } else {
            self.depth += 1;
            entries.iter().for_each(|entry| self.entry(*entry, None));
            self.depth -= 1;
        }
    }

    /// Reads the first line of a broken entry: its key, and its value if it is on the same line.
    fn header(&mut self, block: Block) -> Header {
        let (text, shift) = self.blocks.text_of(block.head());
        let line = text.trim_end_matches(['\n', '\r']);
        match self.parse(line, shift) {
            Ok(part) if part.kind == TextPartKind::Mapping => {
                return self.splice_header(part, shift, Header::SoundOpen);
            }
            Ok(_) => self.misplaced(block),
            Err(failure) => {
                self.errors.push(failure);
                self.damage.push(block.first);
            }
        }
        let alone = Lines::new(line);
        for fix in repairs(0, alone.str(0), Surroundings::default())
            .into_iter()
            .filter(|fix| fix.how != RepairKind::Blank)
        {
            let patched = Patch::default().with(fix).apply(&alone);
            let Ok(mut part) = self.parse(&patched.text, shift) else {
                continue;
            };
            if part.kind == TextPartKind::Mapping {
                part.len = end_of(line);
                let events = part.events.into_iter();
                part.events = events
                    .map(|event| unpatched(event.map(|offset| patched.original(offset)), line))
                    .collect();
                return self.splice_header(part, shift, Header::Open);
            }
        }
        self.raw(block.head());
        self.builder.push(ParserEvent::Empty {
            at: self.builder.last_end(),
        });
        Header::Complete
    }

    fn splice_header(&mut self, mut part: TextPart<'_>, shift: u32, open_as: Header) -> Header {
        let open = part.take_empty_value();
        self.splice(part, shift, Keep::Children);
        if !open {
            return Header::Complete;
        }
        let end = self.builder.last_end();
        if self.text.as_bytes().get(end as usize) == Some(&b':') {
            self.builder.skip_to(end + 1);
        }
        open_as
    }

    /// Adds a block as plain text; returns `false` if it is empty.
    fn raw(&mut self, block: Block) -> bool {
        let shape = self.blocks.shape_of(block);
        let content = |line: &usize| !self.blocks.line(*line).is_empty();
        let behind = block.first + 1..block.end;
        let start = if shape.is_empty() {
            let Some(first) = behind.clone().find(content) else {
                return false;
            };
            self.offset(first, self.blocks.line(first).indent)
        } else {
            self.offset(block.first, shape.indent)
        };
        let last = behind.rev().find(content);
        let end = last.map_or(self.offset(block.first, shape.end), |last| {
            self.offset(last, self.blocks.line(last).end)
        });
        self.damage
            .extend(block.first..last.unwrap_or(block.first) + 1);
        let at = TextRange::new(start, end);
        let value = at.slice(self.text).into();
        self.builder.push(ParserEvent::Scalar {
            at,
            value,
            style: ScalarStyle::Plain,
            tag: None,
        });
        true
    }

    /// Returns the offset of the byte `column` of `line`.
    fn offset(&self, line: usize, column: usize) -> u32 {
        self.blocks.lines.range(line).start + u32::try_from(column).unwrap_or(0)
    }

    /// Adds the comment of a line that is not parsed as part of a block.
    fn comments(&mut self, line: usize) {
        let range = self.blocks.lines.range(line);
        let end = self.blocks.line(line).end;
        if let Some(hash) = range
            .slice(self.text)
            .get(end..)
            .and_then(|rest| rest.find('#'))
        {
            let at = range.start + u32::try_from(end + hash).unwrap_or(0);
            self.builder.push(ParserEvent::Comment {
                at: TextRange::new(at, range.end),
            });
        }
    }
}
