//! The language inside the values: `${{ ... }}`, `$[[ ... ]]`, `azureml:` and `azureml://`
//! references.
//!
//! Start at [`Program`]: it says what every expression of a document may name, and is built in
//! `program_builder`. Below it, [`scan`] reads decoded text and never fails; [`ScannedText`] is a
//! scalar of a tree with its expressions, and the only thing that turns places in decoded text into
//! places in the file; [`AssetRef`] takes references to resources apart. Above it stand
//! `completion` and `misspelled_definitions`. What must stay true: text that a repair touched is
//! never read as an expression.

mod asset;
mod completion;
mod declaration;
mod interface;
mod misspelled_definitions;
mod misspelled_words;
mod port_type;
mod program;
mod program_builder;
mod scan;
mod scanned_text;
mod source_map;
mod target;
mod word_counts;

pub use asset::{AssetRef, DATASTORE, REGISTRY};
pub(crate) use completion::steps_waiting_for;
pub use completion::{ExpressionCompletion, NameCandidate, complete};
pub use declaration::Declaration;
pub(crate) use interface::misspelled_section;
pub use interface::{Callee, ComponentInterface, Port, Ports};
pub use misspelled_definitions::MisspelledDefinition;
pub(crate) use misspelled_definitions::{
    MisspelledDefinitions, differ_in_number, misspelled_definitions,
};
pub use port_type::PortType;
pub use program::{
    ExpressionRole, ExpressionScope, ExpressionSite, Pipeline, Program, ScopeKind, Step, StepKind,
};
pub use scan::{Bracket, Expression, Mistake, MistakeKind, Scan, scan};
pub use scanned_text::ScannedText;
pub use source_map::{SourceMap, text_range};
pub use target::{Name, Target, is_plain};
