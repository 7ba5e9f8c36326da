//! Results of a scan: expressions, optional brackets, and mistakes.

use std::ops::Range;

use crate::expression::target::Target;
use crate::work_counter;

/// `${{ path }}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression<'t> {
    /// Range from `$` to `}}` in the decoded text.
    pub range: Range<usize>,
    /// Range of the path between the braces, without the blanks around it.
    pub path: Range<usize>,
    /// The named target.
    pub target: Target<'t>,
    /// Index of the `$[[ ]]` around it.
    pub bracket: Option<usize>,
}

/// `$[[ text ]]`, which is removed if an optional input in it has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// Range from `$` to `]]` in the decoded text.
    pub range: Range<usize>,
}

/// Type of a mistake in an intended expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MistakeKind {
    /// `${{` without `}}`.
    Unclosed,
    /// `$[[` without `]]`.
    UnclosedBracket,
    /// `$[[inputs.x]]`, without the `${{...}}` that an optional part contains.
    BareBracket,
    /// `$(inputs.x)`
    Parenthesis,
    /// `${{}}`
    Empty,
    /// `${{ inputs. x }}`
    Blank,
    /// `${{parent.jobs.prep}}` and the like, which end before a name.
    Incomplete,
    /// `parents`, `input`: the replacement is the correct word.
    Misspelled,
    /// `$${{inputs.x}}` and `$${inputs.x}}`.
    DoubleDollar,
    /// `$ {{inputs.x}}` and `${ {inputs.x}}`.
    SplitOpening,
    /// `${inputs.x}`
    SingleBrace,
    /// `{{inputs.x}}` and `{{$name}}`.
    MissingDollar,
    /// `{inputs.x}`
    BraceOnly,
}

/// Text that was meant as an expression but is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Type of the mistake.
    pub kind: MistakeKind,
    /// Range to mark.
    pub range: Range<usize>,
    /// Correct text for `range`, if it is unambiguous.
    pub replacement: Option<String>,
}

/// Results for a text, each list in the order of the text.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Scan<'t> {
    /// The expressions, including broken ones, whose target is read as far as possible.
    pub expressions: Vec<Expression<'t>>,
    /// The optional brackets.
    pub brackets: Vec<Bracket>,
    /// The mistakes, which don't overlap.
    pub mistakes: Vec<Mistake>,
}

impl<'t> Scan<'t> {
    /// Returns the expression that is the whole scanned `text`, apart from blanks around it.
    pub fn whole(&self, text: &str) -> Option<&Expression<'t>> {
        let [only] = self.expressions.as_slice() else {
            return None;
        };
        let start = text.len() - text.trim_start().len();
        (only.range == (start..start + text.trim().len())).then_some(only)
    }

    /// Returns the mistakes that overlap `range`. A command may have as many mistakes as words.
    pub fn mistakes_in(&self, range: &Range<usize>) -> &[Mistake] {
        let start = self.mistakes.partition_point(|mistake| {
            work_counter::spend(1);
            mistake.range.end <= range.start
        });
        let rest = &self.mistakes[start..];
        let count = rest.partition_point(|mistake| mistake.range.start < range.end);
        &rest[..count]
    }
}
