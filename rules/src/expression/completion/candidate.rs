//! [`NameCandidate`]: one name that may stand in an expression.

use crate::expression::declaration::Declaration;
use crate::expression::port_type::PortType;
use crate::text::Location;

/// A name that may stand at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameCandidate {
    /// The word, or what can follow up to a name that needs nothing more: `jobs.prep.outputs.data`.
    pub name: String,
    /// What it is; `None` for the fixed words `inputs`, `parent` and the like.
    pub kind: Option<Declaration>,
    /// Its type, where that is known.
    pub port_type: Option<PortType>,
    /// Its default, its path or its literal value, where there is one; of a step what it runs.
    pub value: Option<String>,
    /// What its declaration says about it.
    pub description: Option<String>,
    /// Where it is declared.
    pub definition: Option<Location>,
    /// It may have no value.
    pub is_optional: bool,
    /// Where it is used stands in `$[[ ]]`, and here that is still missing.
    pub wants_bracket: bool,
    /// With it the expression names something: nothing has to follow.
    pub is_whole: bool,
}

impl NameCandidate {
    /// A word of which nothing else is known.
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
