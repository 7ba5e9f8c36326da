//! [`NameCandidate`]: one name that completion offers in an expression.

use crate::expression::declaration::Declaration;
use crate::expression::port_type::PortType;
use crate::text::Location;

/// A name offered at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameCandidate {
    /// The next word, or a path up to a name that completes the expression: `jobs.prep.outputs.data`.
    pub name: String,
    /// Type of the declaration; `None` for the fixed words `inputs`, `parent` and the like.
    pub kind: Option<Declaration>,
    /// Type of the value, if known.
    pub port_type: Option<PortType>,
    /// Its default, path or literal value, if there is one; for a step, the component or command it runs.
    pub value: Option<String>,
    /// Description in its declaration.
    pub description: Option<String>,
    /// Location of its declaration.
    pub definition: Option<Location>,
    /// `true` if it may have no value.
    pub is_optional: bool,
    /// `true` if it must be used inside `$[[ ]]`, which is missing here.
    pub wants_bracket: bool,
    /// `true` if the expression is complete with it.
    pub is_whole: bool,
}

impl NameCandidate {
    /// Creates a fixed word.
    pub(super) fn word(name: &str, is_whole: bool) -> Self {
        Self {
            name: name.to_owned(),
            kind: None,
            port_type: None,
            value: None,
            description: None,
            definition: None,
            is_optional: false,
            wants_bracket: false,
            is_whole,
        }
    }
}
