//! What a text holds: expressions, optional pieces, and what was meant as one of them.

use std::ops::Range;

use crate::expression::target::Target;

/// `${{ path }}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression<'t> {
    /// From `$` to `}}` in the decoded text.
    pub range: Range<usize>,
    /// The path between the braces, without the blanks around it.
    pub path: Range<usize>,
    /// What it names.
    pub target: Target<'t>,
    /// The index of the `$[[ ]]` around it.
    pub bracket: Option<usize>,
}

/// `$[[ text ]]`: dropped where an optional input in it has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// From `$` to `]]` in the decoded text.
    pub range: Range<usize>,
}

/// What is wrong with something that was meant as an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MistakeKind {
    /// `${{` without `}}`.
    Unclosed,
    /// `$[[` without `]]`.
    UnclosedBracket,
    /// `${{}}`
    Empty,
    /// `${{ inputs. x }}`
    Blank,
    /// `${{parent.jobs.prep}}` and the like: it stops before it names anything.
    Incomplete,
    /// `parents`, `input`: the replacement is what the word should be.
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

/// Something that was meant as an expression and is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// What is wrong.
    pub kind: MistakeKind,
    /// What to mark.
    pub range: Range<usize>,
    /// What to write at `range` instead, where only one reading is left.
    pub replacement: Option<String>,
}

/// What a text holds, each list in the order of the text.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Scan<'t> {
    /// The expressions; broken ones too, with the target as far as it can be read.
    pub expressions: Vec<Expression<'t>>,
    /// The optional pieces.
    pub brackets: Vec<Bracket>,
    /// What is wrong.
    pub mistakes: Vec<Mistake>,
}
