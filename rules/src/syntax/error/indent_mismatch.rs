//! The line that is indented otherwise than those beside it.
//!
//! The parser stops at the second line of a block that does not line up. Often it is the first that
//! is wrong.

use super::describe::Describer;
use super::syntax_error::SyntaxError;

/// A block of lines that do not line up: the first one, and the one the parser stopped at.
struct UnevenBlock {
    first: usize,
    /// Where the first one's keys start, and where the others' do.
    columns: (usize, usize),
    /// Where the line above the block starts.
    parent: usize,
}

impl Describer<'_> {
    /// The first line of the block that `line` does not fit, if that one is odd: alone in its
    /// column while there are more lines in the other, or not indented by the step that the file
    /// uses.
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
        // An item whose spaces stand behind its dash has no room to move.
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

    /// The block whose first line is indented deeper than `line`.
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

    /// Where the closest line above that starts further left than `column` starts.
    fn parent_of(&self, line: usize, column: usize) -> Option<usize> {
        let above = (0..line)
            .rev()
            .map(|line| self.lines.shape(line))
            .filter(|shape| !shape.is_empty());
        above
            .map(|shape| shape.indent)
            .find(|indent| *indent < column)
    }

    /// How many of `lines` have their key at `column`.
    fn starting_at(&self, lines: std::ops::Range<usize>, column: usize) -> usize {
        let filled = lines
            .map(|line| self.lines.shape(line))
            .filter(|shape| !shape.is_empty());
        filled.filter(|shape| shape.content == column).count()
    }

    /// The first line from `line` on that starts further left.
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

    /// By how many blanks most lines are indented under the line above; the smallest of equally
    /// frequent ones.
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
