//! Lines whose indentation differs from their siblings.
//!
//! The parser stops at the second line of a block that is not aligned. Often the first line is the
//! wrong one.

use super::describe::Describer;
use super::syntax_error::SyntaxError;

/// A block of misaligned lines: the first line, and the line at which the parser stopped.
struct UnevenBlock {
    first: usize,
    /// Columns of the first line's key and of the keys of the others.
    columns: (usize, usize),
    /// Column of the line above the block.
    parent: usize,
}

impl Describer<'_> {
    /// Reports the first line of the block that `line` does not fit, if it is the exception: the
    /// only line in its column while the other column has more, or not indented by the step that
    /// the file uses.
    pub(super) fn unevenly_indented(&self, line: usize) -> Option<SyntaxError> {
        let block = self.block_above(line)?;
        let (own, others) = block.columns;
        if self.starting_at(block.first..line, own) != 1 {
            return None;
        }
        let step = self.usual_step();
        let fits = |step: usize, column: usize| column.abs_diff(block.parent).is_multiple_of(step);
        let off_step = |column: usize| step.is_some_and(|step| !fits(step, column));
        let moved = self.lines.shape(block.first).indent;
        let alone = self.starting_at(line..self.end_of_block(line), others) > 1;
        // An item with extra spaces after its dash cannot be moved to the left.
        let back = moved.checked_sub(own - others);
        if !alone && (!off_step(moved) || back.is_none_or(off_step)) {
            return None;
        }
        let (deeper, stopped) = (self.key(block.first), self.key(line));
        let names = [deeper, stopped].map(|range| range.slice(self.state.text));
        let error = SyntaxError::at(
            deeper,
            format!("`{}` is indented more than `{}`", names[0], names[1]),
        );
        let help = match own - others {
            1 => format!("remove one space before `{}`", names[0]),
            count => format!("remove {count} spaces before `{}`", names[0]),
        };
        Some(
            error
                .help(help)
                .opened(stopped, "this line doesn't match any line above"),
        )
    }

    /// Returns the block whose first line is indented deeper than `line`.
    fn block_above(&self, line: usize) -> Option<UnevenBlock> {
        let others = self.lines.shape(line).indent;
        let mut first = None;
        let mut at = line;
        while let Some(above) = self.lines.before(at) {
            let shape = self.lines.shape(above);
            at = above;
            if shape.is_empty() {
                continue;
            }
            if shape.is_item() && shape.indent < others && shape.content > others {
                let parent = self.parent_of(above, shape.indent)?;
                return Some(UnevenBlock {
                    first: above,
                    columns: (shape.content, others),
                    parent,
                });
            }
            if shape.indent <= others {
                let first = first.filter(|_| shape.is_open() && shape.indent < others)?;
                let columns = (self.lines.shape(first).indent, others);
                return Some(UnevenBlock {
                    first,
                    columns,
                    parent: shape.content,
                });
            }
            first = Some(above);
        }
        None
    }

    /// Returns the column of the closest line above that starts to the left of `column`.
    fn parent_of(&self, line: usize, column: usize) -> Option<usize> {
        let above = (0..line)
            .rev()
            .map(|line| self.lines.shape(line))
            .filter(|shape| !shape.is_empty());
        above
            .map(|shape| shape.indent)
            .find(|indent| *indent < column)
    }

    /// Counts the `lines` whose key is at `column`.
    fn starting_at(&self, lines: std::ops::Range<usize>, column: usize) -> usize {
        let filled = lines
            .map(|line| self.lines.shape(line))
            .filter(|shape| !shape.is_empty());
        filled.filter(|shape| shape.content == column).count()
    }

    /// Returns the first line from `line` on that is indented less.
    fn end_of_block(&self, line: usize) -> usize {
        let column = self.lines.shape(line).indent;
        for below in line..self.lines.count() {
            let shape = self.lines.shape(below);
            if !shape.is_empty() && shape.indent < column {
                return below;
            }
        }
        self.lines.count()
    }

    /// Returns the most frequent step of indentation between two lines, in blanks; of equally
    /// frequent ones the smallest.
    fn usual_step(&self) -> Option<usize> {
        let filled = (0..self.lines.count())
            .map(|line| self.lines.shape(line))
            .filter(|shape| !shape.is_empty());
        let columns: Vec<usize> = filled.map(|shape| shape.indent).collect();
        let steps = columns.windows(2).filter_map(|pair| {
            pair[1]
                .checked_sub(pair[0])
                .filter(|step| (2..=8).contains(step))
        });
        let mut counts = [0_usize; 9];
        steps.for_each(|step| counts[step] += 1);
        (2..counts.len())
            .rev()
            .max_by_key(|step| counts[*step])
            .filter(|step| counts[*step] > 0)
    }
}
