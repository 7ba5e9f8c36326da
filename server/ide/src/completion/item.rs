//! Completion items: the values to insert, and the range that they replace.

use azml_rules::text::TextRange;

use crate::markdown::Markdown;

/// The type of a completion item.
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
    /// One of the values that the schema allows.
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

/// One completion item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its type, for the icon.
    pub sort: ItemSort,
    /// The label in the list.
    pub label: String,
    /// The text that replaces [`Completions::range`].
    pub insert: String,
    /// The text that the client matches against the typed text.
    pub filter: String,
    /// Short text after the label.
    pub detail: String,
    /// Documentation of the item.
    pub about: Markdown,
    /// `true` if the value is deprecated or retired.
    pub is_retired: bool,
    /// `true` if [`Item::insert`] has tab stops: `$1`, `${2:name}`, `$0`.
    pub is_snippet: bool,
}

impl Item {
    /// Returns `true` if something can be chosen at the cursor after it: the value of a key, the content of a
    /// folder.
    pub fn leads_on(&self) -> bool {
        match self.sort {
            ItemSort::Folder => self.insert.ends_with('/'),
            // Nothing is known of a command that begins.
            ItemSort::Key if self.insert.contains(">-") => false,
            ItemSort::Key if self.is_snippet => {
                let first = self.insert.find('$');
                first.is_some_and(|at| is_empty_stop(&self.insert[at..]))
            }
            ItemSort::Key => self.insert.ends_with(": "),
            _ => false,
        }
    }
}

/// Returns `true` if `snippet` begins with a tab stop without a placeholder.
fn is_empty_stop(snippet: &str) -> bool {
    snippet[1..].starts_with(|c: char| c.is_ascii_digit())
}

/// Completion items, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completions {
    /// The range that an item replaces.
    pub range: TextRange,
    /// The items, the best first.
    pub items: Vec<Item>,
}
