//! The last resort: entries by indentation, each parsed alone.

use std::ops::Range;
use std::sync::Arc;

use granit_parser::ErrorKind;

use super::mark_damage;
use super::repair::{How, Patch, Surroundings, repairs};
use super::unpatched;
use crate::syntax::build::Builder;
use crate::syntax::error::{Context, widen};
use crate::syntax::event::{Event, Failure, events};
use crate::syntax::lines::{Line, Lines, end_of};
use crate::syntax::{ScalarStyle, SyntaxError, Tree};
use crate::text::TextRange;

/// Levels of indentation that are followed into broken text; what is deeper becomes plain text.
const DEPTH: usize = 64;

/// Splits `text`; `whole` is what stopped the parser in the whole of it.
pub(super) fn split(text: &Arc<str>, lines: &Lines<'_>, whole: SyntaxError) -> Tree {
    let mut splitter = Splitter {
        lines,
        shapes: (0..lines.count()).map(|line| lines.shape(line)).collect(),
        builder: Builder::new(text, text),
        errors: Vec::new(),
        damage: Vec::new(),
        depth: 0,
        budget: text.len() * 16 + 1024 * 1024,
    };
    splitter.stream();
    let Splitter { builder, mut errors, damage, .. } = splitter;
    let mut tree = builder.finish(text.clone());
    mark_damage(&mut tree, damage.into_iter().map(|line| lines.range(line)));
    let line_of = |error: &SyntaxError| lines.line_of(error.range.start);
    // The parser stops at its first error. One in an entry before that place is the same mistake, seen closer; for one
    // on the same line the whole text says better what is wrong.
    if errors.iter().all(|error| line_of(error) >= line_of(&whole)) {
        errors.retain(|error| line_of(error) > line_of(&whole));
        errors.push(whole);
    }
    errors.sort_by_key(|error| error.range);
    errors.dedup_by_key(|error| lines.line_of(error.range.start));
    tree.errors = errors;
    tree
}

/// Lines `first..end`, of which everything before `start` on the first counts as blank.
#[derive(Clone, Copy, Debug)]
struct Block {
    first: usize,
    end: usize,
    start: u32,
}

/// What a block holds when it is parsed alone.
struct Piece<'e> {
    events: Vec<Event<'e>>,
    kind: PieceKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PieceKind {
    Mapping,
    Sequence,
    Other,
    Nothing,
}

struct Splitter<'a> {
    lines: &'a Lines<'a>,
    shapes: Vec<Line>,
    builder: Builder<'a>,
    errors: Vec<SyntaxError>,
    damage: Vec<usize>,
    depth: usize,
    /// Bytes that may still be parsed: hostile nesting must not cost the square of the text.
    budget: usize,
}

impl<'a> Splitter<'a> {
    /// Documents, one after another.
    fn stream(&mut self) {
        let mut first = 0;
        while first < self.lines.count() {
            let body = if self.shapes[first].marker { first + 1 } else { first };
            let end = (body..self.lines.count()).find(|line| self.shapes[*line].marker).unwrap_or(self.lines.count());
            self.builder.push(Event::DocumentStart);
            let mut block = self.block(first, end);
            // What stands behind the marker on its line belongs to the document.
            if body > first {
                block.start += 3;
                self.builder.skip_to(block.start);
            }
            self.node(block);
            self.builder.push(Event::DocumentEnd);
            first = end.max(first + 1);
        }
    }

    fn block(&self, first: usize, end: usize) -> Block {
        Block { first, end, start: self.lines.range(first).start }
    }

    /// The text of a block; the length of what is blanked out stays.
    fn text_of(&self, block: Block) -> (String, u32) {
        let first = self.lines.range(block.first);
        let end =
            if block.end >= self.lines.count() { end_of(self.lines.text) } else { self.lines.range(block.end).start };
        let mut text = " ".repeat((block.start - first.start) as usize);
        let rest = TextRange::new(block.start, end).slice(self.lines.text);
        if block.start == first.start && self.shapes[block.first].tab {
            let indent = self.shapes[block.first].indent;
            text.push_str(&rest[..indent].replace('\t', " "));
            text.push_str(&rest[indent..]);
        } else {
            text.push_str(rest);
        }
        (text, first.start)
    }

    /// Parses a block alone.
    fn parse_alone<'e>(&mut self, text: &'e str, shift: u32) -> Result<Piece<'e>, SyntaxError> {
        if self.budget < text.len() {
            self.budget = 0;
            return Err(self.too_deep(shift));
        }
        self.budget -= text.len();
        let mut piece = Piece { events: Vec::new(), kind: PieceKind::Nothing };
        let mut builder = Builder::new(text, text);
        let result = events(text, |event| {
            if piece.kind == PieceKind::Nothing {
                piece.kind = match &event {
                    Event::MappingStart { flow: false, .. } => PieceKind::Mapping,
                    Event::SequenceStart { flow: false, .. } => PieceKind::Sequence,
                    Event::Scalar { at, .. } if at.is_empty() => PieceKind::Nothing,
                    Event::DocumentStart | Event::DocumentEnd | Event::Comment { .. } => PieceKind::Nothing,
                    _ => PieceKind::Other,
                };
            }
            piece.events.push(event);
        });
        let Err(failure) = result else { return Ok(piece) };
        for event in piece.events {
            builder.push(event);
        }
        let context = Context { text, last: builder.last_end(), open_flow: builder.open_flow() };
        Err(SyntaxError::new(&failure, &context).map(|offset| offset + shift))
    }

    fn too_deep(&self, at: u32) -> SyntaxError {
        SyntaxError::at(widen(self.lines.text, TextRange::empty(at)), "too much broken text to read on")
    }

    /// The one node a block holds; false if it holds none.
    fn node(&mut self, block: Block) -> bool {
        let (text, shift) = self.text_of(block);
        match self.parse_alone(&text, shift) {
            Ok(piece) => {
                let found = piece.kind != PieceKind::Nothing;
                let keep = if found { Keep::Node } else { Keep::Comments };
                self.splice(piece, shift, keep);
                return found;
            }
            Err(_) if self.depth < DEPTH => {}
            Err(error) => {
                self.errors.push(error);
                return self.raw(block);
            }
        }
        let entries = self.entries(block);
        if entries.is_empty() {
            return self.raw(block);
        }
        self.depth += 1;
        if self.is_sequence(&entries) {
            let at = TextRange::empty(self.content_start(entries[0]));
            self.builder.skip_to(at.start);
            self.builder.push(Event::SequenceStart { at, flow: false, tag: None });
            for entry in &entries {
                self.item(*entry, entries.len() == 1);
            }
            self.builder.push(Event::SequenceEnd { at });
        } else if entries.len() == 1 && self.is_text(entries[0]) {
            self.depth -= 1;
            return self.raw(block);
        } else {
            let at = TextRange::empty(self.content_start(entries[0]));
            self.builder.push(Event::MappingStart { at, flow: false, tag: None });
            self.mapping_entries(&entries);
            self.builder.push(Event::MappingEnd { at });
        }
        self.depth -= 1;
        true
    }

    fn mapping_entries(&mut self, entries: &[Block]) {
        for entry in entries {
            self.entry(*entry, entries.len() == 1);
        }
    }

    fn shape_of(&self, block: Block) -> Line {
        let (text, _) = self.text_of(Block { end: block.first + 1, ..block });
        Line::new(text.trim_end_matches(['\n', '\r']))
    }

    fn content_start(&self, block: Block) -> u32 {
        let shape = self.shape_of(block);
        self.lines.range(block.first).start + u32::try_from(shape.indent).unwrap_or(0)
    }

    /// One line of text without key or dash.
    fn is_text(&self, block: Block) -> bool {
        let shape = self.shape_of(block);
        shape.is_lone() && !shape.is_item() && (block.first + 1..block.end).all(|line| self.shapes[line].is_empty())
    }

    /// The entries of a block by indentation; comments before the first are passed on.
    fn entries(&mut self, block: Block) -> Vec<Block> {
        let mut entries: Vec<Block> = Vec::new();
        let mut base = 0;
        let mut sequence = None;
        for line in block.first..block.end {
            let start = if line == block.first { block.start } else { self.lines.range(line).start };
            let shape = self.shape_of(Block { first: line, end: line + 1, start });
            if shape.is_empty() {
                if entries.is_empty() {
                    self.comments(line);
                }
                continue;
            }
            let first = entries.is_empty();
            if !first && !shape.tab {
                if shape.indent > base {
                    continue;
                }
                if shape.indent < base && !self.returns_to(line, block.end, base) {
                    base = shape.indent;
                }
                if shape.is_item() && sequence == Some(false) && shape.indent == base {
                    continue;
                }
            }
            if sequence.is_none() && !shape.is_suspicious() {
                sequence = Some(shape.is_item());
            }
            if first {
                base = shape.indent;
            } else if let Some(last) = entries.last_mut() {
                last.end = line;
            }
            entries.push(Block { first: line, end: block.end, start });
        }
        entries
    }

    fn returns_to(&self, line: usize, end: usize, base: usize) -> bool {
        (line + 1..end).find(|next| !self.shapes[*next].is_empty()).is_some_and(|next| self.shapes[next].indent == base)
    }

    /// Whether the first entry that is beyond doubt is an item.
    fn is_sequence(&self, entries: &[Block]) -> bool {
        let shapes: Vec<Line> = entries.iter().map(|entry| self.shape_of(*entry)).collect();
        shapes.iter().find(|shape| !shape.is_suspicious()).or(shapes.first()).is_some_and(Line::is_item)
    }

    /// Passes on the comment of a line that is parsed with no block.
    fn comments(&mut self, line: usize) {
        let range = self.lines.range(line);
        let text = range.slice(self.lines.text);
        let shape = &self.shapes[line];
        if let Some(hash) = text[shape.end..].find('#') {
            let at = range.start + u32::try_from(shape.end + hash).unwrap_or(0);
            self.builder.push(Event::Comment { at: TextRange::new(at, range.end) });
        }
    }

    fn item(&mut self, block: Block, alone: bool) {
        if !alone {
            let (text, shift) = self.text_of(block);
            match self.parse_alone(&text, shift) {
                Ok(piece) if piece.kind == PieceKind::Sequence => return self.splice(piece, shift, Keep::Children),
                Ok(piece) if piece.kind != PieceKind::Nothing => {
                    self.damage.push(block.first);
                    self.errors.push(self.misplaced(block));
                    return self.splice(piece, shift, Keep::Node);
                }
                Ok(_) => return,
                Err(_) => {}
            }
        }
        let shape = self.shape_of(block);
        if !shape.is_item() {
            self.damage.push(block.first);
            self.node(block);
            return;
        }
        let line = self.lines.range(block.first).start;
        let (text, _) = self.text_of(block);
        let dash = shape.indent + 1;
        let behind = crate::syntax::lines::blanks(text.as_bytes(), dash);
        let offset = |at: usize| line + u32::try_from(at).unwrap_or(0);
        self.builder.skip_to(offset(dash));
        if !self.node(Block { start: offset(behind), ..block }) {
            self.builder.push(Event::Empty { at: offset(dash) });
        }
    }

    /// Something sound in the wrong place: text or a list item among keys, a key among items.
    fn misplaced(&self, block: Block) -> SyntaxError {
        let shape = self.shape_of(block);
        let kind = match shape {
            _ if shape.is_item() => ErrorKind::ExpectedBlockMappingKey,
            _ if shape.is_lone() => ErrorKind::SimpleKeyExpected,
            _ => ErrorKind::ExpectedBlockSequenceEntry,
        };
        let failure = Failure { kind, at: self.content_start(block) };
        let context = Context { text: self.lines.text, last: 0, open_flow: None };
        SyntaxError::in_lines(&failure, &context, self.lines)
    }

    fn entry(&mut self, block: Block, alone: bool) {
        let mut why = None;
        if !alone {
            let (text, shift) = self.text_of(block);
            match self.parse_alone(&text, shift) {
                Ok(piece) if piece.kind == PieceKind::Mapping => return self.splice(piece, shift, Keep::Children),
                Ok(piece) if piece.kind == PieceKind::Nothing => return self.splice(piece, shift, Keep::Comments),
                Ok(piece) => {
                    self.errors.push(self.misplaced(block));
                    self.damage.push(block.first);
                    let sequence = piece.kind == PieceKind::Sequence;
                    if sequence {
                        self.builder.push(Event::Empty { at: self.content_start(block) });
                    }
                    self.splice(piece, shift, Keep::Node);
                    if !sequence {
                        self.builder.push(Event::Empty { at: self.builder.last_end() });
                    }
                    return;
                }
                Err(error) => why = Some(error),
            }
        }
        let body = Block { first: block.first + 1, ..self.block(block.first + 1, block.end) };
        match self.header(block) {
            Header::Open => {
                if body.first >= body.end || !self.node(body) {
                    self.builder.push(Event::Empty { at: self.builder.last_end() });
                }
            }
            Header::Complete => {
                if self.has_content(body) {
                    self.errors.extend(why);
                    self.damage.push(block.first);
                }
                self.orphans(body);
            }
        }
    }

    fn has_content(&self, block: Block) -> bool {
        (block.first..block.end).any(|line| !self.shapes[line].is_empty())
    }

    /// Lines under an entry that already has a value: siblings at an odd indentation, or values of a key that got lost.
    fn orphans(&mut self, body: Block) {
        if !self.has_content(body) {
            (body.first..body.end).for_each(|line| self.comments(line));
            return;
        }
        let entries = self.entries(body);
        if self.is_sequence(&entries) {
            self.builder.push(Event::Empty { at: self.content_start(entries[0]) });
            self.node(body);
        } else if self.depth < DEPTH {
            self.depth += 1;
            self.mapping_entries(&entries);
            self.depth -= 1;
        }
    }

    /// The first line of a broken entry: its key, and its value unless that comes below.
    fn header(&mut self, block: Block) -> Header {
        let only = Block { end: block.first + 1, ..block };
        let (text, shift) = self.text_of(only);
        let line = text.trim_end_matches(['\n', '\r']);
        let failure = match self.parse_alone(line, shift) {
            Ok(piece) if piece.kind == PieceKind::Mapping => return self.splice_header(piece, shift),
            Ok(_) => self.misplaced(only),
            Err(error) => error,
        };
        self.errors.push(failure);
        self.damage.push(block.first);
        let alone = Lines::new(line);
        for fix in repairs(0, line, Surroundings::default()) {
            if fix.how == How::Blank {
                continue;
            }
            let patched = Patch::default().with(fix).apply(&alone);
            let Ok(piece) = self.parse_alone(&patched.text, shift) else { continue };
            if piece.kind != PieceKind::Mapping {
                continue;
            }
            let events = piece.events.into_iter().map(|event| {
                unpatched(event.map(|offset| patched.original(offset) + shift), self.lines.text)
                    .map(|offset| offset - shift)
            });
            let events = events.collect();
            return self.splice_header(Piece { events, kind: PieceKind::Mapping }, shift);
        }
        self.raw(only);
        self.builder.push(Event::Empty { at: self.builder.last_end() });
        Header::Complete
    }

    fn splice_header(&mut self, mut piece: Piece<'_>, shift: u32) -> Header {
        let is_node =
            |event: &Event<'_>| !matches!(event, Event::Comment { .. } | Event::MappingEnd { .. } | Event::DocumentEnd);
        let last = piece.events.iter().rposition(is_node);
        let open = last.filter(|last| {
            matches!(&piece.events[*last], Event::Scalar { at, style: ScalarStyle::Plain, tag: None, .. } if at.is_empty())
        });
        match open {
            Some(at) => {
                piece.events.remove(at);
                self.splice(piece, shift, Keep::Children);
                self.builder.skip_to(self.builder.last_end() + 1);
                Header::Open
            }
            None => {
                self.splice(piece, shift, Keep::Children);
                Header::Complete
            }
        }
    }

    /// A block as plain text.
    fn raw(&mut self, block: Block) -> bool {
        let lines: Range<usize> = block.first..block.end;
        let Some(first) = lines.clone().find(|line| *line == block.first || !self.shapes[*line].is_empty()) else {
            return false;
        };
        let shape = self.shape_of(Block { first, ..block });
        let last = lines.clone().rev().find(|line| !self.shapes[*line].is_empty()).unwrap_or(first);
        let at = |line: usize, offset: usize| self.lines.range(line).start + u32::try_from(offset).unwrap_or(0);
        let end = if last == first { at(first, shape.end) } else { at(last, self.shapes[last].end) };
        let range = TextRange::new(at(first, shape.indent), end);
        if range.is_empty() {
            return false;
        }
        self.damage.extend(lines);
        let value = range.slice(self.lines.text);
        self.builder.push(Event::Scalar { at: range, value: value.into(), style: ScalarStyle::Plain, tag: None });
        true
    }

    /// Hands the events of a piece to the builder.
    fn splice(&mut self, piece: Piece<'_>, shift: u32, keep: Keep) {
        let mut depth = 0;
        for event in piece.events {
            let (before, inner) = match &event {
                Event::MappingStart { .. } | Event::SequenceStart { .. } => (depth, depth + 1),
                Event::MappingEnd { .. } | Event::SequenceEnd { .. } => (depth - 1, depth - 1),
                _ => (depth, depth),
            };
            depth = inner;
            let comment = matches!(event, Event::Comment { .. });
            let wanted = comment
                || match keep {
                    Keep::Node => !matches!(event, Event::DocumentStart | Event::DocumentEnd),
                    Keep::Children => before > 0,
                    Keep::Comments => false,
                };
            if wanted {
                self.builder.push(event.map(|offset| offset + shift));
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Node,
    Children,
    Comments,
}

enum Header {
    /// The value comes below, or is missing.
    Open,
    Complete,
}
