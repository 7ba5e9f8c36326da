//! Problems found by validation, as facts without messages; the rules write the messages.
//!
//! Three modules find a better problem than the first one: [`default_compute`], [`kind_words`], and
//! [`missing_key`].

pub(super) mod default_compute;
pub(super) mod kind_words;
pub(super) mod missing_key;

use crate::schema::table::{ClientCheck, Field, Type, TypeDef};
use crate::syntax::Node;

/// One problem at one place.
#[derive(Clone, Debug)]
pub struct SchemaProblem<'t> {
    /// The key or value to mark.
    pub at: Node<'t>,
    /// `true` if the client rejects the file because of it; otherwise it silently ignores or
    /// changes something.
    pub refused: bool,
    /// Type of the problem.
    pub fault: SchemaFault<'t>,
}

/// Type of a problem.
#[derive(Clone, Debug)]
pub enum SchemaFault<'t> {
    /// A key that its mapping does not have.
    UnknownKey {
        /// Type of the mapping.
        owner: &'static TypeDef,
        /// The mapping.
        mapping: Node<'t>,
        /// The required key that was probably meant.
        meant: Option<&'static Field>,
        /// `true` if the client sends the key unchanged; otherwise it rejects or ignores it.
        sent: bool,
    },
    /// A key that the service sets.
    ReadOnlyKey {
        /// Type of the mapping.
        owner: &'static TypeDef,
    },
    /// A required key is missing; `at` is the mapping's own key, or a neighbor.
    MissingKey {
        /// Type of the mapping.
        owner: &'static TypeDef,
        /// Name of the key.
        name: &'static str,
        /// The mapping.
        mapping: Node<'t>,
    },
    /// A missing value; `at` is the key or the empty item.
    Null {
        /// Type of the expected value.
        expected: &'static Type,
    },
    /// A mapping, list or scalar where only another of these is allowed.
    Shape {
        /// Type of the expected value.
        expected: &'static Type,
    },
    /// A number, boolean or date where text is required.
    NeedsQuotes,
    /// A date without quotes where text is required.
    NeedsDateQuotes,
    /// A version that the client reads as a number (it may change) or as a date (it rejects it).
    VersionNeedsQuotes,
    /// A scalar that is not an allowed value.
    Value {
        /// Type of the expected value.
        expected: &'static Type,
    },
    /// A discriminator, such as `type`, with a value that no alternative has.
    Discriminator {
        /// The allowed values.
        values: Vec<&'static str>,
    },
    /// An expression where the client does not evaluate it.
    Expression,
    /// A key of a free mapping that is not text.
    KeyNotText,
    /// A key of a free mapping that does not match its pattern.
    KeyPattern {
        /// Name of the pattern.
        pattern: &'static str,
    },
    /// Text that does not match its pattern.
    Pattern {
        /// Name of the pattern.
        pattern: &'static str,
    },
    /// A file or folder that does not exist.
    MissingFile {
        /// Expected content: a kind, a job or component of any type, or "" for any file.
        loads: &'static str,
    },
    /// A file instead of a folder, or the other way round.
    OtherOnDisk {
        /// `true` if a folder is expected.
        folder: bool,
    },
    /// A check beyond single fields.
    Check {
        /// The check.
        check: &'static ClientCheck,
        /// Type of the mapping.
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
