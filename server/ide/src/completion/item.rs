//! What completion answers: values to be written, and what they replace.

use azml_rules::text::TextRange;

use crate::markdown::Markdown;

/// What a value stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemSort {
    /// A compute.
    Compute,
    /// A word of the service: `local`, `serverless`.
    Word,
    /// A VM size.
    Size,
    /// A key of a mapping.
    Key,
    /// One of the values that the schema knows for a place.
    Value,
    /// A whole document.
    Skeleton,
    /// A name inside an expression: a context, a step, an input, an output.
    Name,
    /// An asset, or a version of one.
    Asset,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A flag of a script.
    Flag,
}

/// One value that can be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it stands for.
    pub sort: ItemSort,
    /// How it is listed.
    pub label: String,
    /// What is written in place of [`Completions::range`].
    pub insert: String,
    /// What the client holds against what is typed.
    pub filter: String,
    /// Why it is here, in short.
    pub detail: String,
    /// More about it.
    pub about: Markdown,
    /// Not to be taken any more.
    pub is_retired: bool,
    /// [`Item::insert`] has tab stops: `$1`, `${2:name}`, `$0`.
    pub is_snippet: bool,
}

/// Values in the order in which they fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completions {
    /// What is replaced.
    pub range: TextRange,
    /// The values, the best first.
    pub items: Vec<Item>,
}
