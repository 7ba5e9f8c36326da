//! What the walk finds: plain facts, for which the rules find the words.

use crate::schema::table::{ClientCheck, Field, Type, TypeDef};
use crate::syntax::Node;

/// One mistake at one place.
#[derive(Clone, Debug)]
pub struct SchemaProblem<'t> {
    /// The key or value at fault.
    pub at: Node<'t>,
    /// Whether the client refuses the file because of it; else it drops or changes something
    /// without a word.
    pub refused: bool,
    /// What is wrong.
    pub fault: SchemaFault<'t>,
}

/// What is wrong.
#[derive(Clone, Debug)]
pub enum SchemaFault<'t> {
    /// A key that its mapping does not know.
    UnknownKey {
        /// What the mapping is.
        owner: &'static TypeDef,
        /// The mapping.
        mapping: Node<'t>,
        /// The required key it was probably meant to be.
        meant: Option<&'static Field>,
        /// Whether the client sends the key as it is; else it refuses or ignores it.
        sent: bool,
    },
    /// A key that the service sets.
    ReadOnlyKey {
        /// What the mapping is.
        owner: &'static TypeDef,
    },
    /// A key that must be there; `at` is the mapping's own key, or a neighbour.
    MissingKey {
        /// What the mapping is.
        owner: &'static TypeDef,
        /// Its name.
        name: &'static str,
        /// The mapping.
        mapping: Node<'t>,
    },
    /// Nothing where a value must stand; `at` is the key or the empty item.
    Null {
        /// What should stand there.
        expected: &'static Type,
    },
    /// A mapping, list or scalar where only another of these will do.
    Shape {
        /// What should stand there.
        expected: &'static Type,
    },
    /// A number, boolean or date where text must stand.
    NeedsQuotes,
    /// A date without quotes where text must stand.
    NeedsDateQuotes,
    /// A version that the client reads as a number (it may change) or as a date (it refuses).
    VersionNeedsQuotes,
    /// A scalar that is none of what may stand there.
    Value {
        /// What should stand there.
        expected: &'static Type,
    },
    /// A discriminator, such as `type`, with a value that no alternative has.
    Discriminator {
        /// The values that would do.
        values: Vec<&'static str>,
    },
    /// An expression where the client reads none.
    Expression,
    /// A key of a free mapping that is not text.
    KeyNotText,
    /// A key of a free mapping that breaks its pattern.
    KeyPattern {
        /// The pattern's name.
        pattern: &'static str,
    },
    /// Text that breaks its pattern.
    Pattern {
        /// The pattern's name.
        pattern: &'static str,
    },
    /// A file or folder that is not there.
    MissingFile {
        /// What is read from it: a kind, a job or component of any sort, or "" for any file.
        loads: &'static str,
    },
    /// A file where a folder must be, or the other way round.
    OtherOnDisk {
        /// Whether a folder is expected.
        folder: bool,
    },
    /// A check beyond single fields.
    Check {
        /// Which.
        check: &'static ClientCheck,
        /// What the mapping is.
        owner: &'static TypeDef,
    },
}

impl<'t> SchemaProblem<'t> {
    pub(crate) fn refused(at: Node<'t>, fault: SchemaFault<'t>) -> Self {
        Self {
            at,
            refused: true,
            fault,
        }
    }

    pub(crate) fn silent(at: Node<'t>, fault: SchemaFault<'t>) -> Self {
        Self {
            at,
            refused: false,
            fault,
        }
    }
}
