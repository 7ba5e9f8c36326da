//! Groups lines by indentation into the entries of a block.

use crate::syntax::lines::{Line, Lines, end_of};
use crate::text::TextRange;

/// Lines `first..end`; text before `start` on the first line counts as blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) start: u32,
}

impl Block {
    /// Returns the first line alone.
    pub(super) fn head(self) -> Self {
        Self {
            end: self.first + 1,
            ..self
        }
    }
}

/// The lines of the whole text with their cached shapes.
pub(super) struct Blocks<'a> {
    pub(super) lines: &'a Lines<'a>,
    shapes: Vec<Line>,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(lines: &'a Lines<'a>) -> Self {
        Self {
            lines,
            shapes: (0..lines.count()).map(|line| lines.shape(line)).collect(),
        }
    }

    /// Returns the shape of the whole line.
    pub(super) fn line(&self, line: usize) -> &Line {
        &self.shapes[line]
    }

    pub(super) fn block(&self, first: usize, end: usize) -> Block {
        Block {
            first,
            end,
            start: self.lines.range(first).start,
        }
    }

    /// Returns the text of a block with the text before `start` blanked out, and its offset.
    pub(super) fn text_of(&self, block: Block) -> (String, u32) {
        let first = self.lines.range(block.first);
        let end = if block.end >= self.lines.count() {
            end_of(self.lines.text)
        } else {
            self.lines.range(block.end).start
        };
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

    /// Returns the shape of the first line of a block, without the text before `start`.
    pub(super) fn shape_of(&self, block: Block) -> Line {
        if block.start == self.lines.range(block.first).start {
            return self.shapes[block.first].clone();
        }
        let (text, _) = self.text_of(block.head());
        Line::new(text.trim_end_matches(['\n', '\r']))
    }

    /// Returns the offset of the first line's content, after its indentation.
    pub(super) fn content_start(&self, block: Block) -> u32 {
        let shape = self.shape_of(block);
        self.lines.range(block.first).start + u32::try_from(shape.indent).unwrap_or(0)
    }

    /// Returns `true` for one line of text without key or dash.
    pub(super) fn is_text(&self, block: Block) -> bool {
        let shape = self.shape_of(block);
        shape.is_lone()
            && !shape.is_item()
            && (block.first + 1..block.end).all(|line| self.shapes[line].is_empty())
    }

    /// Returns `true` if the block has content other than comments.
    pub(super) fn has_content(&self, block: Block) -> bool {
        (block.first..block.end).any(|line| !self.shapes[line].is_empty())
    }

    /// Splits a block into entries by indentation; empty lines before the first belong to none.
    pub(super) fn entries(&self, block: Block) -> Vec<Block> {
        let mut entries: Vec<Block> = Vec::new();
        let mut base = 0;
        let mut sequence = None;
        for line in block.first..block.end {
            let start = if line == block.first {
                block.start
            } else {
                self.lines.range(line).start
            };
            let shape = self.shape_of(Block {
                first: line,
                end: line + 1,
                start,
            });
            if shape.is_empty() {
                continue;
            }
            if entries.is_empty() {
                base = shape.indent;
            } else if !shape.tab {
                if shape.indent > base {
                    match self.owner(&shape, &entries, line) {
                        BlockOwner::Last => continue,
                        BlockOwner::OneBefore => {
                            entries.pop();
                            continue;
                        }
                        BlockOwner::Block => base = shape.indent,
                    }
                }
                if shape.indent < base && !self.returns_to(line, block.end, base) {
                    base = shape.indent;
                }
                // A list may have the indentation of its key.
                let under_key = entries
                    .last()
                    .is_some_and(|last| !self.shape_of(*last).is_barren());
                if shape.is_item() && sequence == Some(false) && shape.indent == base && under_key {
                    continue;
                }
            }
            if sequence.is_none() && !shape.is_suspicious() {
                sequence = Some(shape.is_item());
            }
            entries.push(Block {
                first: line,
                end: block.end,
                start,
            });
        }
        let starts: Vec<usize> = entries.iter().skip(1).map(|entry| entry.first).collect();
        entries
            .iter_mut()
            .zip(starts)
            .for_each(|(entry, end)| entry.end = end);
        entries
    }

    /// Returns the entry that a deeper line belongs to. There can be no key below a complete value: in
    /// that case the line with the value has the wrong indentation and belongs to the block around.
    fn owner(&self, deeper: &Line, entries: &[Block], line: usize) -> BlockOwner {
        let [before @ .., last] = entries else {
            return BlockOwner::Last;
        };
        let head = self.shape_of(*last);
        let direct = (last.first + 1..line).all(|line| self.shapes[line].is_empty());
        if !direct || !head.is_barren() || deeper.is_lone() || deeper.indent <= head.content {
            return BlockOwner::Last;
        }
        let Some(before) = before.last() else {
            return BlockOwner::Block;
        };
        let parent = self.shape_of(*before);
        if !parent.is_open() && !parent.is_item() {
            return BlockOwner::Last;
        }
        let inside = (before.first + 1..last.first).find(|line| !self.shapes[*line].is_empty());
        let fits = match inside {
            Some(inside) => self.shapes[inside].indent == deeper.indent,
            None => parent.is_open(),
        };
        if fits {
            BlockOwner::OneBefore
        } else {
            BlockOwner::Last
        }
    }

    /// Returns `true` if the next line with content returns to the indentation `base`.
    fn returns_to(&self, line: usize, end: usize, base: usize) -> bool {
        (line + 1..end)
            .find(|next| !self.shapes[*next].is_empty())
            .is_some_and(|next| self.shapes[next].indent == base)
    }

    /// Returns `true` if most of the unambiguous entries are list items.
    pub(super) fn is_sequence(&self, entries: &[Block]) -> bool {
        let shapes: Vec<Line> = entries.iter().map(|entry| self.shape_of(*entry)).collect();
        let items = shapes.iter().filter(|shape| shape.is_item()).count();
        let keys = shapes
            .iter()
            .filter(|shape| !shape.is_item() && !shape.is_suspicious())
            .count();
        items > keys || (items > 0 && items == keys && shapes[0].is_item())
    }
}

/// The entry that a deeper line belongs to.
enum BlockOwner {
    /// The last entry.
    Last,
    /// The entry before the last, which then contains the last one too.
    OneBefore,
    /// The block itself: the entries so far have the wrong indentation.
    Block,
}
